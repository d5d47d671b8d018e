// A word of `counters` in a kernel that binds it as a uniform, since its eight storage buffers are taken.

fn counterAt(word: u32) -> u32 {
  return counters[word / 4u][word % 4u];
}
