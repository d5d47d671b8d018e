// Points where a surface crosses a cell's edges, with its planes there → the point in the cell that is nearest to all
// planes.
//
// It minimises Σ (n·(x − p))² around the mean m of the loop's points: with A = Σ n nᵀ and b = Σ n (n·(p − m)), x = m +
// A⁺ b. A⁺ leaves out the directions that the planes hardly constrain, those whose eigenvalue is below SHARP times the
// largest: along a straight edge of the surface x stays at m. Source: T. Ju, F. Losasso, S. Schaefer, J. Warren, "Dual
// contouring of Hermite data", 2002; the eigenvalues by Jacobi's rotations (1846).

import { OUTSIDE, placeWithin } from './lattice.ts';
import { UNKNOWN, unitOf } from './unit-code.ts';

/** Ju et al. 2002, section 2.3. */
const SHARP = 0.1;

export class ApexFinder {
  readonly #normals = new Float64Array(36);
  readonly #places = new Float64Array(36);
  #count = 0;
  readonly #normal = new Float64Array(3);
  readonly #matrix = new Float64Array(9);
  readonly #turns = new Float64Array(9);
  readonly #right = new Float64Array(3);
  readonly #mean = new Float64Array(3);
  readonly #found = new Float64Array(3);

  clear(): void {
    this.#count = 0;
  }

  /** @param normal unitCode; an unknown plane is left out. */
  addPlane(points: Float64Array, at: number, normal: number): void {
    if (normal === UNKNOWN) return;
    unitOf(normal, this.#normal);
    for (let k = 0; k < 3; k++) {
      this.#normals[3 * this.#count + k] = this.#normal[k];
      this.#places[3 * this.#count + k] = points[at + k];
    }
    this.#count++;
  }

  /** The apex, in whole parts of a cell and strictly inside it; the loop's mean if the planes lead out of the cell. */
  find(points: Float64Array, count: number): Float64Array {
    const mean = this.#mean.fill(0);
    for (let n = 0; n < 3 * count; n++) mean[n % 3] += points[n];
    for (let k = 0; k < 3; k++) mean[k] /= count;
    this.#solve();
    const found = this.#found;
    for (let k = 0; k < 3; k++) found[k] = placeWithin(mean[k] + found[k]);
    if (found.includes(OUTSIDE)) for (let k = 0; k < 3; k++) found[k] = placeWithin(mean[k]);
    return found;
  }

  #solve(): void {
    const A = this.#matrix.fill(0);
    const b = this.#right.fill(0);
    for (let n = 0; n < 3 * this.#count; n += 3) {
      const N = this.#normals;
      let along = 0;
      for (let k = 0; k < 3; k++) along += N[n + k] * (this.#places[n + k] - this.#mean[k]);
      for (let r = 0; r < 3; r++) {
        b[r] += N[n + r] * along;
        for (let c = 0; c < 3; c++) A[3 * r + c] += N[n + r] * N[n + c];
      }
    }
    const V = this.#turns.fill(0);
    V[0] = V[4] = V[8] = 1;
    for (let sweep = 0; sweep < 6; sweep++) {
      turn(A, V, 0, 1);
      turn(A, V, 0, 2);
      turn(A, V, 1, 2);
    }
    const least = SHARP * Math.max(A[0], A[4], A[8]);
    const found = this.#found.fill(0);
    for (let k = 0; k < 3; k++) {
      const value = A[4 * k];
      if (!(value > least)) continue;
      const part = (V[k] * b[0] + V[3 + k] * b[1] + V[6 + k] * b[2]) / value;
      for (let r = 0; r < 3; r++) found[r] += part * V[3 * r + k];
    }
  }
}

/** One rotation of Jacobi's method: A becomes JᵀAJ with A[p][q] = 0, V becomes VJ. */
function turn(A: Float64Array, V: Float64Array, p: number, q: number): void {
  const off = A[3 * p + q];
  if (off === 0) return;
  const theta = (A[4 * q] - A[4 * p]) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const kp = A[3 * k + p];
    const kq = A[3 * k + q];
    A[3 * k + p] = c * kp - s * kq;
    A[3 * k + q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const pk = A[3 * p + k];
    const qk = A[3 * q + k];
    A[3 * p + k] = c * pk - s * qk;
    A[3 * q + k] = s * pk + c * qk;
    const vp = V[3 * k + p];
    const vq = V[3 * k + q];
    V[3 * k + p] = c * vp - s * vq;
    V[3 * k + q] = s * vp + c * vq;
  }
}
