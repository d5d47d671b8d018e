// A block of cells → the edits of a saw's slot through it, cell by cell. Each removes a cell's walls and adds walls
// where it touched the rest.

import type { BoneEdit } from '#kerf';

type Cell = readonly [number, number, number];
/** Places a lattice point, mm. */
type Place = (x: number, y: number, z: number) => readonly number[];

/** The walls of cell 0: an outward normal, and the corners of two triangles, counter-clockwise seen from outside. */
const WALLS = [0, 1, 2].flatMap((axis) =>
  [0, 1].map((side) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const corner = (i: number, j: number): Cell => {
      const at = [0, 0, 0];
      at[axis] = side;
      at[u] = i;
      at[v] = j;
      return [at[0], at[1], at[2]];
    };
    const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    const [a, b, c, d] = side === 1 ? ring : [...ring].reverse();
    const normal = [0, 0, 0];
    normal[axis] = 2 * side - 1;
    return { normal: [normal[0], normal[1], normal[2]] as Cell, corners: [a, b, c, a, c, d] };
  }),
);

export class KerfBlock {
  readonly #place: Place;
  readonly #solid = new Set<string>();
  /** Faces of the wall between a solid and an empty cell, by both cells. */
  readonly #walls = new Map<string, readonly [number, number]>();
  readonly #vertices = new Map<string, number>();
  #vertexCount = 0;
  #faceCount = 0;
  /** What the first edits add: the whole block. */
  readonly block: { readonly positions: readonly number[]; readonly faces: readonly number[] };

  constructor([nx, ny, nz]: Cell, place: Place) {
    this.#place = place;
    const cells: Cell[] = [];
    for (let x = 0; x < nx; x++) for (let y = 0; y < ny; y++) for (let z = 0; z < nz; z++) cells.push([x, y, z]);
    for (const cell of cells) this.#solid.add(key(cell));
    const positions: number[] = [];
    const faces: number[] = [];
    for (const cell of cells)
      for (const wall of WALLS)
        if (!this.#solid.has(key(plus(cell, wall.normal)))) this.#build(cell, wall, false, positions, faces);
    this.block = { positions, faces };
  }

  /**
   * The edits that empty a solid cell. Each must be applied; the block is closed after the last.
   * @param atOnce in one edit; otherwise in two, between which the block is open.
   * @param ownVertices new walls get vertices of their own that coincide with existing ones.
   */
  cut(cell: Cell, { atOnce, ownVertices }: { atOnce: boolean; ownVertices: boolean }): BoneEdit[] {
    this.#solid.delete(key(cell));
    const remove: number[] = [];
    const positions: number[] = [];
    const faces: number[] = [];
    for (const { normal } of WALLS) {
      const other = plus(cell, normal);
      if (!this.#solid.has(key(other))) {
        const wall = `${key(cell)} ${key(other)}`;
        remove.push(...(this.#walls.get(wall) ?? []));
        this.#walls.delete(wall);
      }
    }
    const before = this.#faceCount;
    for (const { normal } of WALLS) {
      const other = plus(cell, normal);
      const facing = WALLS.find((wall) => wall.normal.every((n, k) => n === -normal[k]));
      if (facing !== undefined && this.#solid.has(key(other)))
        this.#build(other, facing, ownVertices, positions, faces);
    }
    if (faces.length !== 3 * (this.#faceCount - before)) throw new Error('a wall has two faces');
    return atOnce ? [{ remove, positions, faces }] : [{ remove }, { remove: [], positions, faces }];
  }

  #build(
    cell: Cell,
    { normal, corners }: (typeof WALLS)[number],
    ownVertices: boolean,
    positions: number[],
    faces: number[],
  ): void {
    const own = new Map<string, number>();
    for (const corner of corners) {
      const at = plus(cell, corner);
      const known = own.get(key(at)) ?? (ownVertices ? undefined : this.#vertices.get(key(at)));
      if (known === undefined) {
        positions.push(...this.#place(...at));
        own.set(key(at), this.#vertexCount);
        this.#vertices.set(key(at), this.#vertexCount);
      }
      faces.push(known ?? this.#vertexCount++);
    }
    this.#walls.set(`${key(cell)} ${key(plus(cell, normal))}`, [this.#faceCount, this.#faceCount + 1]);
    this.#faceCount += 2;
  }
}

function plus(a: Cell, b: Cell): Cell {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function key(cell: Cell): string {
  return cell.join(',');
}
