// Branches of active faces → which of their leaves may come within δ' of a face near theirs.
//
// One thread: one branch. Goes down from its root: a piece that no near face may reach has no such leaf, and below the
// root only faces that may reach the root are tested. Reads the piece's and the faces' corners; writes the branch. CPU
// twin: lib/stages/compiled/module/subdivide/subdivide-faces.ts, which tests bounding spheres.

// A bit for each of the first near faces: whether it may reach the root. Those beyond are always tested.
const NOTED_WORDS = 8u;
var<private> noted: array<u32, NOTED_WORDS>;

fn isNoted(i: u32) -> bool {
  let word = i / FACES_PER_WORD;
  let bit = i % FACES_PER_WORD;
  return word >= NOTED_WORDS || ((noted[word] >> bit) & 1u) == 1u;
}

fn note(i: u32) {
  let word = i / FACES_PER_WORD;
  if (word < NOTED_WORDS) {
    noted[word] |= 1u << (i % FACES_PER_WORD);
  }
}

// isNoting: for the root of several leaves, which notes what may reach it.
fn mayBeNear(row: SubTriangleRow, p: array<vec3i, 4>, level: u32, isNoting: bool) -> bool {
  let error = pieceError(row, level);
  let count = nearFacesOf(row);
  var isNear = false;
  for (var i = 0u; i < count && (isNoting || !isNear); i++) {
    if ((isNoting || isNoted(i)) && mayReach(p, nearFace(row, i), error)) {
      isNear = true;
      note(i);
    }
  }
  return isNear;
}

// A bit for each leaf of the branch.
fn nearLeaves(row: SubTriangleRow, root: Place, corners: array<vec3i, 4>) -> u32 {
  let body = bodyOf(row);
  let count = divisionLeaves(body, root.node);
  var bits = 0u;
  for (var word = 0u; word < NOTED_WORDS; word++) {
    noted[word] = select(0u, ~0u, count == 1u);
  }
  for (var leaf = 0u; leaf < count;) {
    var at = root;
    var p = corners;
    loop {
      let isNoting = count > 1u && at.level == root.level;
      // Pieces that begin before the leaf have been tested.
      if (at.first == leaf && !mayBeNear(row, p, at.level, isNoting)) {
        leaf += divisionLeaves(body, at.node);
        break;
      }
      if (divisionChildren(body, at.node) == 0u) {
        bits |= 1u << leaf;
        leaf++;
        break;
      }
      let child = childWith(body, at.node, leaf - at.first);
      p = childCorners(p, divisionCorners(body, at.node, child.x));
      at = childPlace(body, at, child.x, at.first + child.y);
    }
  }
  return bits;
}

fn itemCount() -> u32 {
  return branchTotal();
}

fn takeItem(b: u32) {
  let branch = branches[b];
  let row = activeRows[branch.row];
  if (row.nearCount == 0u || isWide(bodyOf(row), branch.node)) {
    return;
  }
  let root = Place(branch.node, branch.path, branch.level, 0u);
  branches[b].near = nearLeaves(row, root, placeCorners(row, branch.path, branch.level));
}
