// How many rows and near faces a level has: words of `counters`, and which they are says `level`; both are uniform
// bindings of the kernel. No more are taken than there is room for.

fn rowTotal() -> u32 {
  return min(counterAt(level.rows), level.rowRoom);
}

fn nearTotal() -> u32 {
  return min(counterAt(level.near), level.nearRoom);
}

// / A row whose face is not halved further: it has been tested on its own level.
fn isFinished(row: SubTriangleRow) -> bool {
  return levelOf(row) < level.number;
}
