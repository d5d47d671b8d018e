// A point of a local model that has moved → its exact signed distance to the bone's faces, and the way out; and whether
// it met a face on a straight path.
//
// Its distance is the least to the faces of its list; a face is skipped if its lower bound L + g·(p − centre) is above
// the least distance found. A point that was d away and has moved by m is at most d + m away, and a face is at least L
// − m away, since |g| ≤ 1, so no face with L > d + 2m is nearest. Nor is such a face crossed: its distances from the
// two ends of the way add up to at least 2L − m > m. While the point has hardly moved, only the first `nears` entries
// of its list can matter.
//
// Its side follows from the winding number at the model's pose, plus 1 for each face through which the way from there
// enters, minus 1 for each through which it leaves. If the point has moved by less than its distance was, it cannot
// have crossed any face. It never crosses a face whose distances from both ends of the way add up to more than its
// length. A way through an edge or a corner, or along a face, counts as a way beside it (way-crossing.ts). The way
// begins off the surface: see NearSamples.

import { isDirectionKnown, lengthSlack } from '#core';
import { BOUND } from '#proximity';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED, wayCrossing } from '#triangles';
import { type LocalModel, MAGNITUDE, MOST_ENTRIES, MOTION, NEAR } from './local-model.ts';

export class LocalGap {
  /** Signed distance, mm: < 0 inside; unit normal, out of the bone; nearest point of the bone, xyz. */
  readonly result = new Float64Array(GAP_SIZE);
  /** The nearest face, by its place in the model. */
  face = -1;
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #least = new Float64Array(MOST_ENTRIES);
  /** mm: a face whose distances from both ends of the way add up to more is not on it. */
  readonly #most = new Float64Array(1);

  /**
   * @param i which point of the model.
   * @param p offset in P of where it is now, bone frame: at most MOTION from its centre.
   */
  measure(model: LocalModel, i: number, P: Float64Array, p: number): void {
    const { bounds, entries, centres, corners, head } = model;
    const start = model.starts[i];
    const x = P[p] - centres[3 * i];
    const y = P[p + 1] - centres[3 * i + 1];
    const z = P[p + 2] - centres[3 * i + 2];
    const moved = Math.sqrt(x * x + y * y + z * z);
    const count = moved <= NEAR * head[MOTION] ? model.nears[i] : model.counts[i];
    const least = this.#least;
    let first = 0;
    for (let n = 0, at = BOUND * start; n < count; n++, at += BOUND) {
      least[n] = bounds[at] + bounds[at + 1] * x + bounds[at + 2] * y + bounds[at + 3] * z;
      if (least[n] < least[first]) first = n;
    }
    // Bounds and distances are off by less than this: see CellFaces.
    const slack = 4 * lengthSlack(head[MAGNITUDE]);
    const near = this.#near;
    const { result } = this;
    let best = Number.POSITIVE_INFINITY;
    let limit = Number.POSITIVE_INFINITY;
    // First the face with the least bound, which lets most of the others be skipped; then the others.
    for (let k = -1; k < count; k++) {
      const n = k < 0 ? first : k;
      if (k === first || least[n] > limit) continue;
      const face = entries[start + n];
      pointTriangle(P, p, corners, 9 * face, 9 * face + 3, 9 * face + 6, near);
      if (near[SQUARED] >= best) continue;
      best = near[SQUARED];
      limit = Math.sqrt(best) + slack;
      this.face = face;
      result[POINT] = near[0];
      result[POINT + 1] = near[1];
      result[POINT + 2] = near[2];
    }
    const distance = Math.sqrt(best);
    this.#most[0] = moved + 2 * slack;
    const crossed = moved + slack < Math.abs(model.distances[i]) ? 0 : this.#entered(model, i, count, P, p);
    const sign = model.windings[i] + crossed === 0 ? 1 : -1;
    result[GAP] = sign * distance;
    if (isDirectionKnown(distance, slack))
      for (let k = 0; k < 3; k++) result[NORMAL + k] = (sign * (P[p + k] - result[POINT + k])) / distance;
    else this.#faceNormal(corners, 9 * this.face);
  }

  /**
   * Whether a point's straight way meets a face of its list.
   * @param a p offsets in A and P of where the way begins and ends: each at most MOTION from the point's centre.
   */
  meets(model: LocalModel, i: number, A: Float64Array, a: number, P: Float64Array, p: number): boolean {
    const { entries, starts, counts, corners } = model;
    for (let n = starts[i]; n < starts[i] + counts[i]; n++) {
      const at = 9 * entries[n];
      if (wayCrossing(corners, at, at + 3, at + 6, A, a, P, p) !== 0) return true;
    }
    return false;
  }

  /**
   * The number of listed faces through which the way from centre to point enters, less those through which it leaves.
   * Call it after `measure` has bounded their distances. @param count how many entries to test, from the first.
   */
  #entered(model: LocalModel, i: number, count: number, P: Float64Array, p: number): number {
    const { bounds, corners, entries, starts, centres } = model;
    const least = this.#least;
    const start = starts[i];
    const most = this.#most[0];
    let entered = 0;
    for (let n = 0; n < count; n++) {
      if (bounds[BOUND * (start + n)] + least[n] > most) continue;
      const at = 9 * entries[start + n];
      entered += wayCrossing(corners, at, at + 3, at + 6, centres, 3 * i, P, p);
    }
    return entered;
  }

  /** Writes the face's own normal: the point is too near the face to give a direction. */
  #faceNormal(A: Float64Array, at: number): void {
    const { result } = this;
    const ux = A[at + 3] - A[at];
    const uy = A[at + 4] - A[at + 1];
    const uz = A[at + 5] - A[at + 2];
    const vx = A[at + 6] - A[at];
    const vy = A[at + 7] - A[at + 1];
    const vz = A[at + 8] - A[at + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    result[NORMAL] = length > 0 ? nx / length : 1;
    result[NORMAL + 1] = length > 0 ? ny / length : 0;
    result[NORMAL + 2] = length > 0 ? nz / length : 0;
  }
}

/** Slots of a result. */
export const GAP = 0;
export const NORMAL = 1;
export const POINT = 4;
const GAP_SIZE = 7;
