// A cell of the grid → its faces.
//
// Each loop of the cell (cell-cases.ts) runs over the cell's boundary, through points on edges and, where a side is
// bent (side-bends.ts), through one point within that side. It is filled by a fan of triangles:
//
// - from one of its own points, if the loop has no bends and crosses no side twice;
// - else from an apex within the cell: the point nearest to the surface's planes at its crossings of the edges.
//
// Why no two faces cross: faces of two cells meet at most on the side that the cells share, where both have the same
// segments, and two segments on a side do not cross (each cuts off a corner of the square, and the two corners'
// triangles are disjoint). Within a cell: a ray from an apex meets the boundary of a convex body once, so the fan over
// a simple curve on that boundary is simple. From a point p of the loop itself the same holds for segments on sides
// that p does not lie on; p lies on two sides, on which the loop has only the segments that end at p. In a cell with
// several loops no loop has bends, and a plane separates any two (cell-cases.ts, 2). Coordinates are exact
// (lattice.ts), so this is true of the faces as stored.
//
// Sources: C.-C. Ho, F.-C. Wu, B.-Y. Chen, Y.-Y. Chuang, M. Ouhyoung, "Cubical marching squares", 2005 (corners on
// sides); L. P. Kobbelt, M. Botsch, U. Schwanecke, H.-P. Seidel, "Feature sensitive surface extraction", 2001 (the
// apex).

import { ApexFinder } from './apex.ts';
import { CELL_CASES, type CellLoop, EDGE_CORNER, edgeAxis } from './cell-cases.ts';
import { type CutGrid, NONE, type OuterSurface } from './cut-grid.ts';
import { PARTS } from './lattice.ts';

/** Without vertices of a surface beyond a window. */
const LONGEST_LOOP = 24;

export class CellMesher {
  readonly #grid: CutGrid;
  readonly #apex = new ApexFinder();
  /** The loop's points: vertices, and xyz in parts of a cell. */
  #vertices = new Uint32Array(LONGEST_LOOP);
  #points = new Float64Array(3 * LONGEST_LOOP);
  #length = 0;
  #isBent = false;
  readonly #at = new Int32Array(3);

  /** By side; null without any. */
  #chains: Map<number, Int32Array[]> | null = null;
  #outer: OuterSurface | null = null;

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  /**
   * Appends the faces of the cell whose lowest corner is (i, j, k). The cell's edges and bends must be up to date.
   * @returns the number of faces.
   */
  mesh(i: number, j: number, k: number, corners: number): number {
    if (this.#grid.outer !== this.#outer) this.#findChains();
    const { loops, ambiguous } = CELL_CASES[corners];
    const before = this.#grid.faces.length;
    for (const loop of loops) {
      this.#apex.clear();
      this.#gather(i, j, k, loop, loops.length === 1);
      if (this.#isBent || (loops.length === 1 && crossesTwice(loop, ambiguous))) this.#fanFromApex(i, j, k);
      else this.#fanFromLoop();
    }
    return (this.#grid.faces.length - before) / 3;
  }

  #findChains(): void {
    this.#outer = this.#grid.outer;
    this.#chains = null;
    for (const { side, vertices } of this.#outer?.chains ?? []) {
      this.#chains ??= new Map();
      const held = this.#chains.get(side);
      if (held === undefined) this.#chains.set(side, [vertices]);
      else held.push(vertices);
    }
  }

  #extend(): void {
    const [vertices, points] = [this.#vertices, this.#points];
    this.#vertices = new Uint32Array(2 * vertices.length);
    this.#vertices.set(vertices);
    this.#points = new Float64Array(2 * points.length);
    this.#points.set(points);
  }

  /** Puts the loop's points in order. */
  #gather(i: number, j: number, k: number, { edges, sides }: CellLoop, isOnly: boolean): void {
    this.#length = 0;
    this.#isBent = false;
    for (let n = 0; n < edges.length; n++) {
      this.#gatherEdge(i, j, k, edges[n]);
      if (isOnly) this.#gatherBend(i, j, k, sides[n]);
      if (this.#chains !== null) this.#gatherChain(i, j, k, sides[n]);
    }
  }

  #gatherEdge(i: number, j: number, k: number, edge: number): void {
    const grid = this.#grid;
    const { parts: keys } = grid.lattice;
    const corner = EDGE_CORNER[edge];
    const axis = edgeAxis(edge);
    const dx = corner & 1;
    const dy = (corner >> 1) & 1;
    const dz = corner >> 2;
    const row = grid.edges.find(3 * (keys[0][i + dx] + keys[1][j + dy] + keys[2][k + dz]) + axis);
    const parts = grid.crossing[row];
    let vertex = grid.edgeVertex[row];
    if (vertex === NONE) {
      const ux = axis === 0 ? parts : 0;
      const uy = axis === 1 ? parts : 0;
      const uz = axis === 2 ? parts : 0;
      vertex = grid.addVertex(i + dx, j + dy, k + dz, ux, uy, uz);
      grid.edgeVertex[row] = vertex;
    }
    const at = this.#put(vertex, PARTS * dx, PARTS * dy, PARTS * dz);
    this.#points[at + axis] = parts;
    this.#apex.addPlane(this.#points, at, grid.normal[row]);
  }

  #gatherBend(i: number, j: number, k: number, side: number): void {
    const grid = this.#grid;
    if (grid.bends.count === 0) return;
    const axis = side >> 1;
    const high = side & 1;
    const at = this.#at;
    at[0] = i;
    at[1] = j;
    at[2] = k;
    at[axis] += high;
    const { parts } = grid.lattice;
    const row = grid.bends.find(3 * (parts[0][at[0]] + parts[1][at[1]] + parts[2][at[2]]) + axis);
    if (row === NONE) return;
    const place = grid.bendPlace[row];
    if (place === 0) return;
    this.#isBent = true;
    const point = [0, 0, 0];
    point[(axis + 1) % 3] = place & 65535;
    point[(axis + 2) % 3] = place >>> 16;
    let vertex = grid.bendVertex[row];
    if (vertex === NONE) {
      vertex = grid.addVertex(at[0], at[1], at[2], point[0], point[1], point[2]);
      grid.bendVertex[row] = vertex;
    }
    point[axis] = PARTS * high;
    this.#put(vertex, point[0], point[1], point[2]);
  }

  /** On a side of the window, the line goes through the vertices of the surface beyond it. */
  #gatherChain(i: number, j: number, k: number, side: number): void {
    const { lattice, outer, positions } = this.#grid;
    if (outer === null) return;
    const place = [i, j, k];
    const axis = side >> 1;
    place[axis] += side & 1;
    if (place[axis] !== (side & 1 ? outer.high : outer.low)[axis]) return;
    const key = lattice.parts[0][place[0]] + lattice.parts[1][place[1]] + lattice.parts[2][place[2]];
    const last = this.#vertices[this.#length - 1];
    const chain = this.#chains?.get(3 * key + axis)?.find((vertices) => vertices[0] === last);
    if (chain === undefined) return;
    this.#isBent = true;
    const part = (vertex: number, m: number) =>
      (positions.values[3 * vertex + m] / lattice.cell - lattice.first[m] - [i, j, k][m]) * PARTS;
    for (const vertex of chain.subarray(1, -1)) this.#put(vertex, part(vertex, 0), part(vertex, 1), part(vertex, 2));
  }

  #put(vertex: number, x: number, y: number, z: number): number {
    const at = 3 * this.#length;
    if (this.#length === this.#vertices.length) this.#extend();
    this.#vertices[this.#length++] = vertex;
    this.#points[at] = x;
    this.#points[at + 1] = y;
    this.#points[at + 2] = z;
    return at;
  }

  #fanFromApex(i: number, j: number, k: number): void {
    const place = this.#apex.find(this.#points, this.#length);
    const apex = this.#grid.addVertex(i, j, k, place[0], place[1], place[2]);
    for (let n = 0; n < this.#length; n++) {
      this.#grid.addFace(apex, this.#vertices[n], this.#vertices[n + 1 === this.#length ? 0 : n + 1]);
    }
  }

  /** From the point with the least sum of squared diagonals: whole numbers, hence the same on every machine. */
  #fanFromLoop(): void {
    const length = this.#length;
    const vertices = this.#vertices;
    let start = 0;
    if (length > 3) {
      let least = Number.POSITIVE_INFINITY;
      for (let from = 0; from < length; from++) {
        let sum = 0;
        for (let n = 2; n < length - 1; n++) sum += this.#squared(from, (from + n) % length);
        if (sum >= least) continue;
        least = sum;
        start = from;
      }
    }
    for (let n = 1; n < length - 1; n++) {
      this.#grid.addFace(vertices[start], vertices[(start + n) % length], vertices[(start + n + 1) % length]);
    }
  }

  #squared(a: number, b: number): number {
    const points = this.#points;
    const x = points[3 * a] - points[3 * b];
    const y = points[3 * a + 1] - points[3 * b + 1];
    const z = points[3 * a + 2] - points[3 * b + 2];
    return x * x + y * y + z * z;
  }
}

function crossesTwice({ sides }: CellLoop, ambiguous: number): boolean {
  return ambiguous !== 0 && sides.some((side, n) => sides.indexOf(side) !== n);
}
