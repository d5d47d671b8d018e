// Active faces → the number of branches of each.
//
// One thread: one active face. Writes branchFirst, which a prefix sum turns into the number of its first branch.

fn itemCount() -> u32 {
  return activeTotal();
}

fn takeItem(r: u32) {
  let row = activeRows[r];
  let body = bodyOf(row);
  let count = divisionBranches(body, faceNode(body, faceOf(row)));
  branchFirst[r] = select(count, 0u, row.nearCount == 0u && sideOf(row) == SIDE_OUTSIDE);
}
