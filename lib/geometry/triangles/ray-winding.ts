// A point and a closed, oriented surface → how often the surface winds around the point, exactly, along one ray.
//
// The winding number of p is the number of times that the surface's faces cross a ray from p outwards, a crossing from
// inside to outside counted +1 and one from outside to inside −1 (A. Jacobson, L. Kavan, O. Sorkine-Hornung, "Robust
// inside-outside segmentation using generalized winding numbers", ACM TOG 32(4), 2013, for closed surfaces). The sign
// of every signed distance is decided here; an index of the surface lists the faces that the ray may cross.
//
// The ray runs from p to q, nearly along an axis of the surface's own frame, to the end of the surface that is nearer:
// both ways count alike, and there are fewer faces to cross. If it meets an edge or a corner, the count would be
// ambiguous, and the next ray is tilted a little farther. The count is exact whatever is rounded here: p and q are
// exact points, the signs come from exact determinants (rayCrossing), and the range in which faces are sought is
// widened by the frame's slack.

import { frameSlack, KerfError, type LocalFrame, storedCoordinate } from '#core';
import { AMBIGUOUS, ON_FACE } from './ray-crossing.ts';

/**
 * Tilt of the k-th ray from the axis, k ≥ 1: TILT·k along u and TILT·k² along v. These directions lie on a parabola, so
 * that a plane through p contains at most two of the rays: an edge or a face seen edge-on spoils at most two.
 */
const TILT = 2 ** -20;
const MOST_TILTS = 64;

/** A ray meets no edge, and its first point lies on no face: it has counted the winding number. */
export const CLEAR = 0;

/**
 * Words of a ray: its points p and q in the bone's frame, as rayCrossing reads them; in the surface's own frame its
 * range in u and v, the axes after the one that it runs along, and in depth, along that axis: from where it begins on,
 * or up to there, without another end; all widened.
 */
const [PX, PY, PZ, QX, QY, QZ] = [0, 1, 2, 3, 4, 5];
export const [U_LOW, U_HIGH, V_LOW, V_HIGH, DEPTH_LOW, DEPTH_HIGH] = [6, 7, 8, 9, 10, 11];
const RAY = 12;

/** What a ray needs to know about a surface: see Surface. */
export interface RaySurface {
  readonly name: string;
  readonly bounds: Float64Array;
  readonly frame: LocalFrame;
  readonly magnitude: number;
}

export abstract class RayWinding {
  /** The current ray. */
  protected readonly ray = new Float64Array(RAY);
  /** The sum over the faces that the current ray crosses. */
  protected winding = 0;
  readonly #body: RaySurface;

  constructor(body: RaySurface) {
    this.#body = body;
  }

  /** The axis of the surface's own frame that rays run along. */
  protected abstract readonly axis: number;

  /** Whether the surface's low end is nearer to this coordinate along the axis than its high end. */
  protected abstract isLow(depth: number): boolean;

  /** Sets `winding` to the sum over all faces that the ray crosses. @returns CLEAR, ON_FACE or AMBIGUOUS. */
  protected abstract cross(): number;

  /**
   * Whether p lies inside: its winding number is not 0. So parts that overlap stay solid, and a wall that faces inward
   * bounds a cavity. A point on the surface is not inside.
   * @throws KerfError UNDECIDED_SIGN if every ray meets an edge.
   */
  readonly isInside = (px: number, py: number, pz: number): boolean => this.windingAt(px, py, pz) !== 0;

  /** The winding number of p; on the surface: 0. @throws KerfError UNDECIDED_SIGN if every ray meets an edge. */
  windingAt(px: number, py: number, pz: number): number {
    return this.#count(px, py, pz) === CLEAR ? this.winding : 0;
  }

  /** 1 if p is inside, 0 if it is on a face, −1 if it is outside. @throws as windingAt. */
  sideAt(px: number, py: number, pz: number): -1 | 0 | 1 {
    if (this.#count(px, py, pz) === ON_FACE) return 0;
    return this.winding === 0 ? -1 : 1;
  }

  /** Counts p's winding number. @returns CLEAR, or ON_FACE if it has none. */
  #count(px: number, py: number, pz: number): number {
    const { bounds, name } = this.#body;
    this.winding = 0;
    if (px < bounds[0] || py < bounds[1] || pz < bounds[2] || px > bounds[3] || py > bounds[4] || pz > bounds[5])
      return CLEAR;
    for (let k = 1; k <= MOST_TILTS; k++) {
      this.#aim(px, py, pz, TILT * k, TILT * k * k);
      const met = this.cross();
      if (met !== AMBIGUOUS) return met;
    }
    throw new KerfError(
      'UNDECIDED_SIGN',
      `Every one of ${MOST_TILTS} rays from (${px}, ${py}, ${pz}) meets an edge of "${name}"; check the mesh for faces piled on one line.`,
    );
  }

  #aim(px: number, py: number, pz: number, tiltU: number, tiltV: number): void {
    const { frame, bounds, magnitude } = this.#body;
    const { axis } = this;
    const m = frame.inverse;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    // The ray is longer than the body is deep. It is also long enough for the tilt, not the rounding of q, to set its
    // direction: from one tilt to the next q moves by at least 256u·M, however far from the origin a small body lies.
    const length = Math.max(
      2 * (bounds[3] - bounds[0] + (bounds[4] - bounds[1]) + (bounds[5] - bounds[2])),
      frameSlack(magnitude) / TILT,
    );
    const depth = localOf(m, axis, px, py, pz);
    const isDown = this.isLow(depth);
    const way = isDown ? -length : length;
    // Rows of the inverse are the columns of R up to orthonormalityError ≤ 1e-5. This error changes which ray is taken;
    // the range below belongs to the ray taken.
    const ray = this.ray;
    ray[PX] = px;
    ray[PY] = py;
    ray[PZ] = pz;
    ray[QX] = storedCoordinate(px + way * (m[4 * axis] + tiltU * m[4 * u] + tiltV * m[4 * v]));
    ray[QY] = storedCoordinate(py + way * (m[4 * axis + 1] + tiltU * m[4 * u + 1] + tiltV * m[4 * v + 1]));
    ray[QZ] = storedCoordinate(pz + way * (m[4 * axis + 2] + tiltU * m[4 * u + 2] + tiltV * m[4 * v + 2]));
    const du = localOf(m, u, px, py, pz);
    const dv = localOf(m, v, px, py, pz);
    ray[DEPTH_LOW] = isDown ? -Number.MAX_VALUE : depth - frame.slack;
    ray[DEPTH_HIGH] = isDown ? depth + frame.slack : Number.MAX_VALUE;
    const eu = localOf(m, u, ray[QX], ray[QY], ray[QZ]);
    const ev = localOf(m, v, ray[QX], ray[QY], ray[QZ]);
    // q lies beyond the body: within the body, the ray's u and v lie between those of p and q.
    ray[U_LOW] = Math.min(du, eu) - frame.slack;
    ray[U_HIGH] = Math.max(du, eu) + frame.slack;
    ray[V_LOW] = Math.min(dv, ev) - frame.slack;
    ray[V_HIGH] = Math.max(dv, ev) + frame.slack;
  }
}

/** Coordinate k of a point in the body's own frame. */
function localOf(m: Float64Array, k: number, x: number, y: number, z: number): number {
  return m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
}
