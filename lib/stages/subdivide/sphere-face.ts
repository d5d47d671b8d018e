// A sub-triangle's bounding sphere and a face → whether the sphere, inflated, may meet the face.

import { cornerOffset } from '#core';
import type { Surface } from '#records';

/** Has no false negatives, but may have false positives: it tests the face's box and plane. */
export class SphereFaceTest {
  readonly #other: Surface;
  readonly #inflate: number;
  #x = 0;
  #y = 0;
  #z = 0;
  #radius = 0;

  /** @param inflate added to the sphere's radius, mm: the requested distance and the slack of these computations. */
  constructor(other: Surface, inflate: number) {
    this.#other = other;
    this.#inflate = inflate;
  }

  /** Takes the sphere centred at the centroid of three corners (9 numbers). */
  sphereOf(p: Float64Array): void {
    const x = (p[0] + p[3] + p[6]) / 3;
    const y = (p[1] + p[4] + p[7]) / 3;
    const z = (p[2] + p[5] + p[8]) / 3;
    let squared = 0;
    for (let k = 0; k < 9; k += 3) {
      const dx = p[k] - x;
      const dy = p[k + 1] - y;
      const dz = p[k + 2] - z;
      squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
    }
    this.#x = x;
    this.#y = y;
    this.#z = z;
    this.#radius = Math.sqrt(squared) + this.#inflate;
  }

  mayMeet(face: number): boolean {
    const { positions: A, faces } = this.#other;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    const squared = this.#radius * this.#radius;
    // Corners relative to the sphere's centre.
    const ax = A[a] - this.#x;
    const bx = A[b] - this.#x;
    const cx = A[c] - this.#x;
    const dx = outside(Math.min(ax, bx, cx), Math.max(ax, bx, cx));
    if (dx * dx > squared) return false;
    const ay = A[a + 1] - this.#y;
    const by = A[b + 1] - this.#y;
    const cy = A[c + 1] - this.#y;
    const dy = outside(Math.min(ay, by, cy), Math.max(ay, by, cy));
    if (dx * dx + dy * dy > squared) return false;
    const az = A[a + 2] - this.#z;
    const bz = A[b + 2] - this.#z;
    const cz = A[c + 2] - this.#z;
    const dz = outside(Math.min(az, bz, cz), Math.max(az, bz, cz));
    if (dx * dx + dy * dy + dz * dz > squared) return false;
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const vx = cx - ax;
    const vy = cy - ay;
    const vz = cz - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    // Support along n, so that any n, however rounded, either is a separating direction or is not.
    const toA = nx * ax + ny * ay + nz * az;
    const toB = nx * bx + ny * by + nz * bz;
    const toC = nx * cx + ny * cy + nz * cz;
    const gap = Math.max(0, Math.min(toA, toB, toC), -Math.max(toA, toB, toC));
    return gap * gap <= squared * (nx * nx + ny * ny + nz * nz);
  }
}

/** Distance from 0 to the interval [low, high]. */
function outside(low: number, high: number): number {
  return low > 0 ? low : high < 0 ? -high : 0;
}
