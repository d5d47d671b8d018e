// A leaf and the faces near it → the nearest face, certified bounds of the gap, whether the leaf shares a point with
// one, and whether the gap is within maxDistance.
//
// A kernel that uses it defines: nearEntry(i) -> u32, an entry of the near lists; faceCorners(body, pose, face) ->
// array<vec3i, 3>, in the bone's frame. The result does not depend on the order of the faces: a skipped face cannot
// turn out nearer than the best, whatever rounding does.

// The leaf: its corners on the grid, and in widths as seen from the first; errors of a corner of it and of a face
// together, and of each, units per coordinate.
struct Leaf {
  corners: array<vec3i, 3>,
  seen: array<vec3f, 3>,
  error: i32,
  faceError: i32,
}

// Over the faces so far: the nearest by computed distance, among equals the one with the smallest number; the least
// lower bound; the smallest number of a face that is proved to share a point; whether another may share one.
struct Nearest {
  gap: TriangleGap,
  face: u32,
  lower: f32,
  sharing: u32,
  isUndecided: bool,
}

fn greatestSpread(p: array<vec3f, 3>) -> vec3f {
  return max(abs(p[0]), max(abs(p[1]), abs(p[2])));
}

fn withNear(
  best: Nearest, leaf: Leaf, face: u32, mayShare: bool, corners: array<vec3i, 3>, maxDistance: f32,
) -> Nearest {
  var c = corners;
  var out = best;
  let boxes = boxLower(boxGap(leaf.corners, corners, leaf.error + leaf.faceError));
  let isShared = best.sharing != NO_FACE;
  if (boxes > maxDistance || (isShared && (boxes > 0.0 || !mayShare || face > best.sharing))) {
    return best;
  }
  let origin = leaf.corners[0];
  let seen = array<vec3f, 3>(local(c[0], origin), local(c[1], origin), local(c[2], origin));
  if (boxes > best.gap.distance + betweenBound(greatestSpread(leaf.seen) + greatestSpread(seen))) {
    return best;
  }
  var share = PAIR_APART;
  if (mayShare) {
    share = sharePoint(leaf.corners, corners, leaf.error, leaf.faceError);
    if (share == PAIR_INTERSECTS) {
      out.sharing = min(best.sharing, face);
      return out;
    }
  }
  if (isShared) {
    return best;
  }
  let gap = measureTriangles(leaf.seen, seen, f32(leaf.error + leaf.faceError) * WIDTHS_PER_UNIT);
  let lower = max(gap.lower, boxes);
  if (lower <= 0.0) {
    // If the faces were proved apart, only the rounding of corners can make their parts share a point: not proved here.
    if (!mayShare) {
      share = sharePoint(leaf.corners, corners, leaf.error, leaf.faceError);
    }
    out.isUndecided = best.isUndecided || share != PAIR_APART;
  }
  out.lower = min(best.lower, lower);
  if (gap.distance < best.gap.distance || (gap.distance == best.gap.distance && face < best.face)) {
    out.gap = gap;
    out.face = face;
  }
  return out;
}

// body: the leaf's. maxDistance, within: δ' rounded up and down; tolerance: the widest interval that is not left
// undecided; in widths.
fn leafGap(row: SubTriangleRow, leaf: Leaf, maxDistance: f32, within: f32, tolerance: f32) -> LeafGap {
  var best = Nearest(TriangleGap(vec4f(0.0), FAR, FAR, 0.0), NO_FACE, FAR, NO_FACE, false);
  for (var i = row.nearStart; i < row.nearStart + row.nearCount; i++) {
    let entry = nearEntry(i);
    let face = nearFaceFace(entry);
    let corners = faceCorners(1u - bodyOf(row), poseOf(row), face);
    best = withNear(best, leaf, face, nearFaceVerdict(entry) != PAIR_APART, corners, maxDistance);
  }
  if (best.sharing != NO_FACE) {
    return LeafGap(packGapState(LEAF_YES, LEAF_YES), best.sharing, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
  }
  let crossing = select(LEAF_NO, LEAF_UNDECIDED, best.isUndecided);
  // Skipped faces are farther than the best, or beyond maxDistance.
  let lower = min(best.lower, best.gap.distance);
  var near = LEAF_NO;
  if (lower <= maxDistance) {
    let upper = best.gap.upper;
    near = select(LEAF_UNDECIDED, LEAF_YES, upper <= within && upper - lower <= tolerance);
  }
  let w = best.gap.weights;
  return LeafGap(packGapState(near, crossing), best.face, best.gap.upper, min(lower, maxDistance), w.x, w.y, w.z, w.w);
}
