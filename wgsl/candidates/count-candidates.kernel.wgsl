// Posed tool faces and the bone's scanlines → the number of candidate pairs of each tool face.
//
// One thread: one tool face under one pose. Reads the face's posed corners and the bone's index; writes its count to
// candidateStarts, which a prefix sum turns into places. CPU twin: ScanlineCandidates
// (lib/stages/candidates/scanline-candidates.ts).

fn takeCandidate(order: u32, pose: u32, boneFace: u32, toolFace: u32) {}

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolFaceCount;
}

fn takeItem(item: u32) {
  candidateStarts[item] = takeCandidates(item / scene.toolFaceCount, item % scene.toolFaceCount);
}
