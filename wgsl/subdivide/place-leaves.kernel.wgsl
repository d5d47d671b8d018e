// Branches and the places of their leaves → the leaves, in order of pose, body, face and path.
//
// One thread: one branch. Writes the rows of its leaves that are kept. A leaf's near faces are its face's.

fn itemCount() -> u32 {
  return branchTotal();
}

fn leafPlace(body: u32, branch: Branch, leaf: u32) -> Place {
  var at = Place(branch.node, branch.path, branch.level, 0u);
  while (divisionChildren(body, at.node) > 0u) {
    let child = childWith(body, at.node, leaf - at.first, DIVISION_LEAVES);
    at = childPlace(body, at, child.x, at.first + child.y);
  }
  return at;
}

fn takeItem(b: u32) {
  let branch = branches[b];
  let face = activeRows[branch.row];
  var row = branchStarts[b];
  for (var bits = branch.kept; bits != 0u && row < subdivision.rowCapacity; bits &= bits - 1u) {
    let leaf = countTrailingZeros(bits);
    let isNear = ((branch.near >> leaf) & 1u) == 1u;
    let isUndecided = ((branch.undecided >> leaf) & 1u) == 1u;
    let side = select(select(SIDE_INSIDE, SIDE_UNDECIDED, isUndecided), SIDE_OUTSIDE, isNear);
    let at = leafPlace(bodyOf(face), branch, leaf);
    rows[row] = SubTriangleRow(
      face.owner,
      packRowState(poseOf(face), at.level, side),
      at.path,
      select(0u, face.nearStart, isNear),
      select(0u, face.nearCount, isNear),
    );
    row++;
  }
}
