// Span counts of the cells → the room that each takes, and what is known of its record. One thread a cell.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> build: IndexBuild;
@group(0) @binding(1) var<storage, read> counts: array<u32>;
/// Rooms, of which the prefix sum makes starts.
@group(0) @binding(2) var<storage, read_write> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> index: array<vec4i>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let cell = flatGroup(group, groups) * workgroupSize + thread;
  if (cell >= cellCount()) {
    return;
  }
  let count = counts[cell];
  let room = roomFor(count);
  starts[cell] = room;
  index[cell] = vec4i(0, i32(count), 0, i32(room));
}
