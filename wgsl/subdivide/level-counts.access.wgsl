// The numbers of rows and near faces of a level: words of `counters`; `level` says which. Both are uniform bindings of
// the kernel. The numbers are clamped to the buffers' capacity.

fn rowTotal() -> u32 {
  return min(counterAt(level.rows), level.rowCapacity);
}

fn nearTotal() -> u32 {
  return min(counterAt(level.near), level.nearCapacity);
}

// Whether a row is a leaf whose near faces have been tested.
fn isFinished(row: SubTriangleRow) -> bool {
  return rowStateIsFinished(row.state) == 1u;
}
