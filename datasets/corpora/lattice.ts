// Size, distance from the origin and a random stream → points on a binary grid, on which planes, lines and contacts are
// exact in f64.
//
// All computation is in whole units relative to the middle of the pair. One multiplication and one addition, both
// exact, turn them into millimetres.

import { dot } from '#core';

/** How large a pair of triangles is, where it lies, and the random numbers that decide the rest. */
export interface Placement {
  /** mm: about half a triangle's width. Exact families use the nearest power of two instead. */
  readonly scale: number;
  /** mm from the origin, in a random direction. */
  readonly offset: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}
export type Vector = readonly [number, number, number];
export type Corners = readonly [Vector, Vector, Vector];
export type Pair = readonly [Corners, Corners];

/** Every point of a family is within this many scales of the middle. */
const EXTENT = 16;
/** Drawn points are multiples of this many units, so that eighths of eighths are whole. */
const FINEST_STEP = 64;
/**
 * The finest unit, as a fraction of the scale. A coordinate is then −2^25 to 2^25 steps of FINEST_STEP units, a range
 * that the 32 bits of the random stream can cover.
 */
const FINEST = 2 ** -31;
/** f64 holds every whole number up to this one. */
const WHOLE_LIMIT = 2 ** 53;
/** The fraction of draws on a grid of nine places per axis, where coordinates coincide and edges run along the axes. */
const COARSE_SHARE = 0.25;

export class Lattice {
  readonly random: () => number;
  /** A power of two, mm. */
  readonly scale: number;
  /** Units per scale: drawn coordinates are from −extent to extent. */
  readonly extent: number;
  /** mm: one unit, if the offset leaves f64 room for it. Along an axis without an offset it is always exact. */
  readonly finest: number;
  readonly #step: number;
  readonly #origin: Vector;

  /** @param flatAxis the axis, if any, along which the offset is 0. */
  constructor({ scale, offset, random }: Placement, flatAxis?: number) {
    this.random = random;
    this.scale = nearestPowerOfTwo(scale);
    this.finest = this.scale * FINEST;
    this.extent = 1 / FINEST;
    while ((offset + EXTENT * this.scale) * this.extent > WHOLE_LIMIT * this.scale) this.extent /= 2;
    this.#step = random() < COARSE_SHARE ? this.extent / 4 : FINEST_STEP;
    const unit = this.scale / this.extent;
    const direction = unitVector(random, flatAxis);
    const along = (axis: number) => unit * Math.round((offset * direction[axis]) / unit);
    this.#origin = [along(0), along(1), along(2)];
  }

  /** A grid point. All points of the cube are equally likely. */
  point(): Vector {
    return [this.#coordinate(), this.#coordinate(), this.#coordinate()];
  }

  /** A whole number from low to high. */
  whole(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.random());
  }

  /** The exact coordinates, mm: nine of a, then nine of b. */
  stored(pair: Pair): Float64Array {
    const unit = this.scale / this.extent;
    return Float64Array.from(pair.flat(2), (value, i) => this.#origin[i % 3] + unit * value);
  }

  #coordinate(): number {
    const half = this.extent / this.#step;
    return this.#step * this.whole(-half, half);
  }
}

/** Makes a family of pairs that are exact on the grid. */
export function onLattice(draw: (lattice: Lattice) => Pair): (placement: Placement) => Float64Array {
  return (placement) => {
    const lattice = new Lattice(placement);
    return lattice.stored(draw(lattice));
  };
}

/** @param flatAxis the axis, if any, along which the vector is 0. */
export function unitVector(random: () => number, flatAxis?: number): Vector {
  const coordinate = (axis: number) => (axis === flatAxis ? 0 : 2 * random() - 1);
  for (;;) {
    const v: Vector = [coordinate(0), coordinate(1), coordinate(2)];
    const length = Math.sqrt(dot(v, v));
    if (length > 0.1 && length <= 1) return [v[0] / length, v[1] / length, v[2] / length];
  }
}

export function areEqual(p: Vector, q: Vector): boolean {
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

/** p + t·v. */
export function moved(p: Vector, v: Vector, t: number): Vector {
  return [p[0] + t * v[0], p[1] + t * v[1], p[2] + t * v[2]];
}

export function lengthOf(v: Vector): number {
  return Math.sqrt(dot(v, v));
}

/** The power of two nearest in ratio. */
function nearestPowerOfTwo(value: number): number {
  let power = 1;
  while (power * power > 2 * value * value) power /= 2;
  while (2 * power * power < value * value) power *= 2;
  return power;
}
