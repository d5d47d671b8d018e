// The k-DOPs of a tree's nodes: DOP_VALUES least values each, then as many greatest ones. Leaf k is node
// firstLeaf() + k; the children of node i are 2i + 1 and 2i + 2.

fn firstLeaf() -> u32 {
  return (1u << impactStep.levels) - 1u;
}

fn nodeDop(node: u32) -> MovingDop {
  var dop: MovingDop;
  let at = DOP_WORDS * node;
  for (var k = 0u; k < DOP_VALUES; k++) {
    dop.low[k] = dops[at + k];
    dop.high[k] = dops[at + DOP_VALUES + k];
  }
  return dop;
}

// Whether all values of the first are greater than the second's along an axis, at the start (k = axis) or at the end
// (k = DOP_AXES + axis). No sum overflows: the empty k-DOP is -ABOVE_ALL above, the others are below 2^30 + 3.
fn isAbove(first: u32, second: u32, k: u32, slack: i32) -> bool {
  return dops[DOP_WORDS * first + k] > dops[DOP_WORDS * second + DOP_VALUES + k] + slack;
}

// As areDopsApart, reading no more than it needs.
fn areNodesApart(a: u32, b: u32) -> bool {
  for (var k = 0u; k < DOP_AXES; k++) {
    let slack = dopSlack(k);
    let last = DOP_AXES + k;
    if (isAbove(a, b, k, slack) && isAbove(a, b, last, slack)) {
      return true;
    }
    if (isAbove(b, a, k, slack) && isAbove(b, a, last, slack)) {
      return true;
    }
  }
  return false;
}

fn isEmptyNode(node: u32) -> bool {
  return dops[DOP_WORDS * node] == ABOVE_ALL;
}
