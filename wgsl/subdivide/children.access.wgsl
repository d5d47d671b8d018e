// The number of rows of the next level that a row yields, by the sums in `rowStarts`, a binding of the kernel.

fn childCount(row: u32) -> u32 {
  if (row + 1u < rowTotal()) {
    return rowStarts[row + 1u] - rowStarts[row];
  }
  return counterAt(level.nextRows) - rowStarts[row];
}
