// Two hulls, apart, touching or overlapping by less than rounding resolves → which of these, exactly.
//
// A unit n separates the hulls if n·w > 0 for all w of W, and lets them at most touch if n·w ≥ 0. The directions that a
// few points of W allow are a cone; it starts as all of space and is cut until the question is answered:
//
//        ╲   n    ╱         n lies inside the cone. The w of W farthest against it is found over all vertices.
//         ╲  │   ╱          n·w > 0:  n separates the hulls: apart.
//       ╲  ╲ │  ╱           n·w ≤ 0:  the cone is cut by {n·w ≥ 0}, which drops n. A cone without interior holds no
//         ╲ ╲│ ╱            n with all n·w > 0: if an n inside what is left has n·w ≥ 0 for all w, they touch,
//        w·n ≥ 0            and that n is normal to them; if nothing is left, they overlap.
//
// Each cut uses another vertex of W, so the search ends. All is in integers: the cone is stored as lines and rays that
// span it (the double description, T. S. Motzkin et al., 1953), rays in cyclic order.

import { cross, dot, minus, toIntegers, type Vector } from '#triangles';
import type { PosedPair } from './posed-pair.ts';

export type ExactContact = 'apart' | 'touching' | 'overlapping';

/** A corner of W: the difference of a vertex of the second hull and one of the first. */
export interface Corner {
  readonly w: Vector;
  readonly first: number;
  readonly second: number;
}

/**
 * @param normal where the search begins.
 * @returns the contact, and a direction (of any length) proving that the hulls are apart or at most touch.
 */
export function exactContact(
  normal: Float64Array,
  first: readonly Vector[],
  second: readonly Vector[],
): { contact: ExactContact; normal: Vector } {
  const [x, y, z] = toIntegers([...normal]).values;
  let n: Vector = [x, y, z];
  let lines: Vector[] = [
    [1n, 0n, 0n],
    [0n, 1n, 0n],
    [0n, 0n, 1n],
  ];
  let rays: Vector[] = [];
  for (let hasInside = true; ; ) {
    const { w } = farthestAgainst(n, first, second);
    const height = dot(n, w);
    if (height > 0n) return { contact: 'apart', normal: n };
    if (height === 0n && !hasInside) return { contact: 'touching', normal: n };
    hasInside &&= lines.some((line) => dot(line, w) !== 0n) || rays.some((ray) => dot(ray, w) > 0n);
    ({ lines, rays } = cut(lines, rays, w));
    if (lines.length + rays.length === 0) return { contact: 'overlapping', normal: n };
    // Opposite rays form a line or a plane: their sum may be no direction, but each of them is one.
    const sum = rays.reduce(plus, ZERO);
    n = sum.some((x) => x !== 0n) ? sum : (rays[0] ?? lines[0]);
  }
}

const ZERO: Vector = [0n, 0n, 0n];

/** Stored coordinates of both bodies: as they are, and as integers in one unit. */
export interface ExactPoints {
  readonly first: readonly Vector[];
  readonly second: readonly Vector[];
  readonly exponent: number;
  readonly stored: Float64Array;
}

export function exactPoints(pair: PosedPair): ExactPoints {
  const count = pair.second.points.length / 3;
  const stored = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) pair.store(v, stored, 3 * v);
  const { values, exponent } = toIntegers([...pair.first.points, ...stored]);
  const all = Array.from(
    { length: values.length / 3 },
    (_, i): Vector => [values[3 * i], values[3 * i + 1], values[3 * i + 2]],
  );
  return { first: all.slice(0, -count), second: all.slice(-count), exponent, stored };
}

/** The w = b − a with the least n·w, from the first vertices that attain it. */
export function farthestAgainst(n: Vector, first: readonly Vector[], second: readonly Vector[]): Corner {
  const least = (points: readonly Vector[], sign: bigint) => {
    let best = 0;
    let value = sign * dot(n, points[0]);
    for (let i = 1; i < points.length; i++) {
      const own = sign * dot(n, points[i]);
      if (own >= value) continue;
      best = i;
      value = own;
    }
    return best;
  };
  const corner = { first: least(first, -1n), second: least(second, 1n) };
  return { ...corner, w: minus(second[corner.second], first[corner.first]) };
}

function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** s·a − t·b, divided by its greatest common divisor. */
function combined(s: bigint, a: Vector, t: bigint, b: Vector): Vector {
  const sum = a.map((x, k) => s * x - t * b[k]);
  const divisor = sum.reduce(greatestDivisor, 0n);
  const [x, y, z] = divisor > 1n ? sum.map((entry) => entry / divisor) : sum;
  return [x, y, z];
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The part of the cone where n·w ≥ 0. */
function cut(lines: readonly Vector[], rays: readonly Vector[], w: Vector): { lines: Vector[]; rays: Vector[] } {
  const across = lines.find((line) => dot(line, w) !== 0n);
  if (across !== undefined) {
    // One line crosses the plane: half of it becomes a ray, and all others are moved along it onto the plane.
    const height = dot(across, w);
    const up: Vector = height > 0n ? across : [-across[0], -across[1], -across[2]];
    const step = height > 0n ? height : -height;
    const onPlane = (g: Vector) => combined(step, g, dot(g, w), up);
    const others = lines.filter((line) => line !== across).map(onPlane);
    return { lines: others, rays: distinct([...rays.map(onPlane), up]) };
  }
  // The rays are a polygon, in cyclic order; it is clipped (I. E. Sutherland, G. W. Hodgman, 1974).
  const kept: Vector[] = [];
  rays.forEach((ray, i) => {
    const next = rays[(i + 1) % rays.length];
    const own = dot(ray, w);
    const other = dot(next, w);
    if (own >= 0n) kept.push(ray);
    if ((own > 0n && other < 0n) || (own < 0n && other > 0n)) {
      const [up, down] = own > 0n ? [ray, next] : [next, ray];
      kept.push(combined(dot(up, w), down, dot(down, w), up));
    }
  });
  return { lines: [...lines], rays: distinct(kept) };
}

/** The rays without those in the direction of an earlier one. */
function distinct(rays: readonly Vector[]): Vector[] {
  const isSameWay = (a: Vector, b: Vector) => cross(a, b).every((x) => x === 0n) && dot(a, b) > 0n;
  return rays.filter((ray, i) => !rays.slice(0, i).some((other) => isSameWay(other, ray)));
}
