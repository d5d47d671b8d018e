// Posed tool faces and their candidates' places → the candidate pairs, in order, as far as there is room, and a bit for
// each face that has one. One thread a tool face of a pose.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(2) var<storage, read> posed: array<i32>;
@group(0) @binding(3) var<storage, read> boneIndex: array<vec4i>;
@group(0) @binding(4) var<storage, read> candidateStarts: array<u32>;
@group(0) @binding(5) var<storage, read_write> pairs: array<Pair>;
@group(0) @binding(6) var<storage, read_write> candidates: array<atomic<u32>>;

const PAIR_UNDECIDED: u32 = 2u;

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
  mark(pose, 0u, boneFace);
}

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
  let pose = item / scene.toolFaceCount;
  let toolFace = item % scene.toolFaceCount;
  if (takeCandidates(pose, toolFace) > 0u) {
    mark(pose, 1u, toolFace);
  }
}
