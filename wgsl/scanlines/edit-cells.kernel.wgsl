// Cells that an edit touches → without the spans of retired faces, with those of added ones, in order.
//
// One thread: one touched cell; every other cell stays as it was. Rewrites the cell's spans in `index`, in place or
// after all others. CPU twin: editScanlines (lib/index/scanlines/edit-scanlines.ts).

// A place for the at most `most` spans of a cell: as before, or after all others. With no capacity left there, `state`
// is set and the whole index must be rebuilt.
fn placeFor(cell: IndexCell, most: u32) -> vec2u {
  if (most <= u32(cell.capacity)) {
    return vec2u(u32(cell.start), u32(cell.capacity));
  }
  let capacity = capacityFor(most);
  let start = atomicAdd(&state[STATE_USED], capacity);
  if (cellCount() + start + capacity > arrayLength(&index)) {
    atomicStore(&state[STATE_FULL], 1u);
    return vec2u(0u, 0u);
  }
  return vec2u(start, capacity);
}

fn itemCount() -> u32 {
  return build.touchedCount;
}

fn takeItem(item: u32) {
  let task = touched[item];
  let before = indexCellOf(index[task.cell]);
  let begin = cellCount() + u32(before.start);
  let end = begin + u32(before.count);
  var kept = 0u;
  for (var s = begin; s < end; s++) {
    kept += select(1u, 0u, isRetired(indexSpanOf(index[s]).owner & FACE_BITS));
  }
  let most = kept + task.addedCount;
  let place = placeFor(before, most);
  if (most > place.y) {
    return;
  }
  var to = cellCount() + place.x;
  for (var s = begin; s < end; s++) {
    let span = index[s];
    if (!isRetired(indexSpanOf(span).owner & FACE_BITS)) {
      index[to] = span;
      to++;
    }
  }
  for (var k = task.addedStart; k < task.addedStart + task.addedCount; k++) {
    if (!isRetired(added[k])) {
      let cells = faceCells(added[k]);
      let cell = i32(task.cell - cells.grid.firstCell);
      index[to] = indexSpanEntry(spanIn(added[k], cells, vec2i(cell % cells.grid.nu, cell / cells.grid.nu)));
      to++;
    }
  }
  closeCell(task.cell, place.x, to - cellCount() - place.x, place.y);
}
