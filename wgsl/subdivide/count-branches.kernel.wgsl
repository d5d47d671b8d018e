// Active faces → the number of branches of each.
//
// One thread: one active face. Writes branchFirst, which a prefix sum turns into the number of its first branch.

fn takeBranch(r: u32, branch: u32, at: Place) {}

fn itemCount() -> u32 {
  return activeTotal();
}

fn takeItem(r: u32) {
  branchFirst[r] = walkBranches(r);
}
