// Corners whose distance is wanted and the lists of their cells → the nearest face of the other body and a certified
// interval of the distance.
//
// One thread: one corner of a leaf, the first of those at its point. Rewrites the corner's record; a corner whose cell
// has no list, or whose result is beyond the list's reach, is marked CORNER_ALONE. CPU twin: CellFaces
// (lib/index/proximity/cell-faces.ts).

// The first word of a cell's record if it has a list, or 0.
fn listedCell(cell: u32) -> u32 {
  let places = arrayLength(&cells) / CORNER_CELL_WORDS - 1u;
  var place = firstProbe(cell, places);
  for (var probe = 0u; probe < min(MOST_PROBES, places); probe++) {
    let at = CORNER_CELL_WORDS * (1u + place);
    let number = cells[at + CORNER_CELL_NUMBER];
    if (number == cell + 1u) {
      return select(0u, at, cells[at + CORNER_CELL_COUNT] > 0u);
    }
    if (number == 0u) {
      return 0u;
    }
    place = (place + 1u) % places;
  }
  return 0u;
}

fn supportAt(entry: u32) -> vec4f {
  let at = CELL_FACE_WORDS * entry;
  return bitcast<vec4f>(vec4u(
    cellFaces[at + CELL_FACE_X], cellFaces[at + CELL_FACE_Y], cellFaces[at + CELL_FACE_Z], cellFaces[at + CELL_FACE_LEAST],
  ));
}

// `best`, or the face of this entry of a list if that is nearer.
fn withEntry(best: NearestFace, body: u32, pose: u32, asked: Asked, middle: vec3i, entry: u32) -> NearestFace {
  let bySupport = lowerBySupport(body, supportAt(entry), middle, asked.own, asked.ownError);
  if (bySupport > best.upper) {
    return best;
  }
  let face = cellFaces[CELL_FACE_WORDS * entry + CELL_FACE_FACE];
  let v = faceAt(body, face);
  let byBox = lowerByBox(body, ownCorners(body, v), asked);
  if (byBox > best.upper) {
    return best;
  }
  return withMeasured(best, body, pose, asked, face, v, max(byBox, bySupport));
}

// The nearest face of a list. Its first entry is nearest to the cell's centre, so few others are measured.
fn nearestListed(body: u32, pose: u32, asked: Asked, start: u32, count: u32) -> NearestFace {
  let middle = cellMiddle(scene, body, asked.own);
  var best = noneYet();
  for (var entry = start; entry < start + count; entry++) {
    best = withEntry(best, body, pose, asked, middle, entry);
  }
  return finished(best);
}

fn itemCount() -> u32 {
  return 3u * min(leafCount(), arrayLength(&rows));
}

// A face that a cell's list leaves out is farther than this from the point, in the body's own frame.
fn reachOfList(cell: u32, body: u32, asked: Asked) -> f32 {
  let x = local(asked.own, cellMiddle(scene, body, asked.own));
  let nearest = supportAt(cells[cell + CORNER_CELL_START]).xyz;
  let above = bitcast<f32>(cells[cell + CORNER_CELL_ABOVE]) + ABOVE_FACTOR * dot(nearest, x);
  return min(bitcast<f32>(cells[cell + CORNER_CELL_LIMIT]), above);
}

fn takeItem(corner: u32) {
  let state = corners[corner].state;
  if (cornerStateAsked(state) != CORNER_WANTED) {
    return;
  }
  let row = rows[corner / 3u];
  let other = 1u - bodyOf(row);
  let asked = askedAt(row, corner % 3u);
  let cell = listedCell(cellAround(scene, other, asked.own));
  if (cell != 0u) {
    let start = cells[cell + CORNER_CELL_START];
    let nearest = nearestListed(other, poseOf(row), asked, start, cells[cell + CORNER_CELL_COUNT]);
    if (nearest.upper <= reachOfList(cell, other, asked) * ownFactor(other)) {
      corners[corner] = CornerDistance(
        withCornerStateAsked(state, CORNER_KNOWN), nearest.face, nearest.upper, nearest.lower,
      );
      return;
    }
  }
  corners[corner].state = withCornerStateAsked(state, CORNER_ALONE);
}
