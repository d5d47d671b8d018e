// A point and a closed, oriented surface → how often the surface winds round the point, exactly, along one scanline.
//
// A ray from p toward q = p + the index's axis, tilted: faces of the cells that the ray can cross are tested by exact signs. The ray's line crosses a
// face where it passes its three edges on the same side; it leaves the solid there where p lies behind the face. Where it meets an edge or
// corner (a sign is 0) the count would be ambiguous, and the ray is tilted anew.

import { orient3d } from 'robust-predicates';
import { frameSlack, KerfError, storedCoordinate } from '../core/index.ts';
import {
  cellOf,
  cellsAlong,
  depthOf,
  FACE_BITS,
  firstSpanFrom,
  LOWEST_COLUMN,
  LOWEST_ROW,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_FACE,
  type Surface,
  within,
} from '../records/index.ts';
import { openAxis, sideAlong } from './plane-side.ts';

/** Tilt of the k-th ray against the axis: TILT·(k+1) along u, its square over TILT along v: a plane through p holds at most two such rays. */
const TILT = 2 ** -20;
const MOST_TILTS = 64;

const AMBIGUOUS = Number.NaN;
const ON_FACE = Number.POSITIVE_INFINITY;

/** Words of a ray: its end, and what the index is asked: its extents across, widened, and its depth. */
const [QX, QY, QZ, U_LOW, U_HIGH, V_LOW, V_HIGH, DEPTH] = [0, 1, 2, 3, 4, 5, 6, 7];
const RAY = 8;

export class WindingNumber {
  readonly #surface: Surface;
  readonly #ray = new Float64Array(RAY);

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /**
   * Whether p lies inside: its winding number is not 0 (so overlapping parts stay solid, and a wall that faces inward bounds a cavity). On the surface:
   * false. @throws KerfError UNDECIDED_SIGN if every ray meets an edge.
   */
  readonly isInside = (px: number, py: number, pz: number): boolean => this.at(px, py, pz) !== 0;

  /** The winding number of p; on the surface: 0. @throws KerfError UNDECIDED_SIGN if every ray meets an edge. */
  at(px: number, py: number, pz: number): number {
    const { bounds } = this.#surface;
    if (px < bounds[0] || py < bounds[1] || pz < bounds[2] || px > bounds[3] || py > bounds[4] || pz > bounds[5])
      return 0;
    for (let k = 1; k <= MOST_TILTS; k++) {
      const winding = this.#along(px, py, pz, TILT * k, TILT * k * k);
      if (!Number.isNaN(winding)) return winding === ON_FACE ? 0 : winding;
    }
    throw new KerfError(
      'UNDECIDED_SIGN',
      `Every one of ${MOST_TILTS} rays from (${px}, ${py}, ${pz}) meets an edge of "${this.#surface.name}"; check the mesh for faces piled on one line.`,
    );
  }

  /** The winding number along one ray; ON_FACE where p is on the surface; NaN where the ray meets an edge. */
  #along(px: number, py: number, pz: number, tiltU: number, tiltV: number): number {
    const { scanlines, frame, bounds, magnitude } = this.#surface;
    const { axis, depth0, depthScale, levels, levelSpans } = scanlines;
    const m = frame.inverse;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    // Longer than the body is deep, and so long that the tilt, not the rounding of q, sets the ray's direction: q moves
    // by 256u·M at the least from one tilt to the next, however far from the origin a small body lies.
    const length = Math.max(
      2 * (bounds[3] - bounds[0] + (bounds[4] - bounds[1]) + (bounds[5] - bounds[2])),
      frameSlack(magnitude) / TILT,
    );
    // Rows of the inverse are the columns of R but for orthonormalityError ≤ 1e-5; the cells below are those of the ray as it is.
    const ray = this.#ray;
    ray[QX] = storedCoordinate(px + length * (m[4 * axis] + tiltU * m[4 * u] + tiltV * m[4 * v]));
    ray[QY] = storedCoordinate(py + length * (m[4 * axis + 1] + tiltU * m[4 * u + 1] + tiltV * m[4 * v + 1]));
    ray[QZ] = storedCoordinate(pz + length * (m[4 * axis + 2] + tiltU * m[4 * u + 2] + tiltV * m[4 * v + 2]));
    const du = localOf(m, u, px, py, pz);
    const dv = localOf(m, v, px, py, pz);
    ray[DEPTH] = depthOf(localOf(m, axis, px, py, pz) - frame.slack, depth0, depthScale);
    const eu = localOf(m, u, ray[QX], ray[QY], ray[QZ]);
    const ev = localOf(m, v, ray[QX], ray[QY], ray[QZ]);
    // Inside the body the ray is no longer than from p to q, and so nowhere beyond both in u or v.
    ray[U_LOW] = Math.min(du, eu) - frame.slack;
    ray[U_HIGH] = Math.max(du, eu) + frame.slack;
    ray[V_LOW] = Math.min(dv, ev) - frame.slack;
    ray[V_HIGH] = Math.max(dv, ev) + frame.slack;
    let winding = 0;
    for (let level = 0, first = 0; level < levels; level++) {
      const nu = cellsAlong(scanlines.nu, level);
      const nv = cellsAlong(scanlines.nv, level);
      if (levelSpans[level] > 0) {
        const crossed = this.#through(px, py, pz, level, first, nu, nv);
        if (crossed === ON_FACE) return ON_FACE;
        winding += crossed;
      }
      first += nu * nv;
    }
    return winding;
  }

  /** The same of the faces of one level: its first cell, its columns and rows. */
  #through(px: number, py: number, pz: number, level: number, first: number, nu: number, nv: number): number {
    const { scanlines, positions, faces } = this.#surface;
    const { u0, v0, cellStart, cellCount, cellReach, spans } = scanlines;
    const cellSize = scanlines.cellSize * 2 ** level;
    const ray = this.#ray;
    const qx = ray[QX];
    const qy = ray[QY];
    const qz = ray[QZ];
    const uLow = ray[U_LOW];
    const uHigh = ray[U_HIGH];
    const vLow = ray[V_LOW];
    const vHigh = ray[V_HIGH];
    const depth = ray[DEPTH];
    const i0 = cellOf(uLow, u0, cellSize, nu);
    const i1 = cellOf(uHigh, u0, cellSize, nu);
    const j0 = cellOf(vLow, v0, cellSize, nv);
    const j1 = cellOf(vHigh, v0, cellSize, nv);
    let winding = 0;
    for (let j = j0; j <= j1; j++)
      for (let i = i0; i <= i1; i++) {
        const cell = first + i + nu * j;
        const notOwned = (j === j0 ? 0 : LOWEST_ROW) | (i === i0 ? 0 : LOWEST_COLUMN);
        const qu0 = within(uLow, u0, cellSize, i);
        const qu1 = within(uHigh, u0, cellSize, i);
        const qv0 = within(vLow, v0, cellSize, j);
        const qv1 = within(vHigh, v0, cellSize, j);
        const end = cellStart[cell] + cellCount[cell];
        for (
          let s = SPAN * firstSpanFrom(spans, cellStart[cell], end, depth - cellReach[cell]);
          s < SPAN * end;
          s += SPAN
        ) {
          if (spans[s + SPAN_DEPTH] >>> 16 < depth) continue;
          const q = spans[s + SPAN_BOUNDS];
          if ((q & 255) > qu1 || ((q >>> 8) & 255) < qu0 || ((q >>> 16) & 255) > qv1 || q >>> 24 < qv0) continue;
          const owner = spans[s + SPAN_FACE];
          if ((~owner & notOwned) !== 0) continue;
          const f = 3 * (owner & FACE_BITS);
          const crossed = crossing(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], px, py, pz, qx, qy, qz);
          if (crossed === ON_FACE) return ON_FACE;
          winding += crossed;
        }
      }
    return winding;
  }
}

function localOf(m: Float64Array, k: number, x: number, y: number, z: number): number {
  return m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
}

/** What a face adds to the winding number of p along the ray toward q: +1 where the ray leaves, −1 where it enters, else 0; NaN where it meets an edge; ON_FACE where p is on it. */
function crossing(
  A: Float64Array,
  a: number,
  b: number,
  c: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): number {
  const ax = A[a];
  const ay = A[a + 1];
  const az = A[a + 2];
  const bx = A[b];
  const by = A[b + 1];
  const bz = A[b + 2];
  const ab = orient3d(ax, ay, az, bx, by, bz, qx, qy, qz, px, py, pz);
  const cx = A[c];
  const cy = A[c + 1];
  const cz = A[c + 2];
  const bc = orient3d(bx, by, bz, cx, cy, cz, qx, qy, qz, px, py, pz);
  if ((ab > 0 && bc < 0) || (ab < 0 && bc > 0)) return 0;
  const ca = orient3d(cx, cy, cz, ax, ay, az, qx, qy, qz, px, py, pz);
  if ((ab > 0 && ca < 0) || (ab < 0 && ca > 0) || (bc > 0 && ca < 0) || (bc < 0 && ca > 0)) return 0;
  const behind = orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, px, py, pz);
  if (ab === 0 || bc === 0 || ca === 0) return behind === 0 ? inPlane(A, a, b, c, px, py, pz) : AMBIGUOUS;
  if (behind === 0) return ON_FACE;
  // The edges' common sign is that of `behind` where the crossing lies ahead of p, the opposite where it lies behind it.
  if (behind > 0 !== ab > 0) return 0;
  return behind > 0 ? 1 : -1;
}

/**
 * For p in the plane of (a, b, c): ON_FACE where it is on the closed face. Elsewhere a zero-area face adds nothing (it bounds nothing, and a ray that meets it meets
 * its neighbours' edges), and a ray that runs in a face's plane is ambiguous.
 */
function inPlane(A: Float64Array, a: number, b: number, c: number, px: number, py: number, pz: number): number {
  const p = Float64Array.of(px, py, pz);
  const axis = openAxis(A, a, b, c);
  if (axis < 0) return isOnEdge(A, a, b, p) || isOnEdge(A, b, c, p) || isOnEdge(A, c, a, p) ? ON_FACE : 0;
  const ab = sideAlong(axis, A, a, A, b, p, 0);
  const bc = sideAlong(axis, A, b, A, c, p, 0);
  const ca = sideAlong(axis, A, c, A, a, p, 0);
  return (ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0) ? AMBIGUOUS : ON_FACE;
}

function isOnEdge(A: Float64Array, a: number, b: number, p: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (sideAlong(k, A, a, A, b, p, 0) !== 0) return false;
    if (p[k] < Math.min(A[a + k], A[b + k]) || p[k] > Math.max(A[a + k], A[b + k])) return false;
  }
  return true;
}
