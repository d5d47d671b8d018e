// An oriented box and the bone's scanlines → the bone faces whose spans it may meet, each once a query.
//
//   rows (v)  ┌──┬──┬──┬──┬──┬──┐     The box is a node of the tool's BVH under a pose, so it lies slanted in the grid.
//             │  │  │  │██│██│  │     Row by row its part is narrowed to a range of columns and, over that, to a
//             │  │  │██│██│  │  │     range of depth (OrientedBox.narrow); cells outside are never looked at.
//             │  │██│██│  │  │  │     In a cell, spans are sorted by least depth and none is longer than cellExtent:
//             └──┴──┴──┴──┴──┴──┘     those that can overlap the range begin where a binary search finds them, and
//                        columns (u)  end at the first that begins beyond the range.
//
// A face has spans in up to MOST_SPANS cells, and more than one node may find it. A bit a face tells that it has been
// found, so that each comes once a query; forgetting clears only the words of the faces found.

import { capacityFor, GrowingArray } from '../core/index.ts';
import {
  FACE_BITS,
  farDepth,
  nearDepth,
  type ScanlineIndex,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_FACE,
} from '../records/index.ts';
import { cellOf, depthOf, firstSpanFrom, stepInCell } from './cells.ts';
import type { OrientedBox } from './oriented-box.ts';

/** Finds faces box by box; a query is all that happens between two calls of `clear`. */
export class FacesNearBox {
  /** Every face found since `clear`, in the order in which they were found. */
  readonly faces = new GrowingArray(new Uint32Array(256));
  /** Low and high x, y, z of the part of the box in a row. */
  readonly #part = new Float64Array(6);
  /** A bit a face: whether it is in `faces`. */
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

  /** How many cells of level 0 a box (low x, y, z, high x, y, z) covers. */
  static cellsOf({ axis, u0, v0, cellSize, nu, nv }: ScanlineIndex, bounds: Float64Array): number {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const columns = cellOf(bounds[3 + u], u0, cellSize, nu) - cellOf(bounds[u], u0, cellSize, nu) + 1;
    return columns * (cellOf(bounds[3 + v], v0, cellSize, nv) - cellOf(bounds[v], v0, cellSize, nv) + 1);
  }

  /**
   * Adds every face that has a point in the box, and others near it. Complete, since a point lies in one cell of each
   * level, and its face has a span there, in the face's level, that holds the point's depth.
   */
  // One function on purpose: if it is cut in two, V8 inlines the shorter half into its caller and, its inlining budget
  // spent, keeps the numbers of other calls there on the heap; spec/detector/steady-state.spec.ts then finds garbage.
  add(index: ScanlineIndex, box: OrientedBox): void {
    const { axis, u0, v0, depth0, depthScale, levels, levelSpans, cellStart, cellCount, cellExtent, spans } = index;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const { bounds } = box;
    const vLow = bounds[v];
    const vHigh = bounds[3 + v];
    const { faces } = this;
    const seen = this.#seen;
    const part = this.#part;
    let { nu, nv, cellSize } = index;
    // Sizes go from level to level as in cellsAlong; a call here would use up V8's inlining budget for those below.
    for (let level = 0, first = 0; level < levels; level++) {
      if (level > 0) {
        first += nu * nv;
        nu = (nu + 1) >>> 1;
        nv = (nv + 1) >>> 1;
        cellSize *= 2;
      }
      if (levelSpans[level] === 0) continue;
      const j0 = cellOf(vLow, v0, cellSize, nv);
      const j1 = cellOf(vHigh, v0, cellSize, nv);
      for (let j = j0; j <= j1; j++) {
        part[v] = j === j0 ? vLow : v0 + j * cellSize;
        part[3 + v] = j === j1 ? vHigh : v0 + (j + 1) * cellSize;
        part[u] = bounds[u];
        part[3 + u] = bounds[3 + u];
        part[axis] = bounds[axis];
        part[3 + axis] = bounds[3 + axis];
        box.narrow(part, u, v, axis);
        const uLow = part[u];
        const uHigh = part[3 + u];
        if (uLow > uHigh) continue;
        box.narrow(part, axis, u, v);
        if (part[axis] > part[3 + axis]) continue;
        const low = depthOf(part[axis], depth0, depthScale);
        const high = depthOf(part[3 + axis], depth0, depthScale);
        const qv0 = stepInCell(vLow, v0, cellSize, j);
        const qv1 = stepInCell(vHigh, v0, cellSize, j);
        const i0 = cellOf(uLow, u0, cellSize, nu);
        const i1 = cellOf(uHigh, u0, cellSize, nu);
        for (let i = i0; i <= i1; i++) {
          const cell = first + i + nu * j;
          const count = cellCount[cell];
          if (count === 0) continue;
          const start = cellStart[cell];
          const end = SPAN * (start + count);
          const from = SPAN * firstSpanFrom(spans, start, start + count, low - cellExtent[cell]);
          if (from === end || nearDepth(spans[from + SPAN_DEPTH]) > high) continue;
          const qu0 = stepInCell(uLow, u0, cellSize, i);
          const qu1 = stepInCell(uHigh, u0, cellSize, i);
          faces.reserve(count);
          const { values } = faces;
          let { length } = faces;
          for (let s = from; s < end; s += SPAN) {
            const depth = spans[s + SPAN_DEPTH];
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
}
