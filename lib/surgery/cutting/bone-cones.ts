// A cell and the bone's faces in it → the bone within the cell, as a sum of tetrahedra.
//
// All of them share the cell's lowest corner o. The boundary of the bone in the cell consists of faces and of parts of
// the cell's sides. Cones from o over the three sides that meet in o are flat. The bone on each of the three other
// sides, across axis s, is itself a sum of cones from that side's lowest corner e_s: over the segments that the faces
// have on the side, and over the bone on the two edges of the side that do not meet in e_s.
//
//      y=1 ┌───╴a╶─────┐     The side x = 1, seen from outside: (e, b, a) over the segment a → b of a face, (e, p, a)
//          │bone╲      │     over the edge's part p … a. Signed by their orientation, they add up to the bone.
//          │     b     │
//        e ●─────┴─────┘
//
// Coordinates are exact (lattice.ts), so whether a point lies on a side is known.

import { GrowingArray } from '#core';
import type { GrowingMesh } from './cut-grid.ts';
import type { Lattice } from './lattice.ts';

/**
 * Of a determinant of three points in a cell: 13 roundings of numbers up to 6, and two more where four are added.
 */
const ROUNDING = 2 ** -44;

/** Bit c: whether corner c is inside. Here all are. */
export const FULL = 255;

export class BoneCones {
  readonly #lattice: Lattice;
  /** xyz of three points per tetrahedron, in cells from o, the fourth corner; signed as their determinant. */
  readonly corners = new GrowingArray(new Float64Array(256));
  /** xyz of the bone's corners in the cell, including those of its convex hull; some more than once. */
  readonly points = new GrowingArray(new Float64Array(128));
  /** Of the bone in the cell. */
  volume = 0;
  readonly #face = new Float64Array(9);
  /** By axis: where the bone's surface crosses the edge along that axis that ends in the highest corner. */
  readonly #crossed = new Float64Array(3);

  constructor(lattice: Lattice) {
    this.#lattice = lattice;
  }

  /**
   * The cell's lowest corner is i, j, k; its `count` faces are numbered consecutively from `first`.
   * @param inside the bits of its inside corners.
   */
  set(i: number, j: number, k: number, inside: number, mesh: GrowingMesh, first: number, count: number): void {
    this.corners.length = this.points.length = 0;
    this.volume = 0;
    for (let corner = 0; corner < 8; corner++)
      if ((inside >> corner) & 1) this.#addPoint(corner & 1, (corner >> 1) & 1, corner >> 2);
    for (let n = first; n < first + count; n++) {
      this.#read(mesh, n, i, j, k);
      this.#addFace();
    }
    for (let axis = 0; axis < 3; axis++) this.#addEdge(axis, inside);
  }

  /** Whether a point is in the bone, by the winding number of the tetrahedra; on a face of one it may be either. */
  holds(x: number, y: number, z: number): boolean {
    return this.#windingAt(x, y, z, 0) > 0;
  }

  /** The same; null where rounding may decide it, near a face of a tetrahedron. */
  surelyHolds(x: number, y: number, z: number): boolean | null {
    const winding = this.#windingAt(x, y, z, ROUNDING);
    return Number.isNaN(winding) ? null : winding > 0;
  }

  /** @returns NaN if a determinant that decides is at most `unsure`. */
  #windingAt(x: number, y: number, z: number, unsure: number): number {
    const { values: C, length } = this.corners;
    let winding = 0;
    for (let n = 0; n < length; n += 9) {
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = C.subarray(n, n + 9);
      const six = determinant(ax, ay, az, bx, by, bz, cx, cy, cz);
      const sign = Math.sign(six);
      const alpha = sign * determinant(x, y, z, bx, by, bz, cx, cy, cz);
      const beta = sign * determinant(ax, ay, az, x, y, z, cx, cy, cz);
      const gamma = sign * determinant(ax, ay, az, bx, by, bz, x, y, z);
      const least = Math.min(alpha, beta, gamma, sign * six - alpha - beta - gamma);
      if (least > unsure) winding += sign;
      else if (least >= -unsure && unsure > 0) return Number.NaN;
    }
    return winding;
  }

  #read({ positions, faces }: GrowingMesh, face: number, i: number, j: number, k: number): void {
    const { cell, first } = this.#lattice;
    const F = this.#face;
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * faces.values[3 * face + corner];
      F[3 * corner] = positions.values[at] / cell - first[0] - i;
      F[3 * corner + 1] = positions.values[at + 1] / cell - first[1] - j;
      F[3 * corner + 2] = positions.values[at + 2] / cell - first[2] - k;
      this.#addPoint(F[3 * corner], F[3 * corner + 1], F[3 * corner + 2]);
    }
  }

  #addPoint(x: number, y: number, z: number): void {
    this.points.reserve(3);
    const { values, length } = this.points;
    values[length] = x;
    values[length + 1] = y;
    values[length + 2] = z;
    this.points.length = length + 3;
  }

  #addFace(): void {
    const F = this.#face;
    this.#add(F[0], F[1], F[2], F[3], F[4], F[5], F[6], F[7], F[8]);
    for (let from = 0; from < 9; from += 3) {
      const to = from === 6 ? 0 : from + 3;
      for (let s = 0; s < 3; s++) {
        if (F[from + s] !== 1) continue;
        const [u, v] = [(s + 1) % 3, (s + 2) % 3];
        if (F[from + u] === 1) this.#crossed[v] = F[from + v];
        if (F[to + s] === 1) this.#addOnSide(s, F[to + u], F[to + v], F[from + u], F[from + v]);
      }
    }
  }

  /** The bone on the edge along an axis that ends in the highest corner. */
  #addEdge(axis: number, inside: number): void {
    const isHighIn = inside >> 7 === 1;
    const isLowIn = ((inside >> (7 - (1 << axis))) & 1) === 1;
    if (!isHighIn && !isLowIn) return;
    const from = isLowIn ? 0 : this.#crossed[axis];
    const to = isHighIn ? 1 : this.#crossed[axis];
    // The edge runs up on one of its two sides, and down on the other.
    this.#addOnSide((axis + 1) % 3, 1, from, 1, to);
    this.#addOnSide((axis + 2) % 3, to, 1, from, 1);
  }

  /** The cone over a segment of the side across axis s, from (u, v) to (p, q). */
  #addOnSide(s: number, u: number, v: number, p: number, q: number): void {
    if (s === 0) this.#add(1, 0, 0, 1, u, v, 1, p, q);
    else if (s === 1) this.#add(0, 1, 0, v, 1, u, q, 1, p);
    else this.#add(0, 0, 1, u, v, 1, p, q, 1);
  }

  #add(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    cx: number,
    cy: number,
    cz: number,
  ): void {
    const six = determinant(ax, ay, az, bx, by, bz, cx, cy, cz);
    if (six === 0) return;
    this.volume += six / 6;
    this.corners.reserve(9);
    const { values, length } = this.corners;
    values[length] = ax;
    values[length + 1] = ay;
    values[length + 2] = az;
    values[length + 3] = bx;
    values[length + 4] = by;
    values[length + 5] = bz;
    values[length + 6] = cx;
    values[length + 7] = cy;
    values[length + 8] = cz;
    this.corners.length = length + 9;
  }
}

function determinant(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}
