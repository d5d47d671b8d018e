// Spans in the places of their cells, in any order → in order of (near, face), with the cells' records.
//
// One thread: one cell. CPU twin: buildScanlines (lib/index/scanlines/build-scanlines.ts).

fn itemCount() -> u32 {
  return cellCount();
}

fn takeItem(cell: u32) {
  let before = indexCellOf(index[cell]);
  closeCell(cell, starts[cell], u32(before.count), u32(before.capacity));
}
