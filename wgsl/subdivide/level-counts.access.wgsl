// How many rows and near faces a level has: words of `counters`; `level` says which. Both are uniform
// bindings of the kernel. No more are taken than the buffers have capacity for.

fn rowTotal() -> u32 {
  return min(counterAt(level.rows), level.rowCapacity);
}

fn nearTotal() -> u32 {
  return min(counterAt(level.near), level.nearCapacity);
}

// A row whose face is not halved further: it has been tested on its own level.
fn isFinished(row: SubTriangleRow) -> bool {
  return levelOf(row) < level.number;
}
