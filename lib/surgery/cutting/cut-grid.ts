// The bone being cut: which vertices of the lattice are inside, where its surface crosses the lattice's edges, and the
// faces and vertices that represent the surface in each cell.
//
// Signs are kept for all vertices, one bit each: 64 bytes per brick. All else is kept only where the surface has been.
//
// With a window the cells fill a box within the lattice, and beyond it stands the surface as given: `outer`.

import { GrowingArray, grown } from '#core';
import { KeyedRows, type KeyedRowsParts } from './keyed-rows.ts';
import { Lattice, type LatticeParts } from './lattice.ts';

/** No vertex, no face. */
export const NONE = -1;

/** All vertices so far, mm, and three of them per face, retired faces included: existing entries never change. */
export interface GrowingMesh {
  readonly positions: GrowingArray<Float64Array<ArrayBuffer>>;
  readonly faces: GrowingArray<Uint32Array<ArrayBuffer>>;
}

/** The surface beyond a window, and how the cells along the window's sides join it. */
export interface OuterSurface {
  /** Places of the window's low and high corner: its cells are those from `low` up to, not including, `high`. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Vertices on the window's low sides that count as outside because the given surface runs through them. */
  readonly lowFlips: Uint32Array<ArrayBuffer>;
  /** Numbers of the outer faces. */
  readonly faces: Uint32Array;
  /**
   * Sides of cells, by 3·key + axis, on which the surface's line has more vertices than its two ends; each line from
   * one end to the other, as its cell's loop runs.
   */
  readonly chains: readonly { readonly side: number; readonly vertices: Int32Array }[];
}

/** The data of a grid and its surface; it can be passed to another thread. */
export interface CutGridParts {
  readonly outer: OuterSurface | null;
  readonly lattice: LatticeParts;
  readonly signs: Uint32Array<ArrayBuffer>;
  readonly edges: KeyedRowsParts;
  readonly crossing: Uint16Array<ArrayBuffer>;
  readonly normal: Uint32Array<ArrayBuffer>;
  readonly edgeVertex: Int32Array<ArrayBuffer>;
  readonly bends: KeyedRowsParts;
  readonly bendPlace: Uint32Array<ArrayBuffer>;
  readonly bendVertex: Int32Array<ArrayBuffer>;
  readonly cells: KeyedRowsParts;
  readonly firstFace: Int32Array<ArrayBuffer>;
  readonly faceCount: Uint16Array<ArrayBuffer>;
  readonly positions: Float64Array<ArrayBuffer>;
  readonly faces: Uint32Array<ArrayBuffer>;
}

/** Keys per brick: of cells, and of edges or sides. */
const CELL_BLOCK = 512;
const EDGE_BLOCK = 3 * CELL_BLOCK;

export class CutGrid {
  readonly lattice: Lattice;
  /** Bit `key & 31` of word `key >>> 5`: whether the vertex is inside. */
  readonly signs: Uint32Array<ArrayBuffer>;

  /** How many of a brick's vertices are inside. */
  readonly insideCount: Uint16Array;

  /** Edges, by 3·key + axis: where the surface crosses them. */
  edges: KeyedRows;
  /** Parts of a cell from the edge's low end, 1 … 65,535; 0 if the surface no longer crosses it. */
  crossing = new Uint16Array(0);
  /** unitCode of the surface's normal there, of either sign. */
  normal = new Uint32Array(0);
  /** The surface's vertex there; NONE until a face needs it. */
  edgeVertex = new Int32Array(0);

  /** Bent sides, by 3·key + axis of the cell above: where the surface's line on that side has a corner. */
  bends: KeyedRows;
  /** 65,536·v + u, parts of a cell; 0 if the side is no longer bent. */
  bendPlace = new Uint32Array(0);
  bendVertex = new Int32Array(0);

  /** Cells, by key: their faces, which have consecutive numbers. */
  cells: KeyedRows;
  firstFace = new Int32Array(0);
  faceCount = new Uint16Array(0);

  /** null without a window. */
  #outer: OuterSurface | null = null;
  /** The cells' lowest place along each axis, and the place after their highest. */
  #low = [0, 0, 0];
  #end: readonly number[];

  #mesh: GrowingMesh = {
    positions: new GrowingArray(new Float64Array(1536)),
    faces: new GrowingArray(new Uint32Array(1536)),
  };

  /** @param expected about how many edges the surface crosses. */
  constructor(lattice: Lattice, signs?: Uint32Array<ArrayBuffer>, expected = 512) {
    this.lattice = lattice;
    this.#end = lattice.size;
    this.signs = signs ?? new Uint32Array(lattice.vertexCount / 32);
    this.insideCount = new Uint16Array(lattice.vertexCount / 512);
    if (signs !== undefined)
      for (let word = 0; word < signs.length; word++) this.insideCount[word >>> 4] += bitCount(signs[word]);
    this.edges = new KeyedRows(EDGE_BLOCK, expected);
    this.bends = new KeyedRows(EDGE_BLOCK);
    this.cells = new KeyedRows(CELL_BLOCK, expected);
  }

  /** A grid of these parts; it takes ownership of them. */
  static of({ lattice, outer, signs, edges, bends, cells, positions, faces, ...columns }: CutGridParts): CutGrid {
    const grid = new CutGrid(new Lattice(lattice), signs, 0);
    grid.edges = KeyedRows.of(EDGE_BLOCK, edges);
    grid.bends = KeyedRows.of(EDGE_BLOCK, bends);
    grid.cells = KeyedRows.of(CELL_BLOCK, cells);
    grid.replaceMesh(positions, faces);
    grid.outer = outer;
    return Object.assign(grid, columns);
  }

  /** The grid's own arrays, not copies, except for the mesh. */
  get parts(): CutGridParts {
    const { crossing, normal, edgeVertex, bendPlace, bendVertex, firstFace, faceCount, lattice, signs } = this;
    const { cell, first, bricks } = lattice;
    const { positions, faces } = this.#mesh;
    return {
      ...{ lattice: { cell, first, bricks }, outer: this.#outer, signs },
      ...{ edges: this.edges.parts, crossing, normal, edgeVertex },
      ...{ bends: this.bends.parts, bendPlace, bendVertex },
      ...{ cells: this.cells.parts, firstFace, faceCount },
      positions: positions.values.slice(0, positions.length),
      faces: faces.values.slice(0, faces.length),
    };
  }

  get outer(): OuterSurface | null {
    return this.#outer;
  }

  set outer(outer: OuterSurface | null) {
    this.#outer = outer;
    this.#low = [...(outer?.low ?? [0, 0, 0])];
    this.#end = outer?.high ?? this.lattice.size;
  }

  /** Whether a cell is one of those that the grid's surface fills. */
  hasCell(i: number, j: number, k: number): boolean {
    const [low, end] = [this.#low, this.#end];
    return i >= low[0] && i < end[0] && j >= low[1] && j < end[1] && k >= low[2] && k < end[2];
  }

  get mesh(): GrowingMesh {
    return this.#mesh;
  }

  get positions(): GrowingMesh['positions'] {
    return this.#mesh.positions;
  }

  get faces(): GrowingMesh['faces'] {
    return this.#mesh.faces;
  }

  /** Continues with a renumbered mesh; the previous one is left unchanged. */
  replaceMesh(positions: Float64Array<ArrayBuffer>, faces: Uint32Array<ArrayBuffer>): void {
    this.#mesh = { positions: filled(positions), faces: filled(faces) };
  }

  /** Whether no vertex is inside. */
  get isEmpty(): boolean {
    return this.insideCount.every((count) => count === 0);
  }

  isInside(key: number): boolean {
    return this.#bit(key) === 1;
  }

  /** Moves the vertex to the other side. */
  flip(key: number): void {
    const word = key >>> 5;
    this.signs[word] ^= 1 << (key & 31);
    this.insideCount[key >>> 9] += (this.signs[word] >>> (key & 31)) & 1 ? 1 : -1;
  }

  /** Puts all vertices of a brick inside; none may be inside yet. */
  fillBrick(brick: number): void {
    this.signs.fill(-1, 16 * brick, 16 * brick + 16);
    this.insideCount[brick] = 512;
  }

  /** The bits of the eight vertices along x from one that is the first of its brick. */
  eightSigns(key: number): number {
    return (this.signs[key >>> 5] >>> (key & 31)) & 255;
  }

  /** The edge's row; a new one, without a crossing, if it has none. */
  edgeRow(edge: number): number {
    const row = this.edges.add(edge);
    if (row >= this.crossing.length) {
      const { capacity } = this.edges;
      this.crossing = grown(this.crossing, row, capacity);
      this.normal = grown(this.normal, row, capacity);
      this.edgeVertex = grown(this.edgeVertex, row, capacity).fill(NONE, row);
    }
    return row;
  }

  bendRow(side: number): number {
    const row = this.bends.add(side);
    if (row >= this.bendPlace.length) {
      const { capacity } = this.bends;
      this.bendPlace = grown(this.bendPlace, row, capacity);
      this.bendVertex = grown(this.bendVertex, row, capacity).fill(NONE, row);
    }
    return row;
  }

  cellRow(cell: number): number {
    const row = this.cells.add(cell);
    if (row >= this.firstFace.length) {
      const { capacity } = this.cells;
      this.firstFace = grown(this.firstFace, row, capacity).fill(NONE, row);
      this.faceCount = grown(this.faceCount, row, capacity);
    }
    return row;
  }

  /** Moves an edge's crossing, or ends it if `parts` is 0. */
  setCrossing(row: number, parts: number, normal: number): void {
    this.crossing[row] = parts;
    this.normal[row] = normal;
    this.edgeVertex[row] = NONE;
  }

  /** Adds a vertex x, y, z parts of a cell above (i, j, k). @returns its number. */
  addVertex(i: number, j: number, k: number, x: number, y: number, z: number): number {
    const { lattice, positions } = this;
    // Checked here first: `reserve` serves arrays of all types, and is therefore slow.
    if (positions.length + 3 > positions.values.length) positions.reserve(3);
    const { values, length } = positions;
    values[length] = lattice.coordinate(0, i, x);
    values[length + 1] = lattice.coordinate(1, j, y);
    values[length + 2] = lattice.coordinate(2, k, z);
    positions.length = length + 3;
    return length / 3;
  }

  addFace(a: number, b: number, c: number): void {
    const { faces } = this;
    if (faces.length + 3 > faces.values.length) faces.reserve(3);
    const { values, length } = faces;
    values[length] = a;
    values[length + 1] = b;
    values[length + 2] = c;
    faces.length = length + 3;
  }

  /** Whether a brick that holds any of these vertices has a vertex inside; the range may extend beyond the lattice. */
  hasBone(lowX: number, lowY: number, lowZ: number, highX: number, highY: number, highZ: number): boolean {
    const [x, y, z] = this.lattice.bricks;
    const endX = Math.min(x, (highX >> 3) + 1);
    const endY = Math.min(y, (highY >> 3) + 1);
    const endZ = Math.min(z, (highZ >> 3) + 1);
    for (let k = Math.max(0, lowZ >> 3); k < endZ; k++)
      for (let j = Math.max(0, lowY >> 3); j < endY; j++)
        for (let i = Math.max(0, lowX >> 3); i < endX; i++) if (this.insideCount[i + x * (j + y * k)] > 0) return true;
    return false;
  }

  /** The bits of the inside corners of the cell whose lowest corner is (i, j, k); 0 beyond a window. */
  cornersInside(i: number, j: number, k: number): number {
    if (this.#outer !== null && !this.hasCell(i, j, k)) return 0;
    const { parts } = this.lattice;
    const x = parts[0];
    const y = parts[1];
    const z = parts[2];
    const low = y[j] + z[k];
    const ahead = y[j + 1] + z[k];
    const above = y[j] + z[k + 1];
    const beyond = y[j + 1] + z[k + 1];
    const a = x[i];
    const b = x[i + 1];
    return (
      this.#bit(a + low) |
      (this.#bit(b + low) << 1) |
      (this.#bit(a + ahead) << 2) |
      (this.#bit(b + ahead) << 3) |
      (this.#bit(a + above) << 4) |
      (this.#bit(b + above) << 5) |
      (this.#bit(a + beyond) << 6) |
      (this.#bit(b + beyond) << 7)
    );
  }

  #bit(key: number): number {
    return (this.signs[key >>> 5] >>> (key & 31)) & 1;
  }
}

function filled<T extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(values: T): GrowingArray<T> {
  const array = new GrowingArray(values);
  array.length = values.length;
  return array;
}

/** H. S. Warren, Hacker's Delight, 2002, figure 5-2. */
function bitCount(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  sum = (sum + (sum >>> 4)) & 0x0f0f0f0f;
  return Math.imul(sum, 0x01010101) >>> 24;
}
