// Rows of a level → how many rows of the next come of each, and how many near faces these have together.
//
// One thread: one row. Writes counts, of which prefix sums make places: 0 where it is dropped, 1 where it is finished,
// CHILDREN where it is halved. CPU twin: FaceSubdivider (lib/subdivide/subdivide-faces.ts).

fn leafLevelOf(body: u32, face: u32) -> u32 {
  let at = select(scene.boneFaceOffset, scene.toolFaceOffset, body == TOOL) + FACE_WORDS * face;
  return bitcast<u32>(geometryAt(body, at + FACE_LEAF_LEVEL));
}

// None where no face is near and it lies outside, one where its face is not halved further.
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
