// Span counts of the cells → the capacity of each.
//
// One thread: one cell. Writes it to `starts`, of which a prefix sum makes places, and what is known of the cell's
// record.

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
  let capacity = capacityFor(count);
  starts[cell] = capacity;
  index[cell] = indexCellEntry(IndexCell(0, i32(count), 0, i32(capacity)));
}
