// Posed tool faces and the bone's scanlines → how many candidates each has. One thread a tool face of a pose.

fn indexAt(body: u32, entry: u32) -> vec4i {
  return boneIndex[entry];
}

fn takeCandidate(order: u32, pose: u32, boneFace: u32, toolFace: u32) {}

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
  candidateStarts[item] = takeCandidates(item / scene.toolFaceCount, item % scene.toolFaceCount);
}
