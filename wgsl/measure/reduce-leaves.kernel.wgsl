// Leaves, their gaps and corners → one result each.
//
// One thread: one leaf. Writes `results`, and counts that prefix sums turn into places: 1 for a contact, 1 for an
// undecided leaf, and the number of its near faces. CPU twin:
// lib/stages/compiled/module/measure/measure-sub-triangles.ts.

// A corner at the same point as another has its own side, and the other's distance.
fn cornerAt(corner: u32) -> CornerDistance {
  let own = corners[corner];
  if (cornerStateAsked(own.state) != CORNER_SAME) {
    return own;
  }
  let same = corners[own.face];
  return CornerDistance(own.state, same.face, same.upper, same.lower);
}

fn itemCount() -> u32 {
  return min(leafCount(), arrayLength(&rows));
}

fn takeItem(leaf: u32) {
  let row = rows[leaf];
  let gap = gaps[leaf];
  let atCorners = array<CornerDistance, 3>(cornerAt(3u * leaf), cornerAt(3u * leaf + 1u), cornerAt(3u * leaf + 2u));
  let decision = decideLeaf(gap, hasBody(scene.signed, 1u - bodyOf(row)), atCorners, scene.tolerance);
  let kind = decision.kind;
  let isUndecided = kind == KIND_UNDECIDED;
  let isInside = select(0u, 1u, kind >= KIND_CORNER && kind < KIND_DROPPED);
  let state = packResultState(poseOf(row), levelOf(row), kind, isInside);
  results[leaf] = LeafResult(
    row.owner, state, row.path, decision.face, decision.low, decision.high, gap.s, gap.t, gap.s2, gap.t2,
  );
  let at = RESULT_SUMS * leaf;
  resultStarts[at] = select(0u, 1u, kind < KIND_DROPPED);
  resultStarts[at + 1u] = select(0u, 1u, isUndecided);
  resultStarts[at + 2u] = select(0u, row.nearCount, isUndecided);
}
