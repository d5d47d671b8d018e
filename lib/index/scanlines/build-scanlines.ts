// Faces → the scanline index: one pass counts the spans of each cell, one pass fills them in order of depth.
//
//   v ▲   ┌────┬────┬────┐     A grid lies across the depth axis, and a scanline runs through each of its cells. A face
//     │   │    │ ╱╲ │    │     leaves one span in every cell that its (u, v) box overlaps: here in six. A span holds
//     │   ├────┼╱──╲┼────┤     the face's number, its (u, v) box within the cell, and its least and greatest depth
//     │   │  ╱─┼────┼─╲  │     (records/scanline-index.ts draws the three words).
//     │   └────┴────┴────┘
//     └─────────────────▶ u
//                              cell         0       1       2     …
//                              cellStart    0       2       5     …    the first span of each cell
//                              spans        s s     s s s   s     …    in each cell by ascending least depth
//
// This is a counting sort. The first pass counts the spans of each cell; the running sum of the counts is where each
// cell begins. The second pass takes the faces in order of their least depth and appends their spans to the cells, so
// every cell's spans are in order without sorting. Both passes take time proportional to faces and spans.
//
// Invariant, on which every query relies: a point of a face lies in a cell of each level, and its cell in the face's
// level has a span of the face whose box and depths contain the point's. It needs no tolerance, since the mappings of
// coordinates to cells, bytes and steps are monotone (cells.ts).
//
// Using scanlines as the first stage is Liu Jing's idea (MSc thesis, Hebei University, 2011, of which only the abstract
// is known here); the index is kerf's own.

import { sortByShortKey, stopIfUnwanted } from '#core';
import {
  depthsWord,
  LOWEST_COLUMN,
  LOWEST_ROW,
  MOST_SPANS,
  type ScanlineIndex,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_EDGES,
  SPAN_FACE,
} from '#records';
import { cellOf, cellsAlong, cellsBelow, depthOf, depthScaleOf, levelOf, spansByLevel } from './cells.ts';
import { boundBits, FaceSpans } from './face-spans.ts';

/**
 * Cell size over mean face extent. Larger cells cost a query more tests, smaller ones cost the index more spans; at 2,
 * a face leaves about 2.2 spans.
 */
const CELL_EXTENT_RATIO = 2;
/** The most cells of a grid per face, so that a sparse or elongated body does not pay for empty cells … */
const CELLS_PER_FACE = 1;
/** … but this many are always allowed. */
const LEAST_CELL_LIMIT = 1024;

/**
 * How many faces' corners one short loop reads ahead. In order of depth, neighbours lie far apart in memory; the
 * reads of the short loop do not wait for each other.
 */
const BLOCK = 64;

/** The approximate number of faces sampled to choose the axis. */
const AXIS_SAMPLE = 20000;

/**
 * @param positions xyz per vertex, mm, the body's own frame.
 * @param faces three vertices per face.
 * @param bounds low x, y, z and high x, y, z over all faces, mm.
 */
export function buildScanlines(
  positions: Float64Array,
  faces: Uint32Array,
  faceCount: number,
  bounds: Float64Array,
): ScanlineIndex {
  const { axis, cellSize, nu, nv } = chooseGrid(positions, faces, faceCount, bounds);
  const u0 = bounds[(axis + 1) % 3];
  const v0 = bounds[(axis + 2) % 3];
  const depth0 = bounds[axis];
  const depthScale = depthScaleOf(depth0, bounds[3 + axis]);
  const grid = { axis, u0, v0, cellSize, nu, nv, depth0, depthScale };
  const nearest = new Uint16Array(faceCount);
  const { levels, cellCount } = countSpans(faces, faceCount, cellsOfVertices(positions, grid), grid, nearest);
  const cells = cellCount.length;
  const cellStart = new Uint32Array(cells);
  let spanCount = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (cell % 65_536 === 0) stopIfUnwanted();
    cellStart[cell] = spanCount;
    spanCount += cellCount[cell];
  }
  const index: ScanlineIndex = {
    ...grid,
    levels,
    levelSpans: spansByLevel(nu, nv, levels, cellCount),
    cellStart,
    cellCount: cellCount.fill(0),
    cellExtent: new Uint16Array(cells),
    cellCapacity: null,
    spanCount,
    spans: new Uint32Array(SPAN * spanCount),
  };
  placeInOrder(index, positions, faces, sortByShortKey(nearest, faceCount));
  return index;
}

type Grid = Pick<ScanlineIndex, 'axis' | 'u0' | 'v0' | 'cellSize' | 'nu' | 'nv' | 'depth0' | 'depthScale'>;

/** Column, row and step of depth of each vertex, in level 0. */
interface VertexCells {
  readonly columns: Uint32Array;
  readonly rows: Uint32Array;
  readonly steps: Uint16Array;
}

/**
 * cellOf and depthOf are monotone, so the cells and steps of a face's corners bound its own: they are computed once per
 * vertex instead of several times per face.
 */
function cellsOfVertices(
  positions: Float64Array,
  { axis, u0, v0, cellSize, nu, nv, depth0, depthScale }: Grid,
): VertexCells {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const count = Math.floor(positions.length / 3);
  const columns = new Uint32Array(count);
  const rows = new Uint32Array(count);
  const steps = new Uint16Array(count);
  for (let vertex = 0; vertex < count; vertex++) {
    if (vertex % 8192 === 0) stopIfUnwanted();
    columns[vertex] = cellOf(positions[3 * vertex + u], u0, cellSize, nu);
    rows[vertex] = cellOf(positions[3 * vertex + v], v0, cellSize, nv);
    steps[vertex] = depthOf(positions[3 * vertex + axis], depth0, depthScale);
  }
  return { columns, rows, steps };
}

/** The number of spans of each cell of each level. @param nearest receives each face's least step of depth. */
function countSpans(
  faces: Uint32Array,
  faceCount: number,
  { columns, rows, steps }: VertexCells,
  { nu, nv }: Grid,
  nearest: Uint16Array,
): { levels: number; cellCount: Uint32Array } {
  const fineCount = new Uint32Array(nu * nv);
  /** For each face too large for level 0, its columns i0 … i1 and rows j0 … j1 there: none in well-made meshes. */
  const coarse: number[] = [];
  let levels = 1;
  for (let f = 0; f < faceCount; f++) {
    if (f % 8192 === 0) stopIfUnwanted();
    const a = faces[3 * f];
    const b = faces[3 * f + 1];
    const c = faces[3 * f + 2];
    const i0 = Math.min(columns[a], columns[b], columns[c]);
    const i1 = Math.max(columns[a], columns[b], columns[c]);
    const j0 = Math.min(rows[a], rows[b], rows[c]);
    const j1 = Math.max(rows[a], rows[b], rows[c]);
    nearest[f] = Math.min(steps[a], steps[b], steps[c]);
    if ((i1 - i0 + 1) * (j1 - j0 + 1) > MOST_SPANS) {
      coarse.push(i0, i1, j0, j1);
      levels = Math.max(levels, 1 + levelOf(i0, i1, j0, j1));
    } else for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) fineCount[i + nu * j]++;
  }
  if (levels === 1) return { levels, cellCount: fineCount };
  const cellCount = new Uint32Array(cellsBelow({ nu, nv }, levels));
  cellCount.set(fineCount);
  for (let at = 0; at < coarse.length; at += 4) {
    const [i0, i1, j0, j1] = coarse.slice(at, at + 4);
    const level = levelOf(i0, i1, j0, j1);
    const first = cellsBelow({ nu, nv }, level);
    const across = cellsAlong(nu, level);
    for (let j = j0 >>> level; j <= j1 >>> level; j++)
      for (let i = i0 >>> level; i <= i1 >>> level; i++) cellCount[first + i + across * j]++;
  }
  return { levels, cellCount };
}

/**
 * The second pass: appends each face's spans to their cells. Spans of level 0, nearly all, are written without a call
 * for each, and corners are read ahead.
 * @param order the faces by ascending least depth.
 */
function placeInOrder(index: ScanlineIndex, positions: Float64Array, faces: Uint32Array, order: Uint32Array): void {
  const { axis, u0, v0, cellSize, nu, nv, depth0, depthScale, cellStart, cellCount, cellExtent, spans } = index;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const corners = new Float64Array(9 * BLOCK);
  const coarse = new FaceSpans();
  for (let row = 0; row < order.length; row++) {
    const f = order[row];
    const k = 9 * (row % BLOCK);
    if (row % 4096 === 0) stopIfUnwanted();
    if (k === 0)
      for (let ahead = row, at = 0; ahead < order.length && at < corners.length; ahead++)
        for (let corner = 0; corner < 3; corner++, at += 3) {
          const vertex = 3 * faces[3 * order[ahead] + corner];
          corners[at] = positions[vertex + axis];
          corners[at + 1] = positions[vertex + u];
          corners[at + 2] = positions[vertex + v];
        }
    const near = depthOf(Math.min(corners[k], corners[k + 3], corners[k + 6]), depth0, depthScale);
    const far = depthOf(Math.max(corners[k], corners[k + 3], corners[k + 6]), depth0, depthScale);
    const uLow = Math.min(corners[k + 1], corners[k + 4], corners[k + 7]);
    const uHigh = Math.max(corners[k + 1], corners[k + 4], corners[k + 7]);
    const vLow = Math.min(corners[k + 2], corners[k + 5], corners[k + 8]);
    const vHigh = Math.max(corners[k + 2], corners[k + 5], corners[k + 8]);
    const i0 = cellOf(uLow, u0, cellSize, nu);
    const i1 = cellOf(uHigh, u0, cellSize, nu);
    const j0 = cellOf(vLow, v0, cellSize, nv);
    const j1 = cellOf(vHigh, v0, cellSize, nv);
    if ((i1 - i0 + 1) * (j1 - j0 + 1) > MOST_SPANS) {
      coarse.take(index, positions, faces, f);
      for (let j = coarse.j0; j <= coarse.j1; j++)
        for (let i = coarse.i0; i <= coarse.i1; i++) {
          const cell = coarse.cell(i, j);
          coarse.write(i, j, spans, SPAN * (cellStart[cell] + cellCount[cell]++));
          if (far - near > cellExtent[cell]) cellExtent[cell] = far - near;
        }
      continue;
    }
    for (let j = j0; j <= j1; j++) {
      const vBits = boundBits(vLow, vHigh, v0, cellSize, j) << SPAN_EDGES.lowV.shift;
      for (let i = i0; i <= i1; i++) {
        const cell = i + nu * j;
        const at = SPAN * (cellStart[cell] + cellCount[cell]++);
        spans[at + SPAN_FACE] = f | (j === j0 ? LOWEST_ROW : 0) | (i === i0 ? LOWEST_COLUMN : 0);
        spans[at + SPAN_BOUNDS] = vBits | boundBits(uLow, uHigh, u0, cellSize, i);
        spans[at + SPAN_DEPTH] = depthsWord(near, far);
        if (far - near > cellExtent[cell]) cellExtent[cell] = far - near;
      }
    }
  }
}

/**
 * The depth axis with the least product of spans and spans per cell, and the grid across it: the size of the index
 * times what a ray through it meets. If spans alone decided, the axis of a thin blade would lie in its plane, the grid
 * would hardly have a cell, and each ray would meet all its faces. A face with extents x and y across the axis leaves
 * (x/c + 1)·(y/c + 1) spans on average over all positions of a grid with cells of size c.
 */
export function chooseGrid(
  positions: ArrayLike<number>,
  faces: Uint32Array,
  faceCount: number,
  bounds: ArrayLike<number>,
) {
  const step = Math.max(1, Math.floor(faceCount / AXIS_SAMPLE));
  const sampled = Math.ceil(faceCount / step);
  const extents = [new Float64Array(sampled), new Float64Array(sampled), new Float64Array(sampled)];
  let sum = 0;
  for (let row = 0; row < sampled; row++) {
    const f = 3 * row * step;
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * faces[f] + k];
      const b = positions[3 * faces[f + 1] + k];
      const c = positions[3 * faces[f + 2] + k];
      const extent = Math.max(a, b, c) - Math.min(a, b, c);
      extents[k][row] = extent;
      sum += extent;
    }
  }
  const size = [bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]];
  const wanted = (CELL_EXTENT_RATIO * sum) / (3 * sampled) || Math.max(size[0], size[1], size[2]) || 1;
  const limit = Math.max(LEAST_CELL_LIMIT, CELLS_PER_FACE * faceCount);
  let best = { axis: 0, cellSize: wanted, nu: 1, nv: 1 };
  let least = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const cellSize = fitCellSize(wanted, size[u], size[v], limit);
    let spans = 0;
    for (let row = 0; row < sampled; row++)
      spans += (extents[u][row] / cellSize + 1) * (extents[v][row] / cellSize + 1);
    const nu = Math.floor(size[u] / cellSize) + 1;
    const nv = Math.floor(size[v] / cellSize) + 1;
    const cost = (spans * spans) / (nu * nv);
    if (!(cost < least)) continue;
    least = cost;
    best = { axis, cellSize, nu, nv };
  }
  return best;
}

/** The first of wanted, 1.25·wanted, 1.25²·wanted, … at which the grid has at most `limit` cells. */
function fitCellSize(wanted: number, u: number, v: number, limit: number): number {
  let cellSize = wanted;
  while ((Math.floor(u / cellSize) + 1) * (Math.floor(v / cellSize) + 1) > limit) cellSize *= 1.25;
  return cellSize;
}
