// Faces of the indexed body → the cells that they touch and their spans there. A kernel that uses it binds build, an
// IndexBuild, and geometry, the body's.

// A live face: its box, depth last; the level in which it leaves its spans; the first and the last cell there.
struct FaceCells {
  low: vec3i,
  high: vec3i,
  first: vec2i,
  last: vec2i,
  grid: ScanlineGrid,
}

fn buildGrid() -> ScanlineGrid {
  return ScanlineGrid(build.axis, build.u0, build.v0, build.cellSize, build.nu, build.nv, 0u, 0u);
}

fn vertexAt(vertex: i32) -> vec3i {
  return vec3i(geometry[3 * vertex], geometry[3 * vertex + 1], geometry[3 * vertex + 2]);
}

fn isRetired(face: u32) -> bool {
  return bitcast<u32>(geometry[build.faceOffset + FACE_WORDS * face + FACE_A]) == RETIRED_CORNER;
}

fn faceCells(face: u32) -> FaceCells {
  let at = build.faceOffset + FACE_WORDS * face;
  let a = depthLast(vertexAt(geometry[at + FACE_A]), build.axis);
  let b = depthLast(vertexAt(geometry[at + FACE_B]), build.axis);
  let c = depthLast(vertexAt(geometry[at + FACE_C]), build.axis);
  let low = min(a, min(b, c));
  let high = max(a, max(b, c));
  var grid = buildGrid();
  var first = cellOf(grid, low.xy);
  var last = cellOf(grid, high.xy);
  for (var size = last - first + 1; size.x * size.y > MOST_SPANS; size = last - first + 1) {
    grid = coarser(grid);
    first = first / 2;
    last = last / 2;
  }
  return FaceCells(low, high, first, last, grid);
}

// The span of a face in one of its cells; cells: those of its level.
fn spanIn(face: u32, cells: FaceCells, cell: vec2i) -> IndexSpan {
  let row = select(0u, LOWEST_ROW, cell.y == cells.first.y);
  let column = select(0u, LOWEST_COLUMN, cell.x == cells.first.x);
  let bounds = boundsWithin(cells.grid, cell, cells.low.xy, cells.high.xy);
  return IndexSpan(cells.low.z, cells.high.z, face | row | column, bounds);
}
