// Pairs of a front whose nodes are leaves → the bone faces of each leaf that the tool face may meet, and their number.
//
// One thread: one pair. Reads the corners of both; writes the faces' bits to the pair, and their number to frontStarts,
// which a prefix sum turns into places. Retired faces are left out. CPU twin: BvhFrontCandidates
// (lib/stages/candidates/bvh-front-candidates.ts).

fn itemCount() -> u32 {
  return frontCount();
}

fn takeItem(i: u32) {
  let leaf = frontNodeIndex(front[i].node);
  let toolFace = front[i].toolFace;
  let box = toolFaceBox(toolFace / scene.toolFaceCount, toolFace % scene.toolFaceCount);
  let places = childrenOf(leaf, u32(boneBvh[BVH_FACES]));
  let order = u32(boneBvh[BVH_ORDER]);
  var children = 0u;
  for (var place = places.x; place < places.y; place++) {
    let corners = faceAt(BONE, u32(boneBvh[order + place]));
    if (corners.x == RETIRED_CORNER) {
      continue;
    }
    let a = ownVertex(BONE, corners.x);
    let b = ownVertex(BONE, corners.y);
    let c = ownVertex(BONE, corners.z);
    if (boxMeets(box, min(a, min(b, c)), max(a, max(b, c)))) {
      children |= 1u << (place - places.x);
    }
  }
  front[i].node = packFrontNode(leaf, children);
  frontStarts[i] = countOneBits(children);
}
