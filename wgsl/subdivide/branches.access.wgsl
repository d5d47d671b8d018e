// An active face's branches, one after another, and the tests of a branch, each with the next NEAR_OF_TEST of the
// face's near faces: no thread has more of them. leaf-records.wgsl and places.access.wgsl come before.
//
//   face, 3 branches, 70 near faces         test 0     1     2     3     4     5     6     7     8
//                                         branch └─ 0 ─────────┘     └─ 1 ─────────┘     └─ 2 ─┘
//                                         faces  0–31 32–63 64–69 …

// Of a face without near faces that lies outside there is nothing to keep.
fn branchCount(row: SubTriangleRow) -> u32 {
  let body = bodyOf(row);
  let isOutside = row.nearCount == 0u && sideOf(row) == SIDE_OUTSIDE;
  return select(divisionWord(body, faceNode(body, faceOf(row)), DIVISION_BRANCHES), 0u, isOutside);
}

// At least one, which makes the branch.
fn testsOfBranch(row: SubTriangleRow) -> u32 {
  return max(1u, (row.nearCount + NEAR_OF_TEST - 1u) / NEAR_OF_TEST);
}

fn branchPlace(row: SubTriangleRow, branch: u32) -> Place {
  let body = bodyOf(row);
  var at = Place(faceNode(body, faceOf(row)), 0u, 0u, 0u);
  var rest = branch;
  while (divisionWord(body, at.node, DIVISION_BRANCHES) > 1u) {
    var child = 0u;
    var count = divisionWord(body, divisionChild(body, at.node, child), DIVISION_BRANCHES);
    while (rest >= count) {
      rest -= count;
      child++;
      count = divisionWord(body, divisionChild(body, at.node, child), DIVISION_BRANCHES);
    }
    at = childPlace(body, at, child, 0u);
  }
  return at;
}
