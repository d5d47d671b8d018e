// Posed tool faces and the bone's scanlines → the candidate pairs, in any order.
//
// One thread: one tool face under one pose. Reads the face's posed corners and the bone's index; appends each pair to
// `pairs`, if there is room, and sets the bit of each face that has a pair. No result depends on the order: near faces
// of a face are a set, and the host orders the pairs that intersect. CPU twin: ScanlineCandidates
// (lib/stages/candidates/scanline-candidates.ts).

override pairCountWord: u32;

fn takeCandidate(pose: u32, boneFace: u32, toolFace: u32) {
  let at = atomicAdd(&counters[pairCountWord], 1u);
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
  if (takeCandidates(pose, toolFace)) {
    markFace(pose, TOOL, toolFace);
  }
}
