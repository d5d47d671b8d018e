// Spans in the places of their cells, in any order → in order of (near, face), and the cells' records. One thread a
// cell.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> build: IndexBuild;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read_write> index: array<vec4i>;

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
  closeCell(cell, starts[cell], u32(index[cell].y), u32(index[cell].w));
}
