// A point and a closed, oriented surface → its winding number, along one scanline.
//
//   cell ┌──────────────────────────┐   The ray (triangles/ray-winding.ts) runs nearly along the index's axis (here to
//    i+1 │      ╱ f        ╲ g   ···●q  the right), so that it crosses one cell or few. Each face in these cells whose
//        ├─────╱───────···· ╲────────┤  span is not behind p is tested by exact signs (rayCrossing).
//      i │ p●·╱····          ╲       │  A face has spans in several cells. It is counted in only one of them: the
//        └──────────────────────────┘   first, by row and by column, that both the ray and the face overlap (the
//          depth →                      reference point of J.-P. Dittrich, B. Seeger, ICDE 2000).

import {
  FACE_BITS,
  farDepth,
  LOWEST_COLUMN,
  LOWEST_ROW,
  nearDepth,
  type ScannedSurface,
  type SolidTest,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_FACE,
} from '#records';
import {
  AMBIGUOUS,
  CLEAR,
  DEPTH_HIGH,
  DEPTH_LOW,
  ON_FACE,
  RayWinding,
  rayCrossing,
  U_HIGH,
  U_LOW,
  V_HIGH,
  V_LOW,
} from '#triangles';
import { cellOf, cellsAlong, DEEPEST, depthOf, firstSpanFrom, stepInCell } from './cells.ts';

export class ScanlineWinding extends RayWinding implements SolidTest {
  readonly #surface: ScannedSurface;

  constructor(surface: ScannedSurface) {
    super(surface);
    this.#surface = surface;
  }

  protected get axis(): number {
    return this.#surface.scanlines.axis;
  }

  protected isLow(depth: number): boolean {
    const { depth0, depthScale } = this.#surface.scanlines;
    return depthOf(depth, depth0, depthScale) < DEEPEST / 2;
  }

  protected cross(): number {
    const { levels, levelSpans, nu: columns, nv: rows } = this.#surface.scanlines;
    this.winding = 0;
    let all = CLEAR;
    for (let level = 0, first = 0; level < levels; level++) {
      const nu = cellsAlong(columns, level);
      const nv = cellsAlong(rows, level);
      if (levelSpans[level] > 0) {
        const met = this.#through(level, first, nu, nv);
        if (met === ON_FACE) return ON_FACE;
        if (met === AMBIGUOUS) all = AMBIGUOUS;
      }
      first += nu * nv;
    }
    return all;
  }

  /**
   * Adds the faces' contributions on one level to `winding`. @param first its first cell; nu, nv: its columns, rows.
   */
  #through(level: number, first: number, nu: number, nv: number): number {
    const { scanlines, positions, faces } = this.#surface;
    const { u0, v0, depth0, depthScale, cellStart, cellCount, cellExtent, spans } = scanlines;
    const cellSize = scanlines.cellSize * 2 ** level;
    const { ray } = this;
    const shallowest = depthOf(ray[DEPTH_LOW], depth0, depthScale);
    const deepest = depthOf(ray[DEPTH_HIGH], depth0, depthScale);
    const uLow = ray[U_LOW];
    const uHigh = ray[U_HIGH];
    const vLow = ray[V_LOW];
    const vHigh = ray[V_HIGH];
    const i0 = cellOf(uLow, u0, cellSize, nu);
    const i1 = cellOf(uHigh, u0, cellSize, nu);
    const j0 = cellOf(vLow, v0, cellSize, nv);
    const j1 = cellOf(vHigh, v0, cellSize, nv);
    let met = CLEAR;
    let winding = 0;
    for (let j = j0; j <= j1; j++)
      for (let i = i0; i <= i1; i++) {
        const cell = first + i + nu * j;
        // In a row that is not the ray's lowest, only faces that begin in it are counted; columns likewise.
        const notOwned = (j === j0 ? 0 : LOWEST_ROW) | (i === i0 ? 0 : LOWEST_COLUMN);
        const qu0 = stepInCell(uLow, u0, cellSize, i);
        const qu1 = stepInCell(uHigh, u0, cellSize, i);
        const qv0 = stepInCell(vLow, v0, cellSize, j);
        const qv1 = stepInCell(vHigh, v0, cellSize, j);
        const end = cellStart[cell] + cellCount[cell];
        for (
          let s = SPAN * firstSpanFrom(spans, cellStart[cell], end, shallowest - cellExtent[cell]);
          s < SPAN * end && nearDepth(spans[s + SPAN_DEPTH]) <= deepest;
          s += SPAN
        ) {
          if (farDepth(spans[s + SPAN_DEPTH]) < shallowest) continue;
          const q = spans[s + SPAN_BOUNDS];
          if ((q & 255) > qu1 || ((q >>> 8) & 255) < qu0 || ((q >>> 16) & 255) > qv1 || q >>> 24 < qv0) continue;
          const owner = spans[s + SPAN_FACE];
          if ((~owner & notOwned) !== 0) continue;
          const f = 3 * (owner & FACE_BITS);
          const crossed = rayCrossing(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], ray);
          if (crossed === ON_FACE) return ON_FACE;
          if (crossed === AMBIGUOUS) met = AMBIGUOUS;
          else winding += crossed;
        }
      }
    this.winding += winding;
    return met;
  }
}
