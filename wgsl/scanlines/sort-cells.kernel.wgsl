// Spans in the places of their cells, in any order → in order of (near, face), with the cells' records.
//
// One thread: one cell. CPU twin: buildScanlines (lib/scanlines/build-scanlines.ts).

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let cell = flatItem(group, groups, thread);
  if (cell >= cellCount()) {
    return;
  }
  let before = indexCellOf(index[cell]);
  closeCell(cell, starts[cell], u32(before.count), u32(before.capacity));
}
