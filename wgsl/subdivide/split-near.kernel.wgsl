// Near faces that a level's rows keep → those of the next level's rows, one for each row that their row yields.
//
// One thread: one near face. Writes nextEntries at its places.

fn itemCount() -> u32 {
  return nearTotal();
}

fn takeItem(e: u32) {
  if (keptBefore(e + 1u) == keptBefore(e)) {
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
