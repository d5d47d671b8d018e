// Samples with their nearest faces, one after the other → for each the faces that its list may need: those that may
// become its nearest within a motion.
//
// If a sample has more of them than fit, the motion is halved, for it and for all samples after it.

import { grown } from '#core';
import { type FaceCells, MOST_GATHERED } from '#proximity';
import { POINT_TRIANGLE_SIZE, pointTriangle } from '#triangles';

/** How often a motion whose lists do not fit is halved, at most. */
export const MOST_HALVINGS = 5;

export class ListFaces {
  /**
   * The faces, row by row; where the corners of each are (see FaceCells); and for each the point, xyz, that gives its
   * best bound (see faceSupport).
   */
  faces = new Int32Array(0);
  corners = new Int32Array(0);
  points = new Float64Array(0);
  count = 0;
  /** mm that a sample may move with all its faces listed here; and how often the wanted motion has been halved. */
  motion = 0;
  /** Above MOST_HALVINGS: some faces are missing. */
  halved = 0;
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);

  /** Restarts. @param motion mm. */
  begin(motion: number): void {
    this.motion = motion;
    this.halved = this.count = 0;
  }

  /**
   * Appends the faces of a sample.
   * @param among the candidates, gathered around the sample. @param p offset of its place in P.
   * @param most mm: distance of the nearest face, plus a bound on rounding. @param face the nearest one.
   * @param y offset in Y of its point that is nearest to the sample.
   * @returns how many.
   */
  add(among: FaceCells, P: Float64Array, p: number, most: number, face: number, Y: Float64Array, y: number): number {
    this.faces = grown(this.faces, this.count, this.count + MOST_GATHERED);
    this.corners = grown(this.corners, this.count, this.count + MOST_GATHERED);
    this.points = grown(this.points, 3 * this.count, 3 * (this.count + MOST_GATHERED));
    for (; this.halved <= MOST_HALVINGS; this.halved++, this.motion /= 2) {
      const taken = this.#take(among, P, p, most + 2 * this.motion, face, Y, y);
      if (taken > MOST_GATHERED) continue;
      this.count += taken;
      return taken;
    }
    return 0;
  }

  /**
   * Takes the faces whose boxes are at most this far away. For a face farther away than it is large, the box's nearest
   * point, which is at hand, stands in for its own, nearly the same. @returns how many, or more than fit.
   */
  #take(
    { count, faces, corners, squares, known: { values } }: FaceCells,
    P: Float64Array,
    p: number,
    most: number,
    nearest: number,
    Y: Float64Array,
    y: number,
  ): number {
    const { points } = this;
    const near = this.#near;
    const limit = most * most;
    let taken = 0;
    for (let n = 0; n < count; n++) {
      if (squares[n] > limit) continue;
      if (taken === MOST_GATHERED) return taken + 1;
      const at = this.count + taken++;
      const face = faces[n];
      this.faces[at] = face;
      this.corners[at] = corners[n];
      // Its box stands before its corners: see KnownFaces.
      const o = corners[n] - 6;
      const x = values[o + 3] - values[o];
      const v = values[o + 4] - values[o + 1];
      const w = values[o + 5] - values[o + 2];
      if (face === nearest) for (let k = 0; k < 3; k++) points[3 * at + k] = Y[y + k];
      else if (4 * squares[n] > x * x + v * v + w * w)
        for (let k = 0; k < 3; k++) points[3 * at + k] = Math.min(Math.max(values[o + k], P[p + k]), values[o + 3 + k]);
      else {
        pointTriangle(P, p, values, corners[n], corners[n] + 3, corners[n] + 6, near);
        for (let k = 0; k < 3; k++) points[3 * at + k] = near[k];
      }
    }
    return taken;
  }
}
