// The number of pairs of a round of the front: a word of `counters`; `round` says which. Both are uniform bindings of
// the kernel. The number is clamped to the buffers' capacity.

fn frontCount() -> u32 {
  return min(counterAt(round.count), round.capacity);
}

// The beginning and end, among `total`, of the bone faces below a leaf, or of the children of a node.
fn childrenOf(node: u32, total: u32) -> vec2u {
  return vec2u(BRANCHING * node, min(total, BRANCHING * (node + 1u)));
}
