// A point with rational barycentric coordinates and a closed, oriented surface → the winding number of the surface
// about it, exactly: for points that f64 cannot represent.

import { cornerOffset, lengthSlack } from '#core';
import { cross, dot, minus, toIntegers, type Vector } from '#triangles';
import { shareOf } from './exact-plane.ts';
import type { Solid } from './face-cut.ts';

/** What a winding number is computed from. */
export type WoundSurface = Pick<Solid, 'positions' | 'faces' | 'faceCount' | 'retired' | 'bounds' | 'magnitude'>;

/**
 * The k-th ray runs along (2^TILT, k·2^(TILT/2), k²): on a parabola, so a plane holds at most two
 * (scanline-winding.ts).
 */
const TILT = 40;

/**
 * The winding number of the point Σ weights·corner / Σ weights, which must lie off the surface. A ray along x, tilted
 * anew until it meets no edge, is tested against the box of every face, and in integers against the faces whose boxes
 * it may meet: time proportional to the number of faces.
 * @param corners offsets of three points of T.
 * @param weights ≥ 0, not all 0.
 * @param isLeftOut faces that do not count.
 * @param mostTilts how many rays are tried before the answer is null.
 */
export function windingAtFraction(
  bone: WoundSurface,
  T: Float64Array,
  corners: readonly number[],
  weights: readonly [bigint, bigint, bigint],
): number;
export function windingAtFraction(
  bone: WoundSurface,
  T: Float64Array,
  corners: readonly number[],
  weights: readonly [bigint, bigint, bigint],
  isLeftOut: (face: number) => boolean,
  mostTilts: number,
): number | null;
export function windingAtFraction(
  bone: WoundSurface,
  T: Float64Array,
  corners: readonly number[],
  weights: readonly [bigint, bigint, bigint],
  isLeftOut: (face: number) => boolean = () => false,
  mostTilts = Number.POSITIVE_INFINITY,
): number | null {
  // Three rounded shares, three products, two sums: an error ≤ 7u of the largest coordinate, which the slack exceeds.
  const whole = weights[0] + weights[1] + weights[2];
  const shares = weights.map((weight) => shareOf(weight, whole));
  const point = [0, 1, 2].map((k) => corners.reduce((sum, at, n) => sum + shares[n] * T[at + k], 0));
  const slack = lengthSlack(Math.max(...corners.flatMap((at) => [0, 1, 2].map((k) => Math.abs(T[at + k])))));
  const low = point.map((x) => x - slack);
  const high = point.map((x) => x + slack);
  for (let k = 1; k <= mostTilts; k++) {
    const direction: Vector = [1n << BigInt(TILT), BigInt(k) << BigInt(TILT / 2), BigInt(k * k)];
    const crossingOf = (face: number): number | null =>
      isLeftOut(face) ? 0 : crossing(bone, T, corners, weights, face, direction);
    const winding = alongRay(bone, low, high, k, crossingOf);
    if (winding !== null) return winding;
  }
  return null;
}

/** Sums the crossings of the faces whose boxes a ray from a point in [low, high] may meet; null if one is undecided. */
function alongRay(
  bone: WoundSurface,
  low: readonly number[],
  high: readonly number[],
  k: number,
  crossingOf: (face: number) => number | null,
): number | null {
  const { positions: B, faces, faceCount, retired, bounds, magnitude } = bone;
  const way = Math.max(0, bounds[3] - low[0]);
  const slack = lengthSlack(magnitude + way);
  const y = high[1] + 2 * k * 2 ** (-TILT / 2) * way + slack;
  const z = high[2] + 2 * k * k * 2 ** -TILT * way + slack;
  let winding = 0;
  for (let face = 0; face < faceCount; face++) {
    if (retired !== null && retired[face] === 1) continue;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    if (Math.max(B[a], B[b], B[c]) < low[0]) continue;
    if (Math.max(B[a + 1], B[b + 1], B[c + 1]) < low[1] || Math.min(B[a + 1], B[b + 1], B[c + 1]) > y) continue;
    if (Math.max(B[a + 2], B[b + 2], B[c + 2]) < low[2] || Math.min(B[a + 2], B[b + 2], B[c + 2]) > z) continue;
    const step = crossingOf(face);
    if (step === null) return null;
    winding += step;
  }
  return winding;
}

/** 1 if the ray leaves through the face, −1 if it enters, 0 if it misses it, null if it meets an edge. */
function crossing(
  { positions: B, faces }: WoundSurface,
  T: Float64Array,
  corners: readonly number[],
  weights: readonly bigint[],
  face: number,
  direction: Vector,
): number | null {
  const numbers: number[] = [];
  for (const at of corners) numbers.push(T[at], T[at + 1], T[at + 2]);
  for (let k = 0; k < 3; k++) {
    const at = cornerOffset(faces, face, k);
    numbers.push(B[at], B[at + 1], B[at + 2]);
  }
  const { values: x } = toIntegers(numbers);
  const whole = weights[0] + weights[1] + weights[2];
  const p = [0, 1, 2].map((k) => weights[0] * x[k] + weights[1] * x[3 + k] + weights[2] * x[6 + k]);
  const [a, b, c] = [9, 12, 15].map(
    (at): Vector => [x[at] * whole - p[0], x[at + 1] * whole - p[1], x[at + 2] * whole - p[2]],
  );
  const sides = [dot(cross(a, b), direction), dot(cross(b, c), direction), dot(cross(c, a), direction)];
  if (sides.some((side) => side > 0n) && sides.some((side) => side < 0n)) return 0;
  const normal = cross(minus(b, a), minus(c, a));
  const facing = dot(normal, direction);
  if (sides.includes(0n)) {
    // A face without area bounds nothing, and a ray that meets it meets an edge of a neighbour. A face whose plane
    // contains the ray is met at edges.
    return normal.every((part) => part === 0n) ? 0 : null;
  }
  // The crossing is ahead if the plane's height above the point has the same sign as the direction's.
  const height = dot(normal, a);
  if (height > 0n !== facing > 0n) return 0;
  return facing > 0n ? 1 : -1;
}
