// Near faces of the leaves → the words that the stages after this read.
//
// One thread: one near face, whose word it copies to `near`.

fn takeItem(e: u32) {
  if (e < nearTotal()) {
    near[e] = entries[e].word;
  }
}
