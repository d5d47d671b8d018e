// Pairs → how many each row of the front has. One thread a pair.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<uniform> level: SubdivisionLevel;
@group(0) @binding(3) var<storage, read> pairs: array<Pair>;
@group(0) @binding(4) var<storage, read> front: array<u32>;
@group(0) @binding(5) var<storage, read> frontStarts: array<u32>;
/// Counts, of which the prefix sum makes starts.
@group(0) @binding(6) var<storage, read_write> nearStarts: array<atomic<u32>>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = flatGroup(group, groups) * workgroupSize + thread;
  if (i >= min(counterAt(level.pairs), arrayLength(&pairs))) {
    return;
  }
  let faces = array<u32, 2>(pairs[i].boneFace, pairs[i].toolFace);
  for (var body = 0u; body < 2u; body++) {
    if (!isWanted(body)) {
      continue;
    }
    let row = frontRow(pairs[i].pose, body, faces[body]);
    if (row < rowTotal()) {
      atomicAdd(&nearStarts[row], 1u);
    }
  }
}
