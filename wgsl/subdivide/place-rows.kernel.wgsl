// Rows of a level → the number of rows of the next level that each yields, and the number of near faces of all these.
//
// One thread: one row. Writes counts, which prefix sums turn into places: 0 if it is dropped, 1 if it is finished,
// CHILDREN if it is halved. CPU twin: lib/stages/compiled/module/subdivide/subdivide-faces.ts.

fn leafLevelOf(body: u32, face: u32) -> u32 {
  let at = select(scene.boneFaceOffset, scene.toolFaceOffset, body == TOOL) + FACE_WORDS * face;
  return bitcast<u32>(geometryAt(body, at + FACE_LEAF_LEVEL));
}

// None if no face is near and it lies outside, one if its face is not halved further.
fn rowsAfter(row: SubTriangleRow) -> u32 {
  if (row.nearCount == 0u && sideOf(row) == SIDE_OUTSIDE) {
    return 0u;
  }
  return select(CHILDREN, 1u, leafLevelOf(bodyOf(row), faceOf(row)) <= level.number);
}

fn itemCount() -> u32 {
  return rowTotal();
}

fn takeItem(r: u32) {
  let after = rowsAfter(rows[r]);
  rowStarts[r] = after;
  nearStarts[r] = after * rows[r].nearCount;
}
