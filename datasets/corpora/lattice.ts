// Size, distance from the origin and a random stream → points on a binary grid, on which planes, lines and touching are
// exact in f64.
//
// Work is done in whole units about the middle of the pair; one multiplication and one addition, both exact, make
// millimetres of them.

/** How large a pair of triangles is, where it lies, and what decides the rest. */
export interface Placement {
  /** mm: about half a triangle's width. Families that are exact take the nearest power of two. */
  readonly scale: number;
  /** mm from the origin, in a random direction. */
  readonly offset: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}
export type Vector = readonly [number, number, number];
export type Corners = readonly [Vector, Vector, Vector];
export type Pair = readonly [Corners, Corners];

/** Every point that a family makes is within this many scales of the middle. */
const EXTENT = 16;
/** Drawn points are multiples of this many units, so that eighths of eighths are whole. */
const FINEST_STEP = 64;
/** Of a scale. Numbers from −2^25 to 2^25 of steps fit the 32 bits of the random stream. */
const FINEST = 2 ** -31;
/** Of f64. */
const WHOLE_LIMIT = 2 ** 53;
/** Share of draws on a grid of nine places an axis: there coordinates coincide and edges run along the axes. */
const COARSE_SHARE = 0.25;

export class Lattice {
  readonly random: () => number;
  /** A power of two, mm. */
  readonly scale: number;
  /** Units a scale: drawn coordinates are from −extent to extent. */
  readonly extent: number;
  /** mm: the unit where f64 has room for it beside the offset, and always exact on an axis without one. */
  readonly finest: number;
  readonly #step: number;
  readonly #origin: Vector;

  /** @param flatAxis this coordinate of the offset is 0. */
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

  /** A grid point, uniform in the cube. */
  point(): Vector {
    return [this.#coordinate(), this.#coordinate(), this.#coordinate()];
  }

  /** A whole number from low to high. */
  whole(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.random());
  }

  /** a, then b: nine coordinates each, mm. Exact. */
  stored(pair: Pair): Float64Array {
    const unit = this.scale / this.extent;
    return Float64Array.from(pair.flat(2), (value, i) => this.#origin[i % 3] + unit * value);
  }

  #coordinate(): number {
    const half = this.extent / this.#step;
    return this.#step * this.whole(-half, half);
  }
}

/** A family whose pairs are exact on the grid. */
export function onLattice(draw: (lattice: Lattice) => Pair): (placement: Placement) => Float64Array {
  return (placement) => {
    const lattice = new Lattice(placement);
    return lattice.stored(draw(lattice));
  };
}

/** @param flatAxis this coordinate is 0. */
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

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** p + t·v. */
export function moved(p: Vector, v: Vector, t: number): Vector {
  return [p[0] + t * v[0], p[1] + t * v[1], p[2] + t * v[2]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function lengthOf(v: Vector): number {
  return Math.sqrt(dot(v, v));
}

/** Nearest in ratio. */
function nearestPowerOfTwo(value: number): number {
  let power = 1;
  while (power * power > 2 * value * value) power /= 2;
  while (2 * power * power < value * value) power *= 2;
  return power;
}
