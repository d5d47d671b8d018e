// Spans in the places of their cells, in any order → in order of (near, face), with the cells' records.
//
// One thread: one cell. CPU twin: buildScanlines (lib/scanlines/build-scanlines.ts).

fn takeItem(cell: u32) {
  if (cell >= cellCount()) {
    return;
  }
  let before = indexCellOf(index[cell]);
  closeCell(cell, starts[cell], u32(before.count), u32(before.capacity));
}
