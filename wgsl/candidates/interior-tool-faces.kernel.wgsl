// Tool faces without candidates → the ones inside the bone.
//
// One thread: one place of `toolSets` under one pose. In a set without candidates the first place finds the side of all
// its faces, in any other set each finds its own. Reads posed corners and the bone's index; sets bits in `inside` or
// `undecided`. CPU twin: InteriorFaces (lib/stages/candidates/interior-faces.ts), which floods instead.

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
  let pose = item / scene.toolFaceCount;
  let place = item % scene.toolFaceCount;
  let own = toolSets[place];
  for (var other = own.first; other < own.end; other++) {
    if (hasCandidate(pose, TOOL, toolSets[other].face)) {
      markInterior(pose, TOOL, own.face);
      return;
    }
  }
  if (place != own.first) {
    return;
  }
  var side = SIDE_UNDECIDED;
  for (var other = own.first; other < own.end && side == SIDE_UNDECIDED; other++) {
    side = sideOfFace(pose, TOOL, toolSets[other].face);
  }
  for (var other = own.first; other < own.end; other++) {
    markSide(pose, TOOL, toolSets[other].face, side);
  }
}
