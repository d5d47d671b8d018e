// Branches and the places of their leaves → the leaves, in order of pose, body, face and path.
//
// One thread: one leaf that is kept. Finds its branch by bisection; writes its row. A leaf's near faces are its face's.
// The first of a branch counts the branch's leaves for its pose.

// The branch of a leaf: the last one that begins at it or before.
fn branchOf(leaf: u32) -> u32 {
  var low = 0u;
  var high = branchTotal() - 1u;
  while (low < high) {
    let middle = (low + high + 1u) / 2u;
    if (branchStarts[middle] <= leaf) {
      low = middle;
    } else {
      high = middle - 1u;
    }
  }
  return low;
}

// The number of the bit that has `before` set bits before it.
fn setBit(word: u32, before: u32) -> u32 {
  var bits = word;
  for (var k = 0u; k < before; k++) {
    bits &= bits - 1u;
  }
  return countTrailingZeros(bits);
}

fn itemCount() -> u32 {
  return leafTotal();
}

fn takeItem(i: u32) {
  let b = branchOf(i);
  let branch = branches[b];
  let face = activeRows[branch.row];
  let body = bodyOf(face);
  if (i == branchStarts[b]) {
    atomicAdd(&poseCounts[POSE_COUNTS_WORDS * poseOf(face) + POSE_COUNTS_SUB_TRIANGLES], countOneBits(branch.kept));
  }
  let leaf = setBit(branch.kept, i - branchStarts[b]);
  let isNear = ((branch.near >> leaf) & 1u) == 1u;
  let isUndecided = ((branch.undecided >> leaf) & 1u) == 1u;
  var at = Place(branch.node, branch.path, branch.level, 0u);
  while (divisionChildren(body, at.node) > 0u) {
    let child = childWith(body, at.node, leaf - at.first);
    at = childPlace(body, at, child.x, at.first + child.y);
  }
  let side = select(select(SIDE_INSIDE, SIDE_UNDECIDED, isUndecided), SIDE_OUTSIDE, isNear);
  rows[i] = SubTriangleRow(
    face.owner,
    packRowState(poseOf(face), at.level, side),
    at.path,
    select(0u, face.nearStart, isNear),
    select(0u, face.nearCount, isNear),
  );
}
