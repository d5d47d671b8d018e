// An oriented box and the bone's scanlines → the bone faces whose spans it may meet, each once per query.
//
//   rows (v)  ┌──┬──┬──┬──┬──┬──┐     The box is a node of the tool's BVH under a pose, so it lies slanted in the grid.
//             │  │  │  │██│██│  │     Row by row, its part is narrowed to a range of columns and, over that, to a
//             │  │  │██│██│  │  │     range of depth (OrientedBox.narrow); cells outside are never visited.
//             │  │██│██│  │  │  │     In a cell, spans are sorted by least depth and none is longer than cellExtent:
//             └──┴──┴──┴──┴──┴──┘     those that can overlap the range begin where a binary search finds them, and
//                        columns (u)  end at the first that begins beyond the range.
//
// A face has spans in up to MOST_SPANS cells, and more than one node may find it. One bit per face says whether it has
// been found, so that each comes once per query; `clear` resets only the words of the faces found.

import { capacityFor, GrowingArray } from '#core';
import {
  BOUND_STEPS,
  FACE_BITS,
  farDepth,
  nearDepth,
  type ScanlineIndex,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_FACE,
} from '#records';
import { depthAt, firstSpanFrom, GRID, placeAt } from './cells.ts';
import type { OrientedBox } from './oriented-box.ts';

const STEP_BITS = Math.log2(BOUND_STEPS);
const LAST_STEP = BOUND_STEPS - 1;

/** Finds faces box by box; a query is everything between two calls of `clear`. */
export class FacesNearBox {
  /** Every face found since `clear`, in the order in which they were found. */
  readonly faces = new GrowingArray(new Uint32Array(256));
  /** Low and high x, y, z of the part of the box in a row. */
  readonly #part = new Float64Array(6);
  /** The numbers of GRID, for the level being searched. */
  readonly #grid = new Float64Array(GRID.numbers);
  /** One bit per face: whether it is in `faces`. */
  #seen = new Uint32Array(0);

  clear(faceCount: number): void {
    const words = (faceCount + 31) >>> 5;
    if (this.#seen.length < words) this.#seen = new Uint32Array(capacityFor(words, this.#seen.length));
    else {
      const { values, length } = this.faces;
      for (let i = 0; i < length; i++) this.#seen[values[i] >>> 5] = 0;
    }
    this.faces.length = 0;
  }

  /** The number of cells of level 0 that a box (low x, y, z, high x, y, z) covers. */
  cellsOf(index: ScanlineIndex, bounds: Float64Array): number {
    const { axis, nu, nv } = index;
    const grid = this.#gridOf(index);
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const columns =
      (placeAt(bounds, 3 + u, grid, 0, nu) >>> STEP_BITS) - (placeAt(bounds, u, grid, 0, nu) >>> STEP_BITS);
    const rows = (placeAt(bounds, 3 + v, grid, 1, nv) >>> STEP_BITS) - (placeAt(bounds, v, grid, 1, nv) >>> STEP_BITS);
    return (columns + 1) * (rows + 1);
  }

  /**
   * Adds every face that has a point in the box, and others near it. Complete, since a point lies in one cell of each
   * level, and its face has a span there, in the face's level, that holds the point's depth. In a cell between the ends
   * of a range, the range covers all steps.
   */
  // Only small integers are passed to calls here: see placeAt.
  add(index: ScanlineIndex, box: OrientedBox): void {
    const { axis, levels, levelSpans, cellStart, cellCount, cellExtent, spans } = index;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const { bounds } = box;
    const { faces } = this;
    const seen = this.#seen;
    const part = this.#part;
    const grid = this.#gridOf(index);
    const v0 = grid[GRID.low + 1];
    let { nu, nv } = index;
    // Sizes go from level to level as in cellsAlong.
    for (let level = 0, first = 0; level < levels; level++) {
      if (level > 0) {
        first += nu * nv;
        nu = (nu + 1) >>> 1;
        nv = (nv + 1) >>> 1;
        grid[GRID.cellSize] *= 2;
      }
      if (levelSpans[level] === 0) continue;
      const cellSize = grid[GRID.cellSize];
      const vLow = placeAt(bounds, v, grid, 1, nv);
      const vHigh = placeAt(bounds, 3 + v, grid, 1, nv);
      const j0 = vLow >>> STEP_BITS;
      const j1 = vHigh >>> STEP_BITS;
      for (let j = j0; j <= j1; j++) {
        part[v] = j === j0 ? bounds[v] : v0 + j * cellSize;
        part[3 + v] = j === j1 ? bounds[3 + v] : v0 + (j + 1) * cellSize;
        part[u] = bounds[u];
        part[3 + u] = bounds[3 + u];
        part[axis] = bounds[axis];
        part[3 + axis] = bounds[3 + axis];
        box.narrow(part, u, v, axis);
        if (part[u] > part[3 + u]) continue;
        box.narrow(part, axis, u, v);
        if (part[axis] > part[3 + axis]) continue;
        const low = depthAt(part, axis, grid);
        const high = depthAt(part, 3 + axis, grid);
        const uLow = placeAt(part, u, grid, 0, nu);
        const uHigh = placeAt(part, 3 + u, grid, 0, nu);
        const i0 = uLow >>> STEP_BITS;
        const i1 = uHigh >>> STEP_BITS;
        const qv0 = j === j0 ? vLow & LAST_STEP : 0;
        const qv1 = j === j1 ? vHigh & LAST_STEP : LAST_STEP;
        for (let i = i0; i <= i1; i++) {
          const cell = first + i + nu * j;
          const count = cellCount[cell];
          if (count === 0) continue;
          const start = cellStart[cell];
          const end = SPAN * (start + count);
          const from = SPAN * firstSpanFrom(spans, start, start + count, low - cellExtent[cell]);
          if (from === end || nearDepth(spans[from + SPAN_DEPTH] | 0) > high) continue;
          const qu0 = i === i0 ? uLow & LAST_STEP : 0;
          const qu1 = i === i1 ? uHigh & LAST_STEP : LAST_STEP;
          faces.reserve(count);
          const { values } = faces;
          let { length } = faces;
          for (let s = from; s < end; s += SPAN) {
            const depth = spans[s + SPAN_DEPTH] | 0;
            if (nearDepth(depth) > high) break;
            if (farDepth(depth) < low) continue;
            const q = spans[s + SPAN_BOUNDS];
            if ((q & 255) > qu1 || ((q >>> 8) & 255) < qu0 || ((q >>> 16) & 255) > qv1 || q >>> 24 < qv0) continue;
            const face = spans[s + SPAN_FACE] & FACE_BITS;
            const bit = 1 << (face & 31);
            if ((seen[face >>> 5] & bit) !== 0) continue;
            seen[face >>> 5] |= bit;
            values[length++] = face;
          }
          faces.length = length;
        }
      }
    }
  }

  /** The numbers of the index's level 0. */
  #gridOf({ u0, v0, cellSize, depth0, depthScale }: ScanlineIndex): Float64Array {
    const grid = this.#grid;
    grid[GRID.low] = u0;
    grid[GRID.low + 1] = v0;
    grid[GRID.cellSize] = cellSize;
    grid[GRID.depth0] = depth0;
    grid[GRID.depthScale] = depthScale;
    return grid;
  }
}
