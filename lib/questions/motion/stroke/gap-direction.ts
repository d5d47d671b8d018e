// Two triangles that are apart, and their nearest points → the direction that separates them, and the gap along it.
//
// That direction runs from one nearest point to the other. But if the distance is short, rounding tilts it: by 1e-14 mm
// over 1e-8 mm, say, which at the far corners of a face of 50 mm is more than the gap. The normals of both faces and of
// each pair of edges do not suffer from that, and one of them is the direction if a corner is nearest to a face's
// interior, or an edge to an edge.

import { FIRST, faceNormal, SECOND } from '#triangles';

/** The share of the distance that a direction must show; otherwise others are tried. */
const ENOUGH = 0.5;

export class GapDirection {
  /** Where the second triangle begins along the direction. */
  nearest = 0;
  readonly #tried = new Float64Array(3);
  #gap = 0;

  /**
   * @param c 18 coordinates: TrianglePair.corners.
   * @param points the nearest points, xyz each.
   * @param distance of the two; Infinity if it is too short for its direction to be trusted.
   * @param out receives the direction, unit, from the first to the second; 0 if both are points, and the same one.
   * @returns the gap along it, but for rounding: the greatest of all tried, 0 or less if none was found.
   */
  find(c: Float64Array, points: Float64Array, distance: number, out: Float64Array): number {
    const n = this.#tried;
    this.#gap = -Infinity;
    out.fill(0);
    for (let k = 0; k < 3; k++) n[k] = points[3 + k] - points[k];
    this.#try(c, out);
    if (this.#gap >= ENOUGH * distance) return this.#gap;
    for (const face of [FIRST, SECOND]) {
      faceNormal(c, face, face + 3, face + 6, n, 0);
      this.#try(c, out);
    }
    for (let i = FIRST; i < FIRST + 9; i += 3)
      for (let j = SECOND; j < SECOND + 9; j += 3) {
        this.#crossEdges(c, i, i === FIRST + 6 ? FIRST : i + 3, j, j === SECOND + 6 ? SECOND : j + 3);
        this.#try(c, out);
      }
    return this.#gap;
  }

  #crossEdges(c: Float64Array, i: number, i1: number, j: number, j1: number): void {
    const ux = c[i1] - c[i];
    const uy = c[i1 + 1] - c[i + 1];
    const uz = c[i1 + 2] - c[i + 2];
    const vx = c[j1] - c[j];
    const vy = c[j1 + 1] - c[j + 1];
    const vz = c[j1 + 2] - c[j + 2];
    const n = this.#tried;
    n[0] = uy * vz - uz * vy;
    n[1] = uz * vx - ux * vz;
    n[2] = ux * vy - uy * vx;
  }

  /** The gap along a direction or its opposite; kept if it is the greatest so far. */
  #try(c: Float64Array, out: Float64Array): void {
    const n = this.#tried;
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0 && length < Infinity)) return;
    for (let k = 0; k < 3; k++) n[k] /= length;
    const a = along(n, c, FIRST);
    const b = along(n, c, FIRST + 3);
    const d = along(n, c, FIRST + 6);
    const e = along(n, c, SECOND);
    const f = along(n, c, SECOND + 3);
    const g = along(n, c, SECOND + 6);
    const forth = Math.min(e, f, g) - Math.max(a, b, d);
    const back = Math.min(a, b, d) - Math.max(e, f, g);
    if (Math.max(forth, back) <= this.#gap) return;
    const sign = forth >= back ? 1 : -1;
    this.#gap = Math.max(forth, back);
    this.nearest = sign > 0 ? Math.min(e, f, g) : -Math.max(e, f, g);
    for (let k = 0; k < 3; k++) out[k] = sign * n[k];
  }
}

function along(n: Float64Array, c: Float64Array, i: number): number {
  return n[0] * c[i] + n[1] * c[i + 1] + n[2] * c[i + 2];
}
