// Tool faces without candidates → which lie inside the bone. One thread a tool face of a pose.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(2) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(3) var<storage, read> posed: array<i32>;
@group(0) @binding(4) var<storage, read> boneIndex: array<vec4i>;
@group(0) @binding(5) var<storage, read> candidates: array<u32>;
@group(0) @binding(6) var<storage, read_write> inside: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> undecided: array<atomic<u32>>;

fn indexAt(body: u32, entry: u32) -> vec4i {
  return boneIndex[entry];
}

fn cornerWinding(other: u32, pose: u32, vertex: u32) -> u32 {
  let at = 3u * (pose * scene.toolVertexCount + vertex);
  return windingAt(other, vec3i(posed[at], posed[at + 1u], posed[at + 2u]), TOOL_ERROR);
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let item = flatGroup(group, groups) * workgroupSize + thread;
  if (item >= scene.poseCount * scene.toolFaceCount || !isAsked(1u)) {
    return;
  }
  markInterior(item / scene.toolFaceCount, 1u, item % scene.toolFaceCount);
}
