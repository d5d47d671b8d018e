// A tool face under a pose → the bone faces whose boxes meet its box, inflated, each once.
//
// A kernel that uses it binds what tool-face-box.access.wgsl and bone-index.access.wgsl read, and defines
// takeCandidate(pose, boneFace, toolFace), which is called for each.

// Returns whether there is one. A pair belongs to the cell, of the level of the bone's face, that holds the low corner
// of the overlap of the two boxes (Dittrich & Seeger 2000): the cell that is the lowest of the tool's or of the bone's
// face in each direction. No pair whose boxes meet is missing; the result may include boxes that miss each other,
// across, by less than two steps of 1/BOUND_STEPS of a cell, or beyond the grid's border.
fn takeCandidates(pose: u32, toolFace: u32) -> bool {
  let box = toolFaceBox(pose, toolFace);
  if (!boxMeets(box, lowOf(scene, BONE), highOf(scene, BONE))) {
    return false;
  }
  let firstSpan = cellsOf(scene, BONE);
  var hasPair = false;
  for (var grid = scanlinesOf(scene, BONE); grid.levels != 0u; grid = coarser(grid)) {
    if (!holdsSpans(grid)) {
      continue;
    }
    let low = depthLast(box.low, grid.axis);
    let high = depthLast(box.high, grid.axis);
    let first = cellOf(grid, low.xy);
    let last = cellOf(grid, high.xy);
    for (var j = first.y; j <= last.y; j++) {
      for (var i = first.x; i <= last.x; i++) {
        let cell = indexCellOf(indexAt(BONE, cellIndex(grid, vec2i(i, j))));
        let start = firstSpan + u32(cell.start);
        let count = u32(cell.count);
        let owned = ownedIn(vec2i(i, j), first);
        let bounds = boundsWithin(grid, vec2i(i, j), low.xy, high.xy);
        for (var s = firstSpanFrom(BONE, start, count, low.z - cell.extent); s < count; s++) {
          let span = indexSpanOf(indexAt(BONE, start + s));
          if (span.near > high.z) {
            break;
          }
          if (span.far < low.z || (span.owner & owned) != owned || !boundsMeet(span.bounds, bounds)) {
            continue;
          }
          takeCandidate(pose, span.owner & FACE_BITS, toolFace);
          hasPair = true;
        }
      }
    }
  }
  return hasPair;
}
