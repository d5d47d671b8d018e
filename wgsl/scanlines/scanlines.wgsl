// Coordinates across a body's scanlines → the cell of a grid, and the bytes that bound a face within the cell.
//
// Index buffer: IndexCell entries of all levels, level after level, cell iu + nu·iv of each; then IndexSpan entries,
// counted from the first of them. lib/base/records/scanline-index.ts shows their words and defines the level of a face;
// here depths are in units of the body's own frame. Spans of a cell are contiguous, in the order of (near, face).
//
// |   cells of level 0 | of level 1 | … | spans of a cell, spare | spans of another, spare | … | tail for edits

// One level of cells. levels: bit k is set if the k-th level from this one on may hold spans; firstCell: where its
// cells begin.
struct ScanlineGrid {
  axis: u32,
  u0: i32,
  v0: i32,
  cellSize: i32,
  nu: i32,
  nv: i32,
  levels: u32,
  firstCell: u32,
}

// The next level: cells of twice the size, from the same corner.
fn coarser(grid: ScanlineGrid) -> ScanlineGrid {
  let firstCell = grid.firstCell + u32(grid.nu * grid.nv);
  let nu = (grid.nu + 1) / 2;
  let nv = (grid.nv + 1) / 2;
  return ScanlineGrid(grid.axis, grid.u0, grid.v0, 2 * grid.cellSize, nu, nv, grid.levels >> 1u, firstCell);
}

// Whether a level must be walked over.
fn holdsSpans(grid: ScanlineGrid) -> bool {
  return (grid.levels & 1u) == 1u;
}

fn cellIndex(grid: ScanlineGrid, cell: vec2i) -> u32 {
  return grid.firstCell + u32(cell.x + grid.nu * cell.y);
}

// Column and row of a point, given by its coordinates across, clamped to the grid: monotone in each. |x| < 1.5·2^30,
// |u0|, |v0| ≤ 2^29: no overflow.
fn cellOf(grid: ScanlineGrid, x: vec2i) -> vec2i {
  let low = vec2i(grid.u0, grid.v0);
  return min((max(x, low) - low) / grid.cellSize, vec2i(grid.nu, grid.nv) - 1);
}

// The position of x within a cell, in steps of 1/BOUND_STEPS of its size, rounded up to a unit, clamped to 0 …
// BOUND_STEPS − 1: monotone in x.
fn withinCell(grid: ScanlineGrid, cell: vec2i, x: vec2i) -> vec2u {
  let low = vec2i(grid.u0, grid.v0) + cell * grid.cellSize;
  let step = (grid.cellSize + BOUND_STEPS - 1) / BOUND_STEPS;
  return vec2u(min((max(x, low) - low) / step, vec2i(BOUND_STEPS - 1)));
}

// Low u, high u, low v, high v of a box within a cell, from the lowest byte up.
fn boundsWithin(grid: ScanlineGrid, cell: vec2i, low: vec2i, high: vec2i) -> u32 {
  let a = withinCell(grid, cell, low);
  let b = withinCell(grid, cell, high);
  return packSpanEdges(a.x, b.x, a.y, b.y);
}

// Whether two boxes overlap, each given by its bounds within the same cell.
fn boundsMeet(p: u32, q: u32) -> bool {
  let lowP = vec2u(spanEdgesLowU(p), spanEdgesLowV(p));
  let highP = vec2u(spanEdgesHighU(p), spanEdgesHighV(p));
  let lowQ = vec2u(spanEdgesLowU(q), spanEdgesLowV(q));
  let highQ = vec2u(spanEdgesHighU(q), spanEdgesHighV(q));
  return all(lowP <= highQ) && all(lowQ <= highP);
}

// The bits that a span must have so that a walk over the cells from `first` on takes its face in this cell: in each
// direction the cell is the lowest of the walk or the lowest of the face. So each face is taken once.
fn ownedIn(cell: vec2i, first: vec2i) -> u32 {
  return select(LOWEST_ROW, 0u, cell.y == first.y) | select(LOWEST_COLUMN, 0u, cell.x == first.x);
}
