// Candidate pairs → their verdicts, and a 1 for each that is not proved apart. One thread a pair.

override workgroupSize: u32 = 64u;
override pairCountWord: u32 = 0u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
@group(0) @binding(2) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(3) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(4) var<storage, read> posed: array<i32>;
@group(0) @binding(5) var<storage, read_write> pairs: array<Pair>;
/// Counts, of which the prefix sum makes starts.
@group(0) @binding(6) var<storage, read_write> hitStarts: array<u32>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = flatGroup(group, groups) * workgroupSize + thread;
  if (i >= min(counters[pairCountWord], min(arrayLength(&pairs), arrayLength(&hitStarts)))) {
    return;
  }
  let pair = pairs[i];
  let bone = faceCorners(0u, pair.pose, pair.boneFace);
  let tool = faceCorners(1u, pair.pose, pair.toolFace);
  let verdict = sharePoint(bone, tool, vertexError(0u), vertexError(1u));
  pairs[i].verdict = verdict;
  hitStarts[i] = select(1u, 0u, verdict == SHARE_NO);
}
