// Span counts of the cells → the capacity of each.
//
// One thread: one cell. Writes it to `starts`, which a prefix sum turns into places, and the known part of the cell's
// record.

fn itemCount() -> u32 {
  return cellCount();
}

fn takeItem(cell: u32) {
  let count = counts[cell];
  let capacity = capacityFor(count);
  starts[cell] = capacity;
  index[cell] = indexCellEntry(IndexCell(0, i32(count), 0, i32(capacity)));
}
