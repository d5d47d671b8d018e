// Near faces of the leaves → the words that later stages read.
//
// One thread: one near face, whose word it copies to `near`.

fn itemCount() -> u32 {
  return nearTotal();
}

fn takeItem(e: u32) {
  near[e] = entries[e].word;
}
