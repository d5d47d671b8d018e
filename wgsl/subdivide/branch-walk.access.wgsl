// An active face → its branches, one after another: down from the face, as far as pieces have many leaves and a near
// face may reach them.
//
// A kernel that uses it defines takeBranch(r, branch number, place). reached-pieces.access.wgsl, places.access.wgsl and
// bodies/leaf-corners.wgsl come before.

// r: the face's row. Returns the number of branches.
fn walkBranches(r: u32) -> u32 {
  let row = activeRows[r];
  let body = bodyOf(row);
  if (row.nearCount == 0u && sideOf(row) == SIDE_OUTSIDE) {
    return 0u;
  }
  let whole = Place(faceNode(body, faceOf(row)), 0u, 0u, 0u);
  let corners = wholeFace(row);
  let count = divisionLeaves(body, whole.node);
  var branch = 0u;
  for (var leaf = 0u; leaf < count;) {
    var at = whole;
    var p = corners;
    loop {
      // A piece that begins before the leaf is reached: it has been asked.
      let isLast = !isWide(body, at.node) || (at.first == leaf && !isReached(row, p, at.level));
      if (isLast) {
        takeBranch(r, branch, at);
        branch++;
        leaf += divisionLeaves(body, at.node);
        break;
      }
      let child = childWith(body, at.node, leaf - at.first);
      p = childCorners(p, divisionCorners(body, at.node, child.x));
      at = childPlace(body, at, child.x, at.first + child.y);
    }
  }
  return branch;
}
