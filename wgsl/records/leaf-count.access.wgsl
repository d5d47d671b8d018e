// The number of leaves: the word of `counters` that the host names. common/counters.access.wgsl comes before.

override leafCountWord: u32;

fn leafCount() -> u32 {
  return counterAt(leafCountWord);
}
