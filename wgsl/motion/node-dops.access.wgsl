// The k-DOPs of a tree's nodes: DOP_AXES least values each, then as many greatest ones. Leaf k is node firstLeaf() + k;
// the children of node i are 2i + 1 and 2i + 2.

fn firstLeaf() -> u32 {
  return (1u << impactStep.levels) - 1u;
}

fn nodeDop(node: u32) -> SweptDop {
  var dop: SweptDop;
  let at = 2u * DOP_AXES * node;
  for (var k = 0u; k < DOP_AXES; k++) {
    dop.low[k] = dops[at + k];
    dop.high[k] = dops[at + DOP_AXES + k];
  }
  return dop;
}

// As areDopsApart, reading no more than it needs.
fn areNodesApart(a: u32, b: u32) -> bool {
  let i = 2u * DOP_AXES * a;
  let j = 2u * DOP_AXES * b;
  for (var k = 0u; k < DOP_AXES; k++) {
    if (dops[i + k] > dops[j + DOP_AXES + k] + dopSlack(k) || dops[j + k] > dops[i + DOP_AXES + k] + dopSlack(k)) {
      return true;
    }
  }
  return false;
}

fn isEmptyNode(node: u32) -> bool {
  return dops[2u * DOP_AXES * node] == ABOVE_ALL;
}
