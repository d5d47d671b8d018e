// Posed tool faces and the places of their candidates → the candidate pairs, in order.
//
// One thread: one tool face under one pose. Walks as count-candidates did; writes each pair at its place, if `pairs`
// has capacity, and sets the bit of each face that has a pair. CPU twin: ScanlineCandidates
// (lib/stages/candidates/scanline-candidates.ts).

fn takeCandidate(order: u32, pose: u32, boneFace: u32, toolFace: u32) {
  let at = candidateStarts[pose * scene.toolFaceCount + toolFace] + order;
  if (at < arrayLength(&pairs)) {
    pairs[at] = Pair(pose, boneFace, toolFace, PAIR_UNDECIDED);
  }
  markFace(pose, BONE, boneFace);
}

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolFaceCount;
}

fn takeItem(item: u32) {
  let pose = item / scene.toolFaceCount;
  let toolFace = item % scene.toolFaceCount;
  if (takeCandidates(pose, toolFace) > 0u) {
    markFace(pose, TOOL, toolFace);
  }
}
