// Faces of a body → their spans, each in the place of its cell, in any order.
//
// One thread: one face. Takes places by counting `counts` back to 0; writes `index`, which has capacity for every span.
// CPU twin: buildScanlines (lib/index/scanlines/build-scanlines.ts).

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
      let cell = cellIndex(cells.grid, vec2i(i, j));
      let slot = atomicSub(&counts[cell], 1u) - 1u;
      index[cellCount() + starts[cell] + slot] = indexSpanEntry(spanIn(face, cells, vec2i(i, j)));
    }
  }
}
