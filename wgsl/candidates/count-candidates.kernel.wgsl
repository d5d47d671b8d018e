// Posed tool faces and the bone's scanlines → how many candidates each has. One thread a tool face of a pose.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(2) var<storage, read> posed: array<i32>;
@group(0) @binding(3) var<storage, read> boneIndex: array<vec4i>;
/// Counts, of which the prefix sum makes starts.
@group(0) @binding(4) var<storage, read_write> candidateStarts: array<u32>;

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
  let item = flatGroup(group, groups) * workgroupSize + thread;
  if (item >= scene.poseCount * scene.toolFaceCount) {
    return;
  }
  candidateStarts[item] = takeCandidates(item / scene.toolFaceCount, item % scene.toolFaceCount);
}
