// Leaves that are left undecided, and their places → their rows and near faces side by side, in order.
//
// One thread: one leaf, whose row and near faces it copies, as far as there is capacity; the CPU measures them.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let leaf = flatItem(group, groups, thread);
  if (leaf >= min(leafCount(), arrayLength(&results)) || resultStateKind(results[leaf].state) != KIND_UNDECIDED) {
    return;
  }
  let at = undecidedStarts[leaf];
  let start = undecidedNearStarts[leaf];
  var row = rows[leaf];
  let end = min(row.nearCount, arrayLength(&undecidedNear) - min(start, arrayLength(&undecidedNear)));
  for (var i = 0u; i < end; i++) {
    undecidedNear[start + i] = near[row.nearStart + i];
  }
  if (at < arrayLength(&undecidedRows)) {
    row.nearStart = start;
    undecidedRows[at] = row;
  }
}
