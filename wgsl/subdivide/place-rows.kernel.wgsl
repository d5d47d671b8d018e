// Rows of a level → the number of rows of the next level that each yields, and the number of near faces of all these.
//
// One thread: one row. Writes counts, which prefix sums turn into places: 0 if it is dropped, 1 if it is a leaf, else
// its children's number. CPU twin: lib/stages/compiled/module/subdivide/subdivide-faces.ts.

fn rowsAfter(row: SubTriangleRow) -> u32 {
  if (row.nearCount == 0u && sideOf(row) == SIDE_OUTSIDE) {
    return 0u;
  }
  return max(1u, divisionChildren(bodyOf(row), nodeOf(row)));
}

fn itemCount() -> u32 {
  return rowTotal();
}

fn takeItem(r: u32) {
  let after = rowsAfter(rows[r]);
  rowStarts[r] = after;
  nearStarts[r] = after * rows[r].nearCount;
}
