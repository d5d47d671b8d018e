// Span counts of the cells → the room that each takes, and what is known of its record. One thread a cell.

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
  let count = counts[cell];
  let room = roomFor(count);
  starts[cell] = room;
  index[cell] = indexCellEntry(IndexCell(0, i32(count), 0, i32(room)));
}
