// Values of a function at the points of a BCC lattice → the triangles of its zero set, octahedron by octahedron.
//
// The lattice is the corners and centres of cubes of edge `step`. Each of its tetrahedra joins the centres of two
// neighbouring cubes with an edge of the square between these (F. Labelle, J. Shewchuk, "Isosurface stuffing", 2007,
// section 3). The tetrahedra are congruent and meet face to face. The piece of surface in a tetrahedron depends only on
// the signs at its corners, and the pieces of neighbours share the vertices on common edges, so the surface is a closed
// 2-manifold for any function. A point with f = 0 counts as outside.
//
//     r3 ─────── r2     C and N are the centres of two neighbouring cubes, and r0 … r3 is the square between these,
//      │  C → N  │      here seen from N. Each side of the square makes a tetrahedron with C and N: (C, N, r0, r1),
//     r0 ─────── r1     (C, N, r1, r2), (C, N, r2, r3) and (C, N, r3, r0). The four fill an octahedron.

import { GrowingArray } from '#core';
import { VertexTable } from './vertex-table.ts';

// These are bound once, because in a sandbox such as jest's looking up the global Math costs more than the call.
const { abs, clz32 } = Math;

/** Where the points of a lattice lie: mm, and cubes along each axis. */
export interface Lattice {
  readonly origin: readonly number[];
  readonly step: number;
  readonly counts: readonly number[];
}

/** The two kinds of points. One of each belongs to a cube: its low corner and its centre. */
export const CORNER = 0;
export const CENTRE = 1;

/** Distinct edges that belong to a cube: three between points of either kind, and eight from its centre to corners. */
export const EDGES_A_CUBE = 14;

/**
 * The four corners of the square between two centres as (u, v) offsets, counter-clockwise seen from the second centre.
 */
const ringU = [0, 1, 1, 0];
const ringV = [0, 0, 1, 1];
/** For one vertex inside: its three edges, in an order that makes the normal point away from it. */
const single = [
  [0, 1, 0, 2, 0, 3],
  [1, 0, 1, 3, 1, 2],
  [2, 0, 2, 1, 2, 3],
  [3, 0, 3, 2, 3, 1],
];
/**
 * For vertices a, b inside and c, d outside, where (a, b, c, d) is an even permutation. The quadrilateral is ac, ad,
 * bd, bc.
 */
const pair: Record<number, readonly number[]> = {
  3: [0, 1, 2, 3],
  5: [0, 2, 3, 1],
  9: [0, 3, 1, 2],
  6: [1, 2, 0, 3],
  10: [1, 3, 2, 0],
  12: [2, 3, 0, 1],
};

/** Coordinate of a point of the cube with this index along an axis, mm. */
export function latticeCoordinate({ origin, step }: Lattice, index: number, axis: number, kind: number): number {
  return origin[axis] + (index + kind / 2) * step;
}

export class TetrahedraMarcher {
  readonly #lattice: Lattice;
  readonly #f: (x: number, y: number, z: number) => number;
  readonly #vertices = new VertexTable();
  readonly #faces = new GrowingArray(new Uint32Array(1 << 16));
  /** The six points of the octahedron between two centres: the centre, the next centre, and the ring. */
  readonly #kind = [CENTRE, CENTRE, CORNER, CORNER, CORNER, CORNER];
  readonly #px = new Int32Array(6);
  readonly #py = new Int32Array(6);
  readonly #pz = new Int32Array(6);
  readonly #value = new Float64Array(6);
  /** The current tetrahedron: four of the six. */
  readonly #corner = [0, 0, 0, 0];

  /** @param f negative inside; evaluated along edges that cross the surface. */
  constructor(lattice: Lattice, f: (x: number, y: number, z: number) => number) {
    this.#lattice = lattice;
    this.#f = f;
  }

  /** xyz per vertex, mm. */
  get positions(): Float64Array {
    return this.#vertices.positions();
  }

  /** Three vertices per triangle. */
  get faces(): Uint32Array {
    return this.#faces.values.slice(0, this.#faces.length);
  }

  /**
   * Adds the triangles in the four tetrahedra between a cube and its next neighbour along the axis.
   * @param values f at a block's points, by kind, in rows of `side` points. @param local the cube's index in the block.
   */
  march(values: readonly Float64Array[], side: number, local: number, cube: readonly number[], axis: number): void {
    const value = this.#value;
    const strides = [1, side, side * side];
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    value[0] = values[CENTRE][local];
    value[1] = values[CENTRE][local + strides[axis]];
    let negative = (value[0] < 0 ? 1 : 0) + (value[1] < 0 ? 1 : 0);
    for (let m = 0; m < 4; m++) {
      value[m + 2] = values[CORNER][local + strides[axis] + ringU[m] * strides[u] + ringV[m] * strides[v]];
      if (value[m + 2] < 0) negative++;
    }
    if (negative === 0 || negative === 6) return;
    const places = [this.#px, this.#py, this.#pz];
    for (let m = 0; m < 6; m++) {
      places[axis][m] = cube[axis] + (m === 0 ? 0 : 1);
      places[u][m] = cube[u] + (m < 2 ? 0 : ringU[m - 2]);
      places[v][m] = cube[v] + (m < 2 ? 0 : ringV[m - 2]);
    }
    const corner = this.#corner;
    corner[1] = 1;
    for (let m = 0; m < 4; m++) {
      corner[2] = 2 + m;
      corner[3] = 2 + ((m + 1) % 4);
      this.#marchTetrahedron();
    }
  }

  #marchTetrahedron(): void {
    const corner = this.#corner;
    let inside = 0;
    for (let i = 0; i < 4; i++) if (this.#value[corner[i]] < 0) inside |= 1 << i;
    if (inside === 0 || inside === 15) return;
    if (pair[inside]) this.#addQuadrilateral(pair[inside]);
    else this.#addTriangle(inside);
  }

  /** Two corners inside: a quadrilateral, split along its shorter diagonal. */
  #addQuadrilateral([a, b, c, d]: readonly number[]): void {
    const ac = this.#edgeVertex(a, c);
    const ad = this.#edgeVertex(a, d);
    const bd = this.#edgeVertex(b, d);
    const bc = this.#edgeVertex(b, c);
    const faces = this.#faces;
    const isAlong = this.#vertices.squaredDistance(ac, bd) <= this.#vertices.squaredDistance(ad, bc);
    for (const v of isAlong ? [ac, ad, bd, ac, bd, bc] : [ac, ad, bc, ad, bd, bc]) faces.push(v);
  }

  /** One corner inside, or one outside. */
  #addTriangle(inside: number): void {
    const isOne = inside === 1 || inside === 2 || inside === 4 || inside === 8;
    const e = single[31 - clz32(isOne ? inside : 15 - inside)];
    const [v0, v1, v2] = [0, 2, 4].map((k) =>
      isOne ? this.#edgeVertex(e[k], e[k + 1]) : this.#edgeVertex(e[k + 1], e[k]),
    );
    for (const v of isOne ? [v0, v1, v2] : [v0, v2, v1]) this.#faces.push(v);
  }

  /** The vertex on an edge of the current tetrahedron, from a corner inside to one outside. */
  #edgeVertex(from: number, to: number): number {
    const p = this.#corner[from];
    const q = this.#corner[to];
    const kind = this.#kind;
    const [px, py, pz] = [this.#px, this.#py, this.#pz];
    let low = p;
    let type: number;
    if (kind[p] === kind[q]) {
      const dx = px[q] - px[p];
      const dy = py[q] - py[p];
      const dz = pz[q] - pz[p];
      if (dx + dy + dz < 0) low = q;
      type = (dx !== 0 ? 0 : dy !== 0 ? 1 : 2) + 3 * kind[p];
    } else {
      low = kind[p] === CENTRE ? p : q;
      const other = low === p ? q : p;
      type = 6 + (px[other] - px[low]) + 2 * (py[other] - py[low]) + 4 * (pz[other] - pz[low]);
    }
    const { counts } = this.#lattice;
    const row = counts[0] + 1;
    const key = (px[low] + row * (py[low] + (counts[1] + 1) * pz[low])) * EDGES_A_CUBE + type;
    const slot = this.#vertices.find(key);
    return slot >= 0 ? slot : this.#addRoot(key, p, q);
  }

  /** Adds the zero of f on the edge, by regula falsi with Illinois weights and an occasional bisection. */
  #addRoot(key: number, p: number, q: number): number {
    const lattice = this.#lattice;
    const [ax, ay, az] = this.#pointOf(p);
    const [bx, by, bz] = this.#pointOf(q);
    const dx = bx - ax;
    const dy = by - ay;
    const dz = bz - az;
    let low = 0;
    let high = 1;
    let fLow = this.#value[p];
    let fHigh = this.#value[q];
    let lastSide = 0;
    let t = 1;
    // 2^-36 of a step is far below any tolerance of the meshes' users, and above the rounding of f.
    const enough = lattice.step * 2 ** -36;
    for (let i = 0; i < 60 && fHigh > 0; i++) {
      t = i % 12 === 11 ? (low + high) / 2 : (low * fHigh - high * fLow) / (fHigh - fLow);
      const ft = this.#f(ax + t * dx, ay + t * dy, az + t * dz);
      if (abs(ft) <= enough) break;
      if (ft < 0) {
        low = t;
        fLow = ft;
        if (lastSide < 0) fHigh /= 2;
        lastSide = -1;
      } else {
        high = t;
        fHigh = ft;
        if (lastSide > 0) fLow /= 2;
        lastSide = 1;
      }
    }
    return this.#vertices.add(key, ax + t * dx, ay + t * dy, az + t * dz);
  }

  #pointOf(p: number): [number, number, number] {
    const kind = this.#kind[p];
    return [
      latticeCoordinate(this.#lattice, this.#px[p], 0, kind),
      latticeCoordinate(this.#lattice, this.#py[p], 1, kind),
      latticeCoordinate(this.#lattice, this.#pz[p], 2, kind),
    ];
  }
}
