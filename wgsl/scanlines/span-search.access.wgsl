// A depth → the first of a cell's spans to visit. A kernel that uses it defines indexAt(body, entry) -> vec4i, an entry
// of a body's index.

// The first of `count` spans from entry `start` on whose near depth is not below `depth`; `count` if there is none.
fn firstSpanFrom(body: u32, start: u32, count: u32, depth: i32) -> u32 {
  var low = 0u;
  var high = count;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (indexSpanOf(indexAt(body, start + middle)).near < depth) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}
