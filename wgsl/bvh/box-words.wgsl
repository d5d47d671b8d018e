// Boxes as words: the bits of f32 numbers ≥ 0 are in the same order as the numbers. So boxes are united and compared as
// integers, which no device flushes to zero or rounds.

struct WordBox {
  low: vec3u,
  high: vec3u,
}

// The union of no boxes: its union with any box is that box.
fn noBox() -> WordBox {
  return WordBox(vec3u(~0u), vec3u(0u));
}

fn unite(a: WordBox, b: WordBox) -> WordBox {
  return WordBox(min(a.low, b.low), max(a.high, b.high));
}

fn boxesMeet(a: WordBox, b: WordBox) -> bool {
  return all(a.low <= b.high) && all(b.low <= a.high);
}
