// Branches of active faces → which of their leaves may come within δ' of a face near theirs.
//
// One thread: one test, of a branch with some of its face's near faces. The first of a branch writes it. Goes down from
// the branch's root: a piece that none of them may reach has no such leaf, and below the root only those that may reach
// the root are tested. Adds the leaves' bits to branchStarts, which are 0 before: in what order shows in the work, not
// in the bits. CPU twin: lib/stages/compiled/module/subdivide/subdivide-faces.ts, which tests bounding spheres.

// The row of a test: the last one that begins at it or before.
fn rowOfTest(test: u32) -> u32 {
  var low = 0u;
  var high = activeTotal() - 1u;
  while (low < high) {
    let middle = (low + high + 1u) / 2u;
    if (branchFirst[2u * middle + 1u] <= test) {
      low = middle;
    } else {
      high = middle - 1u;
    }
  }
  return low;
}

// A bit for each of the test's near faces: whether it may reach the root.
var<private> reaching: u32;

// isRoot: of several leaves.
fn mayBeNear(row: SubTriangleRow, p: array<vec3i, 4>, level: u32, first: u32, isRoot: bool) -> bool {
  let error = pieceError(row, level);
  var isNear = false;
  for (var bits = reaching; bits != 0u && (isRoot || !isNear); bits &= bits - 1u) {
    let k = countTrailingZeros(bits);
    if (mayReach(p, nearFace(row, first + k), error)) {
      isNear = true;
    } else if (isRoot) {
      reaching &= ~(1u << k);
    }
  }
  return isNear;
}

// A bit for each leaf of branch b that one of the test's faces may reach, but for those that another test has found.
fn nearLeaves(b: u32, row: SubTriangleRow, root: Place, corners: array<vec3i, 4>, first: u32) -> u32 {
  let body = bodyOf(row);
  let count = divisionLeaves(body, root.node);
  var bits = 0u;
  for (var leaf = 0u; leaf < count;) {
    var at = root;
    var p = corners;
    loop {
      let isRoot = count > 1u && at.level == root.level;
      // Pieces that begin before the leaf have been tested.
      if (at.first == leaf) {
        let leaves = divisionLeaves(body, at.node);
        let isFound = (~atomicLoad(&branchStarts[b]) & leafBits(leaf, leaves)) == 0u;
        if (isFound || !mayBeNear(row, p, at.level, first, isRoot)) {
          leaf += leaves;
          break;
        }
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
  return select(counterAt(subdivision.tests), 0u, activeTotal() == 0u);
}

fn takeItem(test: u32) {
  let r = rowOfTest(test);
  let row = activeRows[r];
  let count = branchCount(row);
  let own = test - branchFirst[2u * r + 1u];
  let b = branchFirst[2u * r] + own % count;
  let first = NEAR_OF_TEST * (own / count);
  if (b >= branchTotal()) {
    return;
  }
  let root = branchPlace(row, own % count);
  if (first == 0u) {
    branches[b] = Branch(r, root.node, root.path, root.level, 0u, 0u, 0u);
  }
  let near = nearFacesOf(row);
  if (first < near) {
    reaching = ~0u >> (32u - min(NEAR_OF_TEST, near - first));
    atomicOr(&branchStarts[b], nearLeaves(b, row, root, placeCorners(row, root.path, root.level), first));
  }
}
