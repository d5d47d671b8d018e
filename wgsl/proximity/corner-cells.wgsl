// Cells of a body's own frame, cubes of scene.cornerCell units, which share lists of near faces; each has a number.
// They begin CELLS_BEYOND before the body's box, and there are CELLS_AN_AXIS along each axis. A cell is at most 2^25
// units wide, so differences stay in an i32: own − begin ≤ 2^30 + 2^29 + 8·2^25 < 2^31. scanlines.wgsl and
// scene-bodies.wgsl come before.

const CELLS_AN_AXIS: u32 = 1024u;
const CELLS_BEYOND: i32 = 8;
const NO_CELL: u32 = 0xfffffffeu;

// Greatest error of a corner in the frame of either body, units: a path's at most 32 bits add 16 to TOOL_ERROR
// (halvingError), which gives 2·19 + 3 in the tool's frame (toolFrameError).
const MOST_CORNER_ERROR: i32 = 41;

// Slots that are probed in the table of cells, starting at the one that a cell's number gives.
const MOST_PROBES: u32 = 16u;

fn cellsBegin(scene: Scene, body: u32) -> vec3i {
  return lowOf(scene, body) - CELLS_BEYOND * scene.cornerCell;
}

// The number of the cell that holds the point; NO_CELL if none does.
fn cellAround(scene: Scene, body: u32, own: vec3i) -> u32 {
  let beyond = own - cellsBegin(scene, body);
  let place = vec3u(beyond / scene.cornerCell);
  if (any(beyond < vec3i(0)) || any(place >= vec3u(CELLS_AN_AXIS))) {
    return NO_CELL;
  }
  return ((body * CELLS_AN_AXIS + place.z) * CELLS_AN_AXIS + place.y) * CELLS_AN_AXIS + place.x;
}

fn bodyOfCell(cell: u32) -> u32 {
  return cell / (CELLS_AN_AXIS * CELLS_AN_AXIS * CELLS_AN_AXIS);
}

// The cell's lowest corner.
fn cellLow(scene: Scene, cell: u32) -> vec3i {
  let place = vec3u(cell, cell / CELLS_AN_AXIS, cell / (CELLS_AN_AXIS * CELLS_AN_AXIS)) % vec3u(CELLS_AN_AXIS);
  return cellsBegin(scene, bodyOfCell(cell)) + scene.cornerCell * vec3i(place);
}

// The centre of the cell that holds the point, or of one at the border if none does.
fn cellMiddle(scene: Scene, body: u32, own: vec3i) -> vec3i {
  let begin = cellsBegin(scene, body);
  let place = clamp((own - begin) / scene.cornerCell, vec3i(0), vec3i(i32(CELLS_AN_AXIS) - 1));
  return begin + scene.cornerCell * place + scene.cornerCell / 2;
}

fn firstProbe(cell: u32, places: u32) -> u32 {
  let mixed = cell * 0x9e3779b1u;
  return (mixed ^ (mixed / 0x8000u)) % places;
}
