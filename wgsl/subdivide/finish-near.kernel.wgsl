// Near faces of the leaves → the words that the stages after this read. One thread a near face.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(1) var<uniform> level: SubdivisionLevel;
@group(0) @binding(2) var<storage, read> entries: array<NearEntry>;
@group(0) @binding(3) var<storage, read_write> near: array<u32>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let e = flatGroup(group, groups) * workgroupSize + thread;
  if (e < nearTotal()) {
    near[e] = entries[e].word;
  }
}
