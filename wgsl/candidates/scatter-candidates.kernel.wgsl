// Posed tool faces and their candidates' places → the candidate pairs, in order, as far as there is room, and a bit for
// each face that has one. One thread a tool face of a pose.

fn indexAt(body: u32, entry: u32) -> vec4i {
  return boneIndex[entry];
}

fn mark(pose: u32, body: u32, face: u32) {
  let bit = faceBit(scene, pose, body, face);
  atomicOr(&candidates[bit.x], bit.y);
}

fn takeCandidate(order: u32, pose: u32, boneFace: u32, toolFace: u32) {
  let at = candidateStarts[pose * scene.toolFaceCount + toolFace] + order;
  if (at < arrayLength(&pairs)) {
    pairs[at] = Pair(pose, boneFace, toolFace, PAIR_UNDECIDED);
  }
  mark(pose, BONE, boneFace);
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let item = flatItem(group, groups, thread);
  if (item >= scene.poseCount * scene.toolFaceCount) {
    return;
  }
  let pose = item / scene.toolFaceCount;
  let toolFace = item % scene.toolFaceCount;
  if (takeCandidates(pose, toolFace) > 0u) {
    mark(pose, TOOL, toolFace);
  }
}
