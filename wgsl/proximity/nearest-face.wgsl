// A point and a body → the nearest of the body's faces, with a certified interval of the distance, by branch and bound
// over the BVH.
//
// CPU twin: lib/index/proximity/nearest-face.ts. Invariant: best.upper bounds the distance from above; everything
// skipped is farther than it; every subtree that is neither visited nor skipped is on the stack. (N. Roussopoulos et
// al., 1995.)
//
// The result equals that of a search through all faces: see nearest-so-far.wgsl.
//
// A kernel that uses it binds scene and defines bvhAt(body, word) -> i32, a word of the body's BVH (pictured in
// lib/index/bvh/gpu-bvh.ts), and what nearest-so-far.wgsl needs.

// A node leaves at most BRANCHING children in its place, a level below: BRANCHING − 1 more entries per level, and the
// root.
const STACK_SIZE: u32 = (BRANCHING - 1u) * MOST_BVH_LEVELS + 1u;

// Lower bound of the distance to a face whose corners are given in the body's own frame; if the box suffices, it is the
// only test.
fn faceLower(body: u32, corners: array<vec3i, 3>, asked: Asked, enough: f32) -> f32 {
  let byBox = lowerByBox(body, corners, asked);
  if (byBox > enough) {
    return byBox;
  }
  let middle = cellMiddle(scene, body, asked.own);
  return max(byBox, lowerBySupport(body, supportOf(corners, middle), middle, asked.own, asked.ownError));
}

fn withFace(best: NearestFace, body: u32, pose: u32, asked: Asked, face: u32) -> NearestFace {
  let corners = faceAt(body, face);
  if (corners.x == RETIRED_CORNER) {
    return best;
  }
  let atLeast = faceLower(body, ownCorners(body, corners), asked, best.upper);
  if (atLeast > best.upper) {
    return best;
  }
  return withMeasured(best, body, pose, asked, face, corners, atLeast);
}

fn nearestFace(body: u32, pose: u32, asked: Asked) -> NearestFace {
  var best = noneYet();
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
        best = withFace(best, body, pose, asked, u32(bvhAt(body, order + slot)));
      }
      continue;
    }
    let head = BVH_LEVEL_HEADS + BVH_LEVEL_WORDS * (level - 1u);
    let boxes = u32(bvhAt(body, head + BVH_LEVEL_BOXES));
    let end = min(u32(bvhAt(body, head + BVH_LEVEL_NODES)), first + BRANCHING);
    let base = top;
    for (var child = first; child < end; child++) {
      let box = nodeBox(body, boxes, child);
      let bound = boxGapSquared(box, asked.own, asked.ownError + OWN_ERROR) * factor;
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
  return finished(best);
}
