// How many pairs a round of the front has: a word of `counters`; `round` says which. Both are uniform bindings of the
// kernel. No more are taken than the buffers have capacity for.

fn frontCount() -> u32 {
  return min(counterAt(round.count), round.capacity);
}

// Where the bone faces below a leaf, or the children of a node, begin and end among `total` of them.
fn childrenOf(node: u32, total: u32) -> vec2u {
  return vec2u(BRANCHING * node, min(total, BRANCHING * (node + 1u)));
}
