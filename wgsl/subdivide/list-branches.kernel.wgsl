// Active faces and the numbers of their first branches → the branches.
//
// One thread: one active face, whose branches it writes.

fn takeBranch(r: u32, branch: u32, at: Place) {
  let b = branchFirst[r] + branch;
  if (b < subdivision.rowCapacity) {
    branches[b] = Branch(r, at.node, at.path, at.level, 0u, 0u, 0u);
  }
}

fn itemCount() -> u32 {
  return activeTotal();
}

fn takeItem(r: u32) {
  _ = walkBranches(r);
}
