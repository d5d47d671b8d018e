// How many leaves there are: a word of `counters`, a uniform binding of the kernel, since its eight storage buffers are
// taken.

/// 32 words: what a buffer of counters must have at least.
const COUNTER_QUADS: u32 = 8u;
override leafCountWord: u32 = 0u;

fn leafCount() -> u32 {
  return counters[leafCountWord / 4u][leafCountWord % 4u];
}
