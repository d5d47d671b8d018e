// A box and a cell → the lattice on which a bone is cut: the positions of its vertices, and their keys.
//
// Bricks of 8 × 8 × 8 vertices are numbered x fastest, vertices within a brick likewise:
//
//     key = 512·brick + x + 8·y + 64·z = X[i] + Y[j] + Z[k]        i, j, k: the vertex's place along each axis
//
// so that what is near in space is near in memory. A vertex shares its key with the cell whose lowest corner it is.
// 3·key + axis is the number of the edge that leaves the vertex along the axis, and of the cell's low side across it.
//
// Coordinates are exact. The cell is a number of 11 bits, a vertex lies a whole number of cells, at most 2^26, from the
// origin, and a point between vertices lies at whole numbers of 2^-16 of a cell. Such a coordinate has 53 bits: it is
// an f64, and so is its difference from another. Hence the surface computed is the surface stored, and what is proved
// of one (no self-intersection) holds for the other.

import { described, OptionError } from '#core';
import { PARTS } from '#inset';

export { PARTS };

/** Marks a place beyond the cell; places within it are 1 … PARTS − 1. */
export const OUTSIDE = 0;
/**
 * Parts of a cell. Planes whose normals are off by 2^-14 rad (unit-code.ts) meet that far from where they should, per
 * cell of distance: a point this little beyond a cell's side belongs on it.
 */
const NEARLY = 8;
const CELL_BITS = 11;
/** Cells from the origin to a vertex, at most. */
const FARTHEST = 2 ** 26;
/** So that edge numbers fit into 32 bits. */
export const MOST_BRICKS = Math.floor(2 ** 32 / (3 * 512));

/** The data of a lattice; it can be passed to another thread, and is stored in a file. */
export interface LatticeParts {
  readonly cell: number;
  /** The place of the lattice's first vertex along each axis, in cells from the origin. */
  readonly first: readonly [number, number, number];
  readonly bricks: readonly [number, number, number];
}

export class Lattice implements LatticeParts {
  readonly cell: number;
  readonly first: readonly [number, number, number];
  readonly bricks: readonly [number, number, number];
  /** Vertices along each axis. */
  readonly size: readonly [number, number, number];
  /** Each axis' part of a key, by the vertex's place. */
  readonly parts: readonly [Uint32Array, Uint32Array, Uint32Array];
  /** By axis: key of the next brick's first vertex minus key of this brick's last one. */
  readonly #leaps: readonly [number, number, number];

  constructor({ cell, first, bricks }: LatticeParts) {
    this.cell = cell;
    this.first = first;
    this.bricks = bricks;
    this.size = [8 * bricks[0], 8 * bricks[1], 8 * bricks[2]];
    const [x, y] = bricks;
    const strides = [512, 512 * x, 512 * x * y];
    const part = (axis: number) =>
      Uint32Array.from({ length: this.size[axis] }, (_, i) => (i >>> 3) * strides[axis] + ((i & 7) << (3 * axis)));
    this.parts = [part(0), part(1), part(2)];
    this.#leaps = [strides[0] - 7, strides[1] - 56, strides[2] - 448];
  }

  get vertexCount(): number {
    return 512 * this.bricks[0] * this.bricks[1] * this.bricks[2];
  }

  /** Writes the place of a vertex along each axis. */
  place(key: number, out: Int32Array): void {
    const [x, y] = this.bricks;
    const brick = key >>> 9;
    const row = Math.floor(brick / x);
    out[0] = 8 * (brick - row * x) + (key & 7);
    out[1] = 8 * (row % y) + ((key >>> 3) & 7);
    out[2] = 8 * Math.floor(row / y) + ((key >>> 6) & 7);
  }

  /** The key of the next vertex along an axis, which must exist. */
  above(key: number, axis: number): number {
    const shift = 3 * axis;
    return ((key >>> shift) & 7) < 7 ? key + (1 << shift) : key + this.#leaps[axis];
  }

  /** The key of the previous vertex along an axis, which must exist. */
  below(key: number, axis: number): number {
    const shift = 3 * axis;
    return ((key >>> shift) & 7) > 0 ? key - (1 << shift) : key - this.#leaps[axis];
  }

  /** mm, exact: coordinate of a point `parts` parts of a cell above the vertex at place i of an axis. */
  coordinate(axis: number, i: number, parts: number): number {
    return (this.first[axis] + i + parts / PARTS) * this.cell;
  }
}

/**
 * The lattice around a box, with at least one vertex outside the box on every side.
 * @param name of the bone.
 * @throws OptionError BAD_CELL, CELL_TOO_SMALL.
 */
export function latticeAround(min: readonly number[], max: readonly number[], wanted: number, name: string): Lattice {
  checkCell(wanted);
  const cell = exactCell(wanted);
  const first = min.map((x) => Math.ceil(x / cell) - 2);
  const bricks = max.map((x, axis) => Math.ceil((Math.floor(x / cell) + 3 - first[axis]) / 8));
  const farthest = Math.max(...first.map((x, axis) => Math.max(Math.abs(x), Math.abs(x + 8 * bricks[axis]))));
  const count = bricks[0] * bricks[1] * bricks[2];
  if (!(count <= MOST_BRICKS && farthest <= FARTHEST)) {
    const least = Math.max(Math.cbrt(count / MOST_BRICKS), farthest / FARTHEST) * cell;
    throw new OptionError(
      'CELL_TOO_SMALL',
      `A cell of ${wanted} mm makes ${(512 * count).toExponential(2)} lattice vertices around "${name}", at most ${(512 * MOST_BRICKS).toExponential(2)} are kept, none beyond ${FARTHEST} cells from the origin; choose a cell of at least ${least.toPrecision(3)} mm.`,
    );
  }
  return new Lattice({ cell, first: triple(first), bricks: triple(bricks) });
}

/** Points, mm → in cells of the lattice. */
export function pointsIn({ cell, first }: Lattice, positions: ArrayLike<number>): Float64Array {
  const points = new Float64Array(positions.length);
  for (let n = 0; n < points.length; n++) points[n] = positions[n] / cell - first[n % 3];
  return points;
}

/** @throws OptionError BAD_CELL. */
export function checkCell(wanted: number): void {
  if (!(typeof wanted === 'number' && wanted > 0 && Number.isFinite(wanted)))
    throw new OptionError(
      'BAD_CELL',
      `cell is ${described(wanted)}, expected a number of mm above 0; 0.5 suits a skull.`,
    );
}

/** The nearest number with CELL_BITS significant bits. */
function exactCell(wanted: number): number {
  const step = 2 ** (Math.floor(Math.log2(wanted)) - CELL_BITS + 1);
  return Math.round(wanted / step) * step;
}

export const triple = ([x, y, z]: readonly number[]): [number, number, number] => [x, y, z];

/** A place in parts of a cell, rounded to a whole one strictly within the cell; OUTSIDE if it is beyond. */
export function placeWithin(parts: number): number {
  if (!(parts > -NEARLY && parts < PARTS + NEARLY)) return OUTSIDE;
  return Math.min(PARTS - 1, Math.max(1, Math.round(parts)));
}
