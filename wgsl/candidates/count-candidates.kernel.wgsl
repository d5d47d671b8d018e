// Posed tool faces and the bone's scanlines → how many candidate pairs each tool face has.
//
// One thread: one tool face under one pose. Reads the face's posed corners and the bone's index; writes its count to
// candidateStarts, of which a prefix sum makes places. CPU twin: ScanlineCandidates
// (lib/candidates/scanline-candidates.ts).

fn takeCandidate(order: u32, pose: u32, boneFace: u32, toolFace: u32) {}

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolFaceCount;
}

fn takeItem(item: u32) {
  candidateStarts[item] = takeCandidates(item / scene.toolFaceCount, item % scene.toolFaceCount);
}
