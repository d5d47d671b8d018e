// Pairs of a front, above the leaves → the children of each node that the tool face may meet, and their number.
//
// One thread: one pair. Reads the face's posed corners and the children's boxes; writes the children's bits to the
// pair, and their number to frontStarts, which a prefix sum turns into places. CPU twin: BvhFrontCandidates
// (lib/stages/candidates/bvh-front-candidates.ts), which tests a pair's own node, a round later.

fn itemCount() -> u32 {
  return frontCount();
}

fn takeItem(i: u32) {
  let node = frontNodeIndex(front[i].node);
  let toolFace = front[i].toolFace;
  let box = toolFaceBox(toolFace / scene.toolFaceCount, toolFace % scene.toolFaceCount);
  let head = BVH_LEVEL_HEADS + BVH_LEVEL_WORDS * (round.level - 1u);
  let places = childrenOf(node, u32(boneBvh[head + BVH_LEVEL_NODES]));
  var children = 0u;
  for (var child = places.x; child < places.y; child++) {
    let at = u32(boneBvh[head + BVH_LEVEL_BOXES]) + BVH_BOX_WORDS * child;
    let low = at + BVH_BOX_LOW_X;
    let high = at + BVH_BOX_HIGH_X;
    if (boxMeets(
      box,
      vec3i(boneBvh[low], boneBvh[low + 1u], boneBvh[low + 2u]),
      vec3i(boneBvh[high], boneBvh[high + 1u], boneBvh[high + 2u]),
    )) {
      children |= 1u << (child - places.x);
    }
  }
  front[i].node = packFrontNode(node, children);
  frontStarts[i] = countOneBits(children);
}
