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

// The active face of a branch: the last one that begins at it or before.
fn activeRowOf(b: u32) -> u32 {
  var low = 0u;
  var high = activeTotal() - 1u;
  while (low < high) {
    let middle = (low + high + 1u) / 2u;
    if (branchFirst[middle] <= b) {
      low = middle;
    } else {
      high = middle - 1u;
    }
  }
  return low;
}

// error: of a corner of the piece and one of the face together.
fn mayReach(p: array<vec3i, 4>, face: array<vec3i, 3>, error: i32) -> bool {
  if (mayBeWithin(array<vec3i, 3>(p[0], p[1], p[2]), face, error, scene.maxDistance)) {
    return true;
  }
  // A quad is two triangles, whichever diagonal parts them.
  let isQuad = any(p[3] != p[2]);
  return isQuad && mayBeWithin(array<vec3i, 3>(p[0], p[2], p[3]), face, error, scene.maxDistance);
}

// level: bits of the piece's path. isNoting: for the root of several leaves, which notes what may reach it.
fn mayBeNear(row: SubTriangleRow, p: array<vec3i, 4>, level: u32, isNoting: bool) -> bool {
  let body = bodyOf(row);
  let other = 1u - body;
  let error = vertexError(body) + halvingError(level) + vertexError(other);
  let count = min(row.nearStart + row.nearCount, nearTotal()) - min(row.nearStart, nearTotal());
  var isNear = false;
  for (var i = 0u; i < count && (isNoting || !isNear); i++) {
    if (!isNoting && !isNoted(i)) {
      continue;
    }
    let face = faceCorners(other, poseOf(row), nearFaceFace(near[row.nearStart + i]));
    if (mayReach(p, face, error)) {
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
      let child = childWith(body, at.node, leaf - at.first, DIVISION_LEAVES);
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
  let r = activeRowOf(b);
  let row = activeRows[r];
  let body = bodyOf(row);
  var p = wholeFace(row);
  var root = Place(faceNode(body, faceOf(row)), 0u, 0u, 0u);
  for (var item = b - branchFirst[r]; divisionBranches(body, root.node) > 1u;) {
    let child = childWith(body, root.node, item, DIVISION_BRANCHES);
    p = childCorners(p, divisionCorners(body, root.node, child.x));
    root = childPlace(body, root, child.x, 0u);
    item -= child.y;
  }
  var bits = 0u;
  if (row.nearCount > 0u) {
    bits = nearLeaves(row, root, p);
  }
  branches[b] = Branch(r, root.node, root.path, root.level, bits, 0u, 0u);
}
