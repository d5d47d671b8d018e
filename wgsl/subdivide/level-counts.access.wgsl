// How many rows and near faces a level has: words of `counters`, and which they are says `level`; both are uniform
// bindings of the kernel. No more are taken than there is room for.

/// 96 words: what a buffer of counters must have at least.
const COUNTER_QUADS: u32 = 24u;

const INSIDE_NOT_ASKED: u32 = 0u;
const INSIDE_YES: u32 = 1u;
const INSIDE_UNDECIDED: u32 = 2u;
const INSIDE_SHIFT: u32 = 24u;
const LEVEL_SHIFT: u32 = 16u;
const BODY_SHIFT: u32 = 31u;

fn counterAt(word: u32) -> u32 {
  return counters[word / 4u][word % 4u];
}

fn rowTotal() -> u32 {
  return min(counterAt(level.rows), level.rowRoom);
}

fn nearTotal() -> u32 {
  return min(counterAt(level.near), level.nearRoom);
}

/// A row whose face is not halved further: it has been tested on its own level.
fn isFinished(row: SubTriangleRow) -> bool {
  return levelOf(row) < level.number;
}
