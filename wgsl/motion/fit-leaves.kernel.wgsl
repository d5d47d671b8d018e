// Vertices that move → the k-DOPs of the tree's leaves.
//
// One thread: one leaf. Reads its item's corners; a leaf without an item gets the empty k-DOP. CPU twin: DopTree
// (lib/index/bvh/dop-tree.ts).

fn itemCount() -> u32 {
  return 1u << impactStep.levels;
}

fn takeItem(leaf: u32) {
  var dop = noDop();
  let item = itemOfLeaf(leaf);
  if (item != NO_FACE) {
    let corners = cornersOf(item);
    for (var k = 0u; k < 3u; k++) {
      dop = withPoint(dop, movingPoint(corners[k]));
    }
  }
  let at = DOP_WORDS * (firstLeaf() + leaf);
  for (var k = 0u; k < DOP_VALUES; k++) {
    dops[at + k] = dop.low[k];
    dops[at + DOP_VALUES + k] = dop.high[k];
  }
}
