// The grid's inside vertices → the pieces into which the bone has come apart.
//
// The inside is connected along the lattice's edges (cell-cases.ts), and the surface separates what is not. Along x,
// inside vertices form runs; a run is one member of a union–find structure, and joins the runs that it touches in the
// rows below it:
//
//      row j      ···█████···██···      Source: A. Rosenfeld, J. L. Pfaltz, "Sequential operations in digital picture
//      row j − 1  ·████·······████      processing", 1966.
//
// A face belongs to the piece of the inside vertex of one of the edges that its corners lie on.

import { DisjointSets, GrowingArray } from '#core';
import { keptFaces, type TriangleMesh } from '#mesh';
import { type CutGrid, NONE } from './cut-grid.ts';
import type { NumberedMesh } from '#slots';

/** The faces of each piece, as a mesh of its own. */
export function gridPieces(grid: CutGrid, mesh: NumberedMesh): Pick<TriangleMesh, 'positions' | 'faces'>[] {
  const { count, of } = facePieces(grid, mesh);
  return Array.from({ length: count }, (_, piece) =>
    keptFaces(mesh.positions, mesh.faces, (face) => of[face] === piece),
  );
}

/** @returns the number of pieces, and each face's piece; pieces are numbered in the order of their first faces. */
export function facePieces(grid: CutGrid, mesh: NumberedMesh): { count: number; of: Uint32Array } {
  const runs = new Runs(grid);
  const edgeOf = edgesByVertex(grid);
  const keys = grid.edges.keys();
  const place = new Int32Array(3);
  const number = new Map<number, number>();
  const of = new Uint32Array(mesh.faces.length / 3);
  for (let face = 0; face < of.length; face++) {
    let edge = NONE;
    for (let corner = 0; corner < 3 && edge === NONE; corner++)
      edge = edgeOf[grid.faces.values[3 * mesh.faceNumbers[face] + corner]];
    const axis = keys[edge] % 3;
    const key = (keys[edge] - axis) / 3;
    grid.lattice.place(key, place);
    if (!grid.isInside(key)) place[axis]++;
    const piece = runs.pieceAt(place[0], place[1], place[2]);
    if (!number.has(piece)) number.set(piece, number.size);
    of[face] = number.get(piece) as number;
  }
  return { count: number.size, of };
}

/** By vertex: the row of the edge that it lies on; NONE if it lies within a cell or a side. */
function edgesByVertex(grid: CutGrid): Int32Array {
  const rows = new Int32Array(grid.positions.length / 3).fill(NONE);
  for (let row = 0; row < grid.edges.count; row++)
    if (grid.crossing[row] !== 0 && grid.edgeVertex[row] !== NONE) rows[grid.edgeVertex[row]] = row;
  return rows;
}

class Runs {
  readonly #height: number;
  /** By row j + height·k: its first run. */
  readonly #first: Uint32Array;
  /** The first vertex of each run, and the one after its last. */
  readonly #start = new GrowingArray(new Uint16Array(1024));
  readonly #end = new GrowingArray(new Uint16Array(1024));
  readonly #sets: DisjointSets;

  constructor(grid: CutGrid) {
    const [, height, depth] = grid.lattice.size;
    this.#height = height;
    this.#first = new Uint32Array(height * depth + 1);
    for (let row = 0; row < height * depth; row++) {
      this.#addRuns(grid, row % height, Math.floor(row / height));
      this.#first[row + 1] = this.#start.length;
    }
    this.#sets = new DisjointSets(this.#start.length);
    for (let row = 0; row < height * depth; row++) {
      if (row % height > 0) this.#joinRows(row, row - 1);
      if (row >= height) this.#joinRows(row, row - height);
    }
  }

  /** The piece that holds an inside vertex. */
  pieceAt(i: number, j: number, k: number): number {
    const row = j + this.#height * k;
    let low = this.#first[row];
    let high = this.#first[row + 1] - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#start.values[middle] <= i) low = middle;
      else high = middle - 1;
    }
    return this.#sets.find(low);
  }

  #addRuns(grid: CutGrid, j: number, k: number): void {
    const [x, y, z] = grid.lattice.parts;
    const row = y[j] + z[k];
    let isIn = false;
    for (let i = 0; i < x.length; i++) {
      if ((i & 7) === 0 && !isIn && grid.insideCount[(x[i] + row) >>> 9] === 0) {
        i += 7;
        continue;
      }
      if (grid.isInside(x[i] + row) === isIn) continue;
      isIn = !isIn;
      (isIn ? this.#start : this.#end).push(i);
    }
  }

  #joinRows(a: number, b: number): void {
    let n = this.#first[a];
    let m = this.#first[b];
    while (n < this.#first[a + 1] && m < this.#first[b + 1]) {
      if (this.#start.values[n] < this.#end.values[m] && this.#start.values[m] < this.#end.values[n])
        this.#sets.join(n, m);
      if (this.#end.values[n] < this.#end.values[m]) n++;
      else m++;
    }
  }
}
