// Rows of a level → rows of the next, in order: the row itself, its four children, or none.
//
// One thread: one row. Writes nextRows at its places.

fn itemCount() -> u32 {
  return rowTotal();
}

fn takeItem(r: u32) {
  var row = rows[r];
  let count = childCount(r);
  if (count == CHILDREN) {
    row.state = withRowStateLevel(row.state, levelOf(row) + 1u);
    row.path <<= PATH_BITS;
  }
  row.nearStart = nearStarts[r];
  for (var child = 0u; child < count && rowStarts[r] + child < level.rowCapacity; child++) {
    nextRows[rowStarts[r] + child] = row;
    row.path++;
    row.nearStart += row.nearCount;
  }
}
