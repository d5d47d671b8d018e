// Tested pairs of the front's last round and the places of their faces → the candidate pairs, in order.
//
// One thread: one pair of a leaf and a tool face. Writes a candidate pair for each bone face that the tool face may
// meet, if `pairs` has capacity, and sets the bits of both. CPU twin: BvhFrontCandidates
// (lib/stages/candidates/bvh-front-candidates.ts).

fn itemCount() -> u32 {
  return frontCount();
}

fn takeItem(i: u32) {
  if (frontNodeChildren(front[i].node) == 0u) {
    return;
  }
  let pose = front[i].toolFace / scene.toolFaceCount;
  let toolFace = front[i].toolFace % scene.toolFaceCount;
  let first = u32(boneBvh[BVH_ORDER]) + BRANCHING * frontNodeIndex(front[i].node);
  var at = frontStarts[i];
  for (var left = frontNodeChildren(front[i].node); left != 0u; left &= left - 1u) {
    let boneFace = u32(boneBvh[first + countTrailingZeros(left)]);
    if (at < arrayLength(&pairs)) {
      pairs[at] = Pair(pose, boneFace, toolFace, PAIR_UNDECIDED);
    }
    at++;
    markFace(pose, BONE, boneFace);
  }
  markFace(pose, TOOL, toolFace);
}
