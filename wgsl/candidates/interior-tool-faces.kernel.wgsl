// Tool faces without candidates → which of them lie inside the bone.
//
// One thread: one tool face under one pose. Reads the face's posed corners and the bone's index; sets its bit in
// `inside` or `undecided`. CPU twin: InteriorFaces (lib/candidates/interior-faces.ts), which floods instead.

fn indexAt(body: u32, entry: u32) -> vec4i {
  return boneIndex[entry];
}

fn cornerWinding(other: u32, pose: u32, vertex: u32) -> u32 {
  let at = 3u * (pose * scene.toolVertexCount + vertex);
  return windingAt(other, vec3i(posed[at], posed[at + 1u], posed[at + 2u]), TOOL_ERROR);
}

fn takeItem(item: u32) {
  if (item >= scene.poseCount * scene.toolFaceCount || !isAsked(TOOL)) {
    return;
  }
  markInterior(item / scene.toolFaceCount, TOOL, item % scene.toolFaceCount);
}
