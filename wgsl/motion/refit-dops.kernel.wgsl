// The k-DOPs of a level of a tree → those of the levels of a band above it.
//
// One workgroup: one node of the band's first level and all below it in the band, level by level upwards. The number of
// bands does not grow with the tree, so every tree has the same number of dispatches. CPU twin: DopTree
// (lib/index/bvh/dop-tree.ts).

fn uniteChildren(node: u32) {
  let at = DOP_WORDS * node;
  let first = DOP_WORDS * (2u * node + 1u);
  let second = first + DOP_WORDS;
  for (var k = 0u; k < DOP_VALUES; k++) {
    dops[at + k] = min(dops[first + k], dops[second + k]);
    let high = k + DOP_VALUES;
    dops[at + high] = max(dops[first + high], dops[second + high]);
  }
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let top = flatGroup(group, groups);
  let isTop = top < (1u << dopBand.first);
  for (var level = dopBand.end; level > dopBand.first; level--) {
    let below = level - 1u - dopBand.first;
    if (isTop) {
      let first = (1u << (level - 1u)) - 1u + (top << below);
      for (var k = thread; k < (1u << below); k += workgroupSize) {
        uniteChildren(first + k);
      }
    }
    storageBarrier();
  }
}
