// A placement → pairs whose coordinates are rounded: contacts, misses by the rounding or a little more, nearly parallel
// planes, and random pairs.

import { drawContact } from './contacts.ts';
import {
  type Corners,
  Lattice,
  lengthOf,
  moved,
  type Pair,
  type Placement,
  unitVector,
  type Vector,
} from './lattice.ts';

type Random = () => number;

/** The triangles touch at one point, except for the rounding of every coordinate. */
export function touchRounded(placement: Placement): Float64Array {
  const { pair, extent } = localContact(placement.random);
  return placed(pair, 1 / extent, placement);
}

/** The same, with a gap of 2^-20 to 2^-3 of the scale. */
export function nearMiss(placement: Placement): Float64Array {
  const { random } = placement;
  const { pair, extent, normal } = localContact(random);
  const gap = (extent * 2 ** -Math.floor(3 + 18 * random())) / lengthOf(normal);
  return placed([pair[0], shifted(pair[1], normal, gap)], 1 / extent, placement);
}

/** Two planes that differ by a slope of 2^-45 to 2^-10, seen across a random axis. */
export function nearParallel(placement: Placement): Float64Array {
  const { random } = placement;
  const slope = 2 ** -Math.floor(10 + 36 * random());
  const [u, v] = [signed(random), signed(random)];
  const tilt = [signed(random), signed(random), signed(random) / 4].map((value) => slope * value);
  const turn = Math.floor(3 * random());
  const corner = (isTilted: boolean): Vector => {
    const [x, y] = [signed(random), signed(random)];
    const z = u * x + v * y + (isTilted ? tilt[0] * x + tilt[1] * y + tilt[2] : 0);
    return [[x, y, z][turn], [x, y, z][(turn + 1) % 3], [x, y, z][(turn + 2) % 3]];
  };
  const triangle = (isTilted: boolean): Corners => [corner(isTilted), corner(isTilted), corner(isTilted)];
  return placed([triangle(false), triangle(true)], 1, placement);
}

/** b is 2^-10 to 2^-2 times the size of a, and lies at most twice its own size from a point of a. */
export function smallAndLarge(placement: Placement): Float64Array {
  const { random } = placement;
  const a = anyTriangle(random);
  const size = 2 ** -Math.floor(2 + 9 * random());
  const [s, t] = [random(), random()];
  const [along, aside] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
  const onA = [0, 1, 2].map((k) => a[0][k] + along * (a[1][k] - a[0][k]) + aside * (a[2][k] - a[0][k]));
  const middle = moved([onA[0], onA[1], onA[2]], anyPoint(random), size);
  const b = anyTriangle(random).map((corner) => moved(middle, corner, size)) as unknown as Corners;
  return placed([a, b], 1, placement);
}

/** Six corners, each uniform in the same cube. */
export function anyPair(placement: Placement): Float64Array {
  return placed([anyTriangle(placement.random), anyTriangle(placement.random)], 1, placement);
}

/** A contact on the finest lattice, in whose units one scale is `extent`. */
function localContact(random: Random): { pair: Pair; normal: Vector; extent: number } {
  const lattice = new Lattice({ scale: 1, offset: 0, random });
  return { ...drawContact(lattice), extent: lattice.extent };
}

/**
 * Scales the corners by `unit` and by a random size of one to two scales, and moves them to the offset. Every
 * coordinate is rounded.
 */
function placed(pair: Pair, unit: number, { scale, offset, random }: Placement): Float64Array {
  const size = unit * scale * (1 + random());
  const direction = unitVector(random);
  return Float64Array.from(pair.flat(2), (value, i) => offset * direction[i % 3] + size * value);
}

function shifted([a, b, c]: Corners, v: Vector, t: number): Corners {
  return [moved(a, v, t), moved(b, v, t), moved(c, v, t)];
}

function anyTriangle(random: Random): Corners {
  return [anyPoint(random), anyPoint(random), anyPoint(random)];
}

function anyPoint(random: Random): Vector {
  return [signed(random), signed(random), signed(random)];
}

/** Uniform in [−1, 1). */
function signed(random: Random): number {
  return 2 * random() - 1;
}
