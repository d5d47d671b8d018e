// Leaves that were left open and their places → their rows and near faces side by side, in order, as far as there is
// room. One thread a leaf.

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
  let at = openStarts[leaf];
  let start = openNearStarts[leaf];
  var row = rows[leaf];
  let end = min(row.nearCount, arrayLength(&openNear) - min(start, arrayLength(&openNear)));
  for (var i = 0u; i < end; i++) {
    openNear[start + i] = near[row.nearStart + i];
  }
  if (at < arrayLength(&openRows)) {
    row.nearStart = start;
    openRows[at] = row;
  }
}
