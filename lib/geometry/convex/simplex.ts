// Up to four points of W → the point of their hull nearest to the origin, and which of them it needs.
//
// The signed-volumes sub-distance (M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and
// more reliable distance queries between convex objects", ACM TOG 36(3), 2017). The origin's projection on the affine
// hull of the points has weights in proportion to signed volumes: of a tetrahedron's faces with the origin, of a
// triangle's edges with the projection. If all have the sign of the whole, it lies inside; if a point's weight has the
// other sign, the nearest point may be on the opposite edge or face:
//
//              w0            the weight of w0 is negative: the origin projects beyond the edge w1 w2
//             ╱  ╲
//           w1────w2         each such edge (of a tetrahedron, each such face) is tried, the nearest is taken
//               ·
//
// A triangle's nearest point is taken along its normal, N·(N·w)/(N·N), not as a weighted sum: the direction to it is
// then as good as the normal, however near it is.

import { volumeSlack } from './bounds.ts';
import type { PosedPair } from './posed-pair.ts';

export class Simplex {
  /** How many points there are: point i at points[3i …], the difference of vertices second[i] and first[i]. */
  count = 0;
  readonly points = new Float64Array(12);
  readonly first = new Uint32Array(4);
  readonly second = new Uint32Array(4);
  /** After `reduce`: weights of the points, ≥ 0, and the nearest point: their sum. */
  readonly weights = new Float64Array(4);
  readonly nearest = new Float64Array(3);
  /** Its distance from the origin. */
  readonly distance = new Float64Array(1);
  /** The best of what was tried: its distance squared, points, weights, place. */
  readonly #squared = new Float64Array(1);
  readonly #slots = new Uint8Array(4);
  readonly #parts = new Float64Array(4);
  readonly #place = new Float64Array(3);
  #kept = 0;
  readonly #stored = new Float64Array(3);

  /** Adds the difference of two vertices, or puts it at point `at`. */
  put(pair: PosedPair, first: number, second: number, at = this.count): void {
    const { points: W } = this;
    const b = this.#stored;
    const { points: A } = pair.first;
    pair.store(second, b, 0);
    W[3 * at] = b[0] - A[3 * first];
    W[3 * at + 1] = b[1] - A[3 * first + 1];
    W[3 * at + 2] = b[2] - A[3 * first + 2];
    this.first[at] = first;
    this.second[at] = second;
    if (at === this.count) this.count++;
  }

  /** Takes the vertices of a simplex, for `put` to place again. */
  remember({
    count,
    first,
    second,
  }: {
    readonly count: number;
    readonly first: Uint32Array;
    readonly second: Uint32Array;
  }): void {
    this.count = count;
    for (let i = 0; i < count; i++) {
      this.first[i] = first[i];
      this.second[i] = second[i];
    }
  }

  /** Whether the difference of these vertices is one of the points. */
  has(first: number, second: number): boolean {
    for (let i = 0; i < this.count; i++) if (this.first[i] === first && this.second[i] === second) return true;
    return false;
  }

  /** Keeps the points that the nearest point needs. Four remain only if the origin lies inside. */
  reduce(): void {
    this.#squared[0] = Number.POSITIVE_INFINITY;
    if (this.count === 1) this.#tryPoint(0);
    else if (this.count === 2) this.#trySegment(0, 1);
    else if (this.count === 3) this.#tryTriangle(0, 1, 2);
    else this.#tryTetrahedron();
    this.#keep();
  }

  #keep(): void {
    const { points: W, first, second } = this;
    const slots = this.#slots;
    const count = this.#kept;
    // A triangle's slots may be out of order: they are sorted, so that no point is overwritten before it is read.
    for (let i = 1; i < count; i++)
      for (let j = i; j > 0 && slots[j - 1] > slots[j]; j--) {
        const slot = slots[j];
        slots[j] = slots[j - 1];
        slots[j - 1] = slot;
        const part = this.#parts[j];
        this.#parts[j] = this.#parts[j - 1];
        this.#parts[j - 1] = part;
      }
    for (let i = 0; i < count; i++) {
      const from = slots[i];
      this.weights[i] = this.#parts[i];
      if (from === i) continue;
      for (let k = 0; k < 3; k++) W[3 * i + k] = W[3 * from + k];
      first[i] = first[from];
      second[i] = second[from];
    }
    this.count = count;
    for (let k = 0; k < 3; k++) this.nearest[k] = this.#place[k];
    this.distance[0] = Math.sqrt(this.#squared[0]);
  }

  #tryPoint(i: number): void {
    const { points: W } = this;
    const x = W[3 * i];
    const y = W[3 * i + 1];
    const z = W[3 * i + 2];
    const squared = x * x + y * y + z * z;
    if (!(squared < this.#squared[0])) return;
    this.#squared[0] = squared;
    this.#kept = 1;
    this.#slots[0] = i;
    this.#parts[0] = 1;
    this.#place[0] = x;
    this.#place[1] = y;
    this.#place[2] = z;
  }

  #trySegment(i: number, j: number): void {
    const { points: W } = this;
    const x = W[3 * i];
    const y = W[3 * i + 1];
    const z = W[3 * i + 2];
    const dx = W[3 * j] - x;
    const dy = W[3 * j + 1] - y;
    const dz = W[3 * j + 2] - z;
    const whole = dx * dx + dy * dy + dz * dz;
    const part = -(x * dx + y * dy + z * dz);
    if (!(part > 0)) {
      this.#tryPoint(i);
      return;
    }
    if (!(part < whole)) {
      this.#tryPoint(j);
      return;
    }
    const t = part / whole;
    let px = x + t * dx;
    let py = y + t * dy;
    let pz = z + t * dz;
    // Perpendicular to the segment but for rounding of points much farther away; a second pass leaves only its own.
    const rest = (px * dx + py * dy + pz * dz) / whole;
    px -= rest * dx;
    py -= rest * dy;
    pz -= rest * dz;
    const squared = px * px + py * py + pz * pz;
    if (!(squared < this.#squared[0])) return;
    this.#squared[0] = squared;
    this.#kept = 2;
    this.#slots[0] = i;
    this.#slots[1] = j;
    this.#parts[0] = 1 - t;
    this.#parts[1] = t;
    this.#place[0] = px;
    this.#place[1] = py;
    this.#place[2] = pz;
  }

  #tryTriangle(i: number, j: number, k: number): void {
    const { points: W } = this;
    const x = W[3 * i];
    const y = W[3 * i + 1];
    const z = W[3 * i + 2];
    const ex = W[3 * j] - x;
    const ey = W[3 * j + 1] - y;
    const ez = W[3 * j + 2] - z;
    const fx = W[3 * k] - x;
    const fy = W[3 * k + 1] - y;
    const fz = W[3 * k + 2] - z;
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const whole = nx * nx + ny * ny + nz * nz;
    if (!(whole > 0)) {
      this.#trySegment(i, j);
      this.#trySegment(j, k);
      this.#trySegment(i, k);
      return;
    }
    // Twice the areas of the projection with the edges, times |N|: edge ki for j, ij for k.
    const ofJ = -(nx * (y * fz - z * fy) + ny * (z * fx - x * fz) + nz * (x * fy - y * fx));
    const ofK = -(nx * (ey * z - ez * y) + ny * (ez * x - ex * z) + nz * (ex * y - ey * x));
    const ofI = whole - ofJ - ofK;
    if (ofI > 0 && ofJ > 0 && ofK > 0) {
      const height = (nx * x + ny * y + nz * z) / whole;
      const px = nx * height;
      const py = ny * height;
      const pz = nz * height;
      const squared = px * px + py * py + pz * pz;
      if (!(squared < this.#squared[0])) return;
      this.#squared[0] = squared;
      this.#kept = 3;
      this.#slots[0] = i;
      this.#slots[1] = j;
      this.#slots[2] = k;
      this.#parts[0] = ofI / whole;
      this.#parts[1] = ofJ / whole;
      this.#parts[2] = ofK / whole;
      this.#place[0] = px;
      this.#place[1] = py;
      this.#place[2] = pz;
      return;
    }
    if (!(ofI > 0)) this.#trySegment(j, k);
    if (!(ofJ > 0)) this.#trySegment(i, k);
    if (!(ofK > 0)) this.#trySegment(i, j);
  }

  #tryTetrahedron(): void {
    const v0 = -this.#volume(1, 2, 3);
    const v1 = this.#volume(0, 2, 3);
    const v2 = -this.#volume(0, 1, 3);
    const v3 = this.#volume(0, 1, 2);
    const whole = v0 + v1 + v2 + v3;
    let p = 0;
    for (let i = 0; i < 12; i++) p = Math.max(p, Math.abs(this.points[i]));
    // The signs of a flat one are noise: the nearest of its four triangles is taken.
    const sign = Math.abs(whole) <= volumeSlack(p) ? 0 : whole > 0 ? 1 : -1;
    const has0 = sign * v0 > 0;
    const has1 = sign * v1 > 0;
    const has2 = sign * v2 > 0;
    const has3 = sign * v3 > 0;
    if (has0 && has1 && has2 && has3) {
      this.#squared[0] = 0;
      this.#kept = 4;
      for (let i = 0; i < 4; i++) this.#slots[i] = i;
      this.#parts[0] = v0 / whole;
      this.#parts[1] = v1 / whole;
      this.#parts[2] = v2 / whole;
      this.#parts[3] = v3 / whole;
      for (let k = 0; k < 3; k++) this.#place[k] = 0;
      return;
    }
    if (!has0) this.#tryTriangle(1, 2, 3);
    if (!has1) this.#tryTriangle(0, 2, 3);
    if (!has2) this.#tryTriangle(0, 1, 3);
    if (!has3) this.#tryTriangle(0, 1, 2);
  }

  /** Six times the signed volume of three points with the origin. */
  #volume(i: number, j: number, k: number): number {
    const { points: W } = this;
    const x = W[3 * j + 1] * W[3 * k + 2] - W[3 * j + 2] * W[3 * k + 1];
    const y = W[3 * j + 2] * W[3 * k] - W[3 * j] * W[3 * k + 2];
    const z = W[3 * j] * W[3 * k + 1] - W[3 * j + 1] * W[3 * k];
    return W[3 * i] * x + W[3 * i + 1] * y + W[3 * i + 2] * z;
  }
}
