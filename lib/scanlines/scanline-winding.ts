// A point and a closed, oriented surface → how often the surface winds round the point, exactly, along one scanline.
//
// The winding number of p is the number of times that the surface's faces cross a ray from p outwards, a crossing from
// inside to outside counted +1 and one from outside to inside −1 (A. Jacobson, L. Kavan, O. Sorkine-Hornung, "Robust
// inside-outside segmentation using generalized winding numbers", ACM TOG 32(4), 2013, for closed surfaces). Here the
// sign of every signed distance is decided.
//
//   cell ┌──────────────────────────┐   The ray runs from p to q, nearly along the index's axis (to the right), so
//    i+1 │      ╱ f        ╲ g   ···●q  that it crosses one cell or few. Every face in these cells whose span is not
//        ├─────╱───────···· ╲────────┤  behind p is asked by exact signs what it adds (rayCrossing).
//      i │ p●·╱····          ╲       │  A face has spans in several cells. It is counted in one of them alone: the
//        └──────────────────────────┘   first, by row and by column, that both the ray and the face overlap (the
//          depth →                      reference point of J.-P. Dittrich, B. Seeger, ICDE 2000).
//
// Where the ray meets an edge or a corner, the count would be ambiguous. Then the next ray is tilted a little farther.
// The count is exact whatever is rounded here: p and q are exact points, the signs are those of exact determinants, and
// the cells asked are widened by the frame's slack.

import { frameSlack, KerfError, storedCoordinate } from '../core/index.ts';
import {
  FACE_BITS,
  farDepth,
  LOWEST_COLUMN,
  LOWEST_ROW,
  type ScannedSurface,
  type SolidTest,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_FACE,
} from '../records/index.ts';
import { AMBIGUOUS, ON_FACE, rayCrossing } from '../triangles/index.ts';
import { cellOf, cellsAlong, depthOf, firstSpanFrom, stepInCell } from './cells.ts';

/**
 * Tilt of the k-th ray against the axis, k ≥ 1: TILT·k along u and TILT·k² along v. These directions lie on a parabola,
 * so that a plane through p holds at most two of the rays: an edge or a face seen edge-on spoils at most two.
 */
const TILT = 2 ** -20;
const MOST_TILTS = 64;

/** A ray meets no edge, and its first point lies on no face: it has counted the winding number. */
const CLEAR = 0;

/**
 * Words of a ray: its points p and q, as rayCrossing reads them; its range in u and v, widened; and the depth at which
 * it begins, in steps.
 */
const [PX, PY, PZ, QX, QY, QZ, U_LOW, U_HIGH, V_LOW, V_HIGH, DEPTH] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const RAY = 11;

export class ScanlineWinding implements SolidTest {
  readonly #surface: ScannedSurface;
  readonly #ray = new Float64Array(RAY);
  /** What the faces add up to that the present ray crosses. */
  #winding = 0;

  constructor(surface: ScannedSurface) {
    this.#surface = surface;
  }

  /**
   * Whether p lies inside: its winding number is not 0. So parts that overlap stay solid, and a wall that faces inward
   * bounds a cavity. A point on the surface is not inside.
   * @throws KerfError UNDECIDED_SIGN if every ray meets an edge.
   */
  readonly isInside = (px: number, py: number, pz: number): boolean => this.windingAt(px, py, pz) !== 0;

  /** The winding number of p; on the surface: 0. @throws KerfError UNDECIDED_SIGN if every ray meets an edge. */
  windingAt(px: number, py: number, pz: number): number {
    const { bounds } = this.#surface;
    if (px < bounds[0] || py < bounds[1] || pz < bounds[2] || px > bounds[3] || py > bounds[4] || pz > bounds[5])
      return 0;
    for (let k = 1; k <= MOST_TILTS; k++) {
      const met = this.#along(px, py, pz, TILT * k, TILT * k * k);
      if (met === CLEAR) return this.#winding;
      if (met === ON_FACE) return 0;
    }
    throw new KerfError(
      'UNDECIDED_SIGN',
      `Every one of ${MOST_TILTS} rays from (${px}, ${py}, ${pz}) meets an edge of "${this.#surface.name}"; check the mesh for faces piled on one line.`,
    );
  }

  /** Counts #winding along one ray. @returns CLEAR, ON_FACE or AMBIGUOUS. */
  #along(px: number, py: number, pz: number, tiltU: number, tiltV: number): number {
    const { scanlines, frame, bounds, magnitude } = this.#surface;
    const { axis, depth0, depthScale, levels, levelSpans } = scanlines;
    const m = frame.inverse;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    // The ray is longer than the body is deep. It is also so long that the tilt, not the rounding of q, sets its
    // direction: from one tilt to the next q moves by at least 256u·M, however far from the origin a small body lies.
    const length = Math.max(
      2 * (bounds[3] - bounds[0] + (bounds[4] - bounds[1]) + (bounds[5] - bounds[2])),
      frameSlack(magnitude) / TILT,
    );
    // Rows of the inverse are the columns of R up to orthonormalityError ≤ 1e-5. That changes which ray is taken; the
    // cells below are those of the ray that is.
    const ray = this.#ray;
    ray[PX] = px;
    ray[PY] = py;
    ray[PZ] = pz;
    ray[QX] = storedCoordinate(px + length * (m[4 * axis] + tiltU * m[4 * u] + tiltV * m[4 * v]));
    ray[QY] = storedCoordinate(py + length * (m[4 * axis + 1] + tiltU * m[4 * u + 1] + tiltV * m[4 * v + 1]));
    ray[QZ] = storedCoordinate(pz + length * (m[4 * axis + 2] + tiltU * m[4 * u + 2] + tiltV * m[4 * v + 2]));
    const du = localOf(m, u, px, py, pz);
    const dv = localOf(m, v, px, py, pz);
    ray[DEPTH] = depthOf(localOf(m, axis, px, py, pz) - frame.slack, depth0, depthScale);
    const eu = localOf(m, u, ray[QX], ray[QY], ray[QZ]);
    const ev = localOf(m, v, ray[QX], ray[QY], ray[QZ]);
    // q lies beyond the body: within it, the ray's u and v lie between those of p and q.
    ray[U_LOW] = Math.min(du, eu) - frame.slack;
    ray[U_HIGH] = Math.max(du, eu) + frame.slack;
    ray[V_LOW] = Math.min(dv, ev) - frame.slack;
    ray[V_HIGH] = Math.max(dv, ev) + frame.slack;
    this.#winding = 0;
    let all = CLEAR;
    for (let level = 0, first = 0; level < levels; level++) {
      const nu = cellsAlong(scanlines.nu, level);
      const nv = cellsAlong(scanlines.nv, level);
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
   * Adds to #winding what the faces of one level add. @param first the level's first cell; nu, nv: its columns, rows.
   */
  #through(level: number, first: number, nu: number, nv: number): number {
    const { scanlines, positions, faces } = this.#surface;
    const { u0, v0, cellStart, cellCount, cellExtent, spans } = scanlines;
    const cellSize = scanlines.cellSize * 2 ** level;
    const ray = this.#ray;
    const uLow = ray[U_LOW];
    const uHigh = ray[U_HIGH];
    const vLow = ray[V_LOW];
    const vHigh = ray[V_HIGH];
    const depth = ray[DEPTH];
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
          let s = SPAN * firstSpanFrom(spans, cellStart[cell], end, depth - cellExtent[cell]);
          s < SPAN * end;
          s += SPAN
        ) {
          if (farDepth(spans[s + SPAN_DEPTH]) < depth) continue;
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
    this.#winding += winding;
    return met;
  }
}

/** Coordinate k of a point in the body's own frame. */
function localOf(m: Float64Array, k: number, x: number, y: number, z: number): number {
  return m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
}
