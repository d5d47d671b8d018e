// Faces of a body → the number of spans in each cell of its grid.
//
// One thread: one face. Adds 1 to `counts`, initially 0, for each cell that the face touches. CPU twin: buildScanlines
// (lib/index/scanlines/build-scanlines.ts).

fn itemCount() -> u32 {
  return build.faceCount;
}

fn takeItem(face: u32) {
  if (isRetired(face)) {
    return;
  }
  let cells = faceCells(face);
  for (var j = cells.first.y; j <= cells.last.y; j++) {
    for (var i = cells.first.x; i <= cells.last.x; i++) {
      atomicAdd(&counts[cellIndex(cells.grid, vec2i(i, j))], 1u);
    }
  }
}
