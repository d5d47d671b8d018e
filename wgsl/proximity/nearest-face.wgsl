// A point and a body → the nearest of the body's faces, with a certified interval of the distance, by branch and bound
// over the BVH.
//
// CPU twin: lib/proximity/nearest-face.ts. Invariant: best.upper bounds the distance from above; what is passed over is
// farther than it; every subtree that is not passed over is on the stack. (N. Roussopoulos et al., 1995.)
//
// A kernel that uses it defines: bvhAt(body, word) -> i32, a word of the body's BVH (lib/bvh/gpu-bvh.ts draws it);
// faceAt(body, face) -> vec3u, the numbers of its corners; posedVertex(body, pose, vertex) -> vec3i, in the bone's
// frame.

// A node leaves at most BRANCHING children in its place, a level below: so many more entries a level, and the root.
const STACK_SIZE: u32 = (BRANCHING - 1u) * MOST_BVH_LEVELS + 1u;

// squared: as computed, for the order of faces. upper: the face is no farther, lower: no face is nearer, in widths.
struct NearestFace {
  face: u32,
  squared: f32,
  upper: f32,
  lower: f32,
}

// Lower bound of the distance to the triangle: for any g, every point y of it has |y| ≥ g·y / |g| ≥ the least over the
// corners.
fn supportLower(g: vec3f, a: vec3f, b: vec3f, c: vec3f, q: f32) -> f32 {
  let along = vec3f(dot(g, a) - alongBound(g, a), dot(g, b) - alongBound(g, b), dot(g, c) - alongBound(g, c));
  return alongLower(g, min(along.x, min(along.y, along.z)), q);
}

// The triangle a, b, c as seen from the point, in widths. The bounds hold whatever rounding did to the choice of the
// nearest point.
fn measureFace(face: u32, a: vec3f, b: vec3f, c: vec3f, q: f32) -> NearestFace {
  let u = b - a;
  let v = c - a;
  let weights = nearestWeights(a, u, v);
  let s = min(weights.x, 1.0);
  let t = min(weights.y, 1.0 - s);
  let r = max(1.0 - s - t, 0.0);
  let x = r * a + s * b + t * c;
  let squared = dot(x, x);
  let upper = betweenUpper(sqrt(squared), r * abs(a) + s * abs(b) + t * abs(c), q);
  var lower = supportLower(x, a, b, c, q);
  if (min(r, min(s, t)) > 0.0) {
    // Over the face x may be too short to tell a direction; the normal is one.
    let n = cross(u, v);
    lower = max(lower, supportLower(select(-n, n, dot(n, a) > 0.0), a, b, c, q));
  }
  return NearestFace(face, squared, upper, min(lower, upper));
}

// Square of a lower bound of the distance, in the frame of the box, from p, off by at most `error` units a coordinate.
fn boxGapSquared(low: vec3i, high: vec3i, p: vec3i, error: i32) -> f32 {
  let gap = vec3f(max(max(low - p, p - high) - error, vec3i(0))) * WIDTHS_PER_UNIT;
  return dot(gap, gap);
}

// `best`, or the face where that is nearer; of two at the same computed distance the one with the smaller number.
// lower: of all faces that were measured. error: of p and a corner together.
fn withFace(best: NearestFace, body: u32, pose: u32, p: vec3i, error: i32, face: u32) -> NearestFace {
  let corners = faceAt(body, face);
  if (corners.x == RETIRED_CORNER) {
    return best;
  }
  let a = posedVertex(body, pose, corners.x);
  let b = posedVertex(body, pose, corners.y);
  let c = posedVertex(body, pose, corners.z);
  let gap = boxGapSquared(min(a, min(b, c)), max(a, max(b, c)), p, error);
  if (gap * boxFactor(BONE) > squaredLimit(best.upper)) {
    return best;
  }
  let measured = measureFace(face, local(a, p), local(b, p), local(c, p), f32(error) * WIDTHS_PER_UNIT);
  let isNearer = measured.squared < best.squared || (measured.squared == best.squared && face < best.face);
  return NearestFace(
    select(best.face, face, isNearer),
    select(best.squared, measured.squared, isNearer),
    select(best.upper, measured.upper, isNearer),
    min(best.lower, measured.lower),
  );
}

fn boxCorner(body: u32, at: u32) -> vec3i {
  return vec3i(bvhAt(body, at), bvhAt(body, at + 1u), bvhAt(body, at + 2u));
}

// p, its error and that of a corner of the body's: bone's frame. own, ownError: the point in the body's own frame, that
// of the BVH, and its error. hint: a face to try first, or NO_FACE.
fn nearestFace(body: u32, pose: u32, p: vec3i, error: i32, own: vec3i, ownError: i32, hint: u32) -> NearestFace {
  var best = NearestFace(NO_FACE, FAR * FAR, FAR, FAR);
  if (hint != NO_FACE) {
    best = withFace(best, body, pose, p, error, hint);
  }
  let factor = boxFactor(body);
  let order = u32(bvhAt(body, BVH_ORDER));
  var nodes: array<u32, STACK_SIZE>;
  var bounds: array<f32, STACK_SIZE>;
  nodes[0] = u32(bvhAt(body, BVH_LEVELS) - 1) << NODE_BITS;
  bounds[0] = 0.0;
  var top = 1u;
  while (top > 0u) {
    top--;
    if (bounds[top] > squaredLimit(best.upper)) {
      continue;
    }
    let level = nodes[top] >> NODE_BITS;
    let first = BRANCHING * (nodes[top] & ((1u << NODE_BITS) - 1u));
    if (level == 0u) {
      let end = min(u32(bvhAt(body, BVH_FACES)), first + BRANCHING);
      for (var slot = first; slot < end; slot++) {
        best = withFace(best, body, pose, p, error, u32(bvhAt(body, order + slot)));
      }
      continue;
    }
    let head = BVH_LEVEL_HEADS + BVH_LEVEL_WORDS * (level - 1u);
    let boxes = u32(bvhAt(body, head + BVH_LEVEL_BOXES));
    let end = min(u32(bvhAt(body, head + BVH_LEVEL_NODES)), first + BRANCHING);
    let base = top;
    for (var child = first; child < end; child++) {
      let at = boxes + BVH_BOX_WORDS * child;
      let low = boxCorner(body, at + BVH_BOX_LOW_X);
      let high = boxCorner(body, at + BVH_BOX_HIGH_X);
      let bound = boxGapSquared(low, high, own, ownError) * factor;
      if (bound > squaredLimit(best.upper)) {
        continue;
      }
      // Farthest first, so that the nearest child is on top.
      var slot = top;
      top++;
      while (slot > base && bounds[slot - 1u] < bound) {
        bounds[slot] = bounds[slot - 1u];
        nodes[slot] = nodes[slot - 1u];
        slot--;
      }
      bounds[slot] = bound;
      nodes[slot] = ((level - 1u) << NODE_BITS) | child;
    }
  }
  best.lower = min(best.lower, best.upper);
  return best;
}
