// Branches → which of their leaves are kept: those with near faces, and those inside the other solid.
//
// One thread: one branch, which it completes. A piece without near faces shares no point with the other surface and
// lies on one side of it, which rays from its corners decide; if none does, its parts are asked. Reads from
// branchStarts which leaves have near faces; writes there how many are kept, which a prefix sum turns into places. CPU
// twin: lib/stages/compiled/module/subdivide/subdivide-faces.ts.

// Any decided corner settles it.
fn sideOfPiece(row: SubTriangleRow, p: array<vec3i, 4>, level: u32) -> u32 {
  let body = bodyOf(row);
  if (!hasBody(scene.signed, 1u - body)) {
    return SIDE_OUTSIDE;
  }
  var corners = p;
  var side = SIDE_UNDECIDED;
  for (var k = 0u; k < 3u && side == SIDE_UNDECIDED; k++) {
    side = signOf(1u - body, poseOf(row), corners[k], vertexError(body) + halvingError(level));
  }
  return side;
}

fn itemCount() -> u32 {
  return branchTotal();
}

fn takeItem(b: u32) {
  var branch = branches[b];
  let row = activeRows[branch.row];
  let body = bodyOf(row);
  let isKnown = row.nearCount == 0u && sideOf(row) == SIDE_INSIDE;
  let root = Place(branch.node, branch.path, branch.level, 0u);
  let corners = placeCorners(row, branch.path, branch.level);
  let count = divisionLeaves(body, branch.node);
  branch.near = branchStarts[b];
  branch.kept = branch.near;
  for (var leaf = 0u; leaf < count;) {
    var at = root;
    var p = corners;
    loop {
      let leaves = divisionLeaves(body, at.node);
      let bits = leafBits(at.first, leaves);
      let isLeaf = divisionChildren(body, at.node) == 0u;
      if (at.first == leaf && (branch.near & bits) == 0u) {
        var side = SIDE_INSIDE;
        if (!isKnown) {
          side = sideOfPiece(row, p, at.level);
        }
        if (side != SIDE_UNDECIDED || isLeaf) {
          branch.kept |= select(bits, 0u, side == SIDE_OUTSIDE);
          branch.undecided |= select(0u, bits, side == SIDE_UNDECIDED);
          leaf += leaves;
          break;
        }
      } else if (isLeaf) {
        leaf++;
        break;
      }
      let child = childWith(body, at.node, leaf - at.first);
      p = childCorners(p, divisionCorners(body, at.node, child.x));
      at = childPlace(body, at, child.x, at.first + child.y);
    }
  }
  branches[b] = branch;
  branchStarts[b] = countOneBits(branch.kept);
}
