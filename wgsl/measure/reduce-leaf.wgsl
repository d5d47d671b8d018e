// A leaf's gap and its corners' signed distances → whether it is a contact, and its kind; what f32 does not prove is
// left undecided.
//
// A contact is a leaf whose corner 0 is inside the other solid or whose gap is within δ.

// A lower and an upper bound of a corner's signed distance.
fn signedInterval(corner: CornerDistance) -> vec2f {
  return vec2f(
    select(-corner.upper, corner.lower, sideOfCorner(corner) == SIDE_OUTSIDE),
    select(corner.upper, -corner.lower, sideOfCorner(corner) == SIDE_INSIDE),
  );
}

// What characterizes a contact: kind (or KIND_DROPPED, KIND_UNDECIDED), face of the other body, bounds of its signed
// distance.
struct Decision {
  kind: u32,
  face: u32,
  low: f32,
  high: f32,
}

fn decided(kind: u32) -> Decision {
  return Decision(kind, NO_FACE, 0.0, 0.0);
}

// isSigned: whether the other body has an inside. tolerance: the widest interval that is not left undecided.
fn decideLeaf(gap: LeafGap, isSigned: bool, corners: array<CornerDistance, 3>, tolerance: f32) -> Decision {
  let near = gapNear(gap);
  let crossing = gapCrossing(gap);
  let side = sideOfCorner(corners[0]);
  if (near == LEAF_NO && side == SIDE_OUTSIDE) {
    return decided(KIND_DROPPED);
  }
  if (near != LEAF_YES && side != SIDE_INSIDE) {
    return decided(KIND_UNDECIDED);
  }
  if (crossing == LEAF_NO && side != SIDE_INSIDE) {
    let isKnown = side == SIDE_OUTSIDE && gap.upper - gap.lower <= tolerance;
    return Decision(select(KIND_UNDECIDED, KIND_APART, isKnown), gap.face, gap.lower, gap.upper);
  }
  let isShared = crossing == LEAF_YES;
  if (!isSigned) {
    let isTouching = isShared || (crossing == LEAF_UNDECIDED && gap.upper <= tolerance);
    return Decision(select(KIND_UNDECIDED, KIND_SHARED, isTouching), gap.face, 0.0, select(gap.upper, 0.0, isShared));
  }
  return decideByCorners(corners, isShared, gap.face, tolerance);
}

// The deepest corner that is proved inside; else the shared point, than which no corner is deeper by the tolerance or
// more. However near a face is, a leaf that is not proved to share a point with it may have its corners on either side.
fn decideByCorners(corners: array<CornerDistance, 3>, isShared: bool, sharedFace: u32, tolerance: f32) -> Decision {
  var p = corners;
  var low = FAR;
  var high = FAR;
  var deepest = 3u;
  var depth = 0.0;
  for (var k = 0u; k < 3u; k++) {
    let interval = signedInterval(p[k]);
    let isUnknown = sideOfCorner(p[k]) == SIDE_UNDECIDED;
    // A corner whose side is undecided counts as on the surface if it is that near.
    if (select(p[k].upper - p[k].lower, p[k].upper, isUnknown) > tolerance) {
      return decided(KIND_UNDECIDED);
    }
    low = min(low, interval.x);
    high = min(high, interval.y);
    let middle = p[k].upper + p[k].lower;
    if (sideOfCorner(p[k]) == SIDE_INSIDE && (deepest == 3u || middle > depth)) {
      deepest = k;
      depth = middle;
    }
  }
  if (deepest < 3u) {
    return Decision(KIND_CORNER + deepest, p[deepest].face, low, high);
  }
  return Decision(select(KIND_UNDECIDED, KIND_SHARED, isShared), sharedFace, low, min(high, 0.0));
}
