// Near faces that a level's rows keep → those of the next level's rows, one for each row that comes of theirs.
//
// One thread: one near face. Writes nextEntries at its places.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let e = flatItem(group, groups, thread);
  if (e >= nearTotal() || keptBefore(e + 1u) == keptBefore(e)) {
    return;
  }
  let entry = entries[e];
  let row = rows[entry.row];
  let count = childCount(entry.row);
  let first = nearStarts[entry.row] + keptBefore(e) - keptBefore(row.nearStart);
  for (var child = 0u; child < count; child++) {
    let at = first + child * row.nearCount;
    if (at < level.nearCapacity) {
      nextEntries[at] = NearEntry(rowStarts[entry.row] + child, entry.word);
    }
  }
}
