// Rows of a level → rows of the next, in order: the row itself if it is a leaf, its children, or none.
//
// One thread: one row. Writes nextRows at its places.

fn itemCount() -> u32 {
  return rowTotal();
}

// The child of a row's piece; its near faces begin nowhere yet.
fn childRow(parent: SubTriangleRow, node: u32, child: u32) -> SubTriangleRow {
  let body = bodyOf(parent);
  let used = levelOf(parent) + divisionBits(body, node);
  var row = parent;
  row.state = withRowStateLevel(row.state, used);
  row.path |= child << (32u - used);
  row.node = divisionChild(body, node, child);
  return row;
}

fn takeItem(r: u32) {
  let row = rows[r];
  let count = childCount(r);
  let node = nodeOf(row);
  for (var child = 0u; child < count && rowStarts[r] + child < level.rowCapacity; child++) {
    var next = row;
    if (count == 1u) {
      next.state = withRowStateIsFinished(row.state, 1u);
    } else {
      next = childRow(row, node, child);
    }
    next.nearStart = nearStarts[r] + child * row.nearCount;
    nextRows[rowStarts[r] + child] = next;
  }
}
