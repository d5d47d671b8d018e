// Rows of a level → the number of near faces that each keeps; for a row that keeps none, its side of the other surface.
//
// One thread: one row, which it rewrites. Reads the places of kept near faces and both bodies. CPU twin:
// lib/stages/compiled/module/subdivide/subdivide-faces.ts.

// A sub-triangle that shares no point with the other surface lies on one side of it: any decided corner settles it.
fn sideAnew(row: SubTriangleRow) -> u32 {
  let other = 1u - bodyOf(row);
  if (!hasBody(scene.signed, other)) {
    return SIDE_OUTSIDE;
  }
  var corners = leafCorners(row);
  var side = SIDE_UNDECIDED;
  for (var k = 0u; k < 3u && side == SIDE_UNDECIDED; k++) {
    side = signOf(other, poseOf(row), corners[k], cornerError(row));
  }
  return side;
}

fn itemCount() -> u32 {
  return rowTotal();
}

fn takeItem(r: u32) {
  var row = rows[r];
  let wasUndecided = sideOf(row) == SIDE_UNDECIDED;
  if (isFinished(row) || (row.nearCount == 0u && !wasUndecided)) {
    return;
  }
  row.nearCount = keptBefore(row.nearStart + row.nearCount) - keptBefore(row.nearStart);
  if (row.nearCount == 0u) {
    // Retried on every level until it is decided: the children have corners of their own.
    row.state = withRowStateSide(row.state, sideAnew(row));
  }
  rows[r] = row;
}
