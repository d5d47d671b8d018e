// Leaves and their gaps → the sides of their corners, and whether the corners' distances are wanted.
//
// One thread: one leaf. Counts crossings along a scanline of the other body, of one corner or of all three; writes
// three records to `corners`. CPU twin: lib/stages/compiled/module/proximity/point-table.ts.

fn itemCount() -> u32 {
  return min(leafCount(), arrayLength(&rows));
}

fn takeItem(leaf: u32) {
  let row = rows[leaf];
  let gap = gaps[leaf];
  let other = 1u - bodyOf(row);
  let mayCross = gapCrossing(gap) != LEAF_NO;
  let isSigned = hasBody(scene.signed, other);
  var signs = vec3u(SIDE_OUTSIDE);
  if (isSigned) {
    var p = leafCorners(row);
    let isKnown = sideOf(row) == SIDE_INSIDE;
    signs = vec3u(select(SIDE_OUTSIDE, SIDE_INSIDE, isKnown));
    for (var k = select(0u, 1u, isKnown); k < select(1u, 3u, mayCross); k++) {
      signs[k] = signOf(other, poseOf(row), p[k], cornerError(row));
    }
    // A leaf that shares no point with the surface lies on one side of it.
    if (!mayCross) {
      signs = vec3u(signs.x);
    }
  }
  let isWanted = isSigned && (mayCross || signs.x == SIDE_INSIDE);
  let asked = select(CORNER_KNOWN, CORNER_WANTED, isWanted);
  for (var k = 0u; k < 3u; k++) {
    corners[3u * leaf + k] = CornerDistance(packCornerState(signs[k], asked), NO_FACE, FAR, 0.0);
  }
}
