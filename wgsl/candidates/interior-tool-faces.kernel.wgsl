// Tool faces without candidates → the ones inside the bone.
//
// One thread: one tool face under one pose. Reads the face's posed corners and the bone's index; sets its bit in
// `inside` or `undecided`. CPU twin: InteriorFaces (lib/stages/candidates/interior-faces.ts), which floods instead.

fn cornerWinding(other: u32, pose: u32, vertex: u32) -> u32 {
  return windingAt(other, toolVertex(pose, vertex), vertexError(TOOL));
}

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolFaceCount;
}

fn takeItem(item: u32) {
  if (!isAsked(TOOL)) {
    return;
  }
  markInterior(item / scene.toolFaceCount, TOOL, item % scene.toolFaceCount);
}
