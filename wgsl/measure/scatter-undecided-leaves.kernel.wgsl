// Undecided leaves and their places → compact lists of their rows and near faces, in order.
//
// One thread: one leaf, whose row and near faces it copies, if there is capacity; the CPU measures them.

fn itemCount() -> u32 {
  return min(leafCount(), arrayLength(&results));
}

fn takeItem(leaf: u32) {
  if (resultStateKind(results[leaf].state) != KIND_UNDECIDED) {
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
