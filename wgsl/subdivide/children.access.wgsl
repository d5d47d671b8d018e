// How many rows of the next level come of a row, by the sums of `rowStarts`, a binding of the kernel.

fn childCount(row: u32) -> u32 {
  if (row + 1u < rowTotal()) {
    return rowStarts[row + 1u] - rowStarts[row];
  }
  return counterAt(level.nextRows) - rowStarts[row];
}
