// Two triangles that share no point → whether their distance is at most δ, exactly, in integer arithmetic.
//
// Finite f64 numbers are dyadic: scaled by one power of two, all coordinates and δ are integers. Squared distances are then ratios of integers,
// compared by cross-multiplication. For ties and near-ties only: some ten thousand times slower than f64.

import { cross, dot, minus, toIntegers, type Vector } from './integer-grid.ts';

type Triangle = readonly [Vector, Vector, Vector];

/** Offsets of xyz in P and Q; δ in mm. The triangles share no point; zero-area ones are the segment or point that they are. */
export function gapAtMost(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  delta: number,
): boolean {
  const numbers = [delta];
  for (const i of [a, b, c]) numbers.push(P[i], P[i + 1], P[i + 2]);
  for (const i of [d, e, f]) numbers.push(Q[i], Q[i + 1], Q[i + 2]);
  const [limit, ...x] = toIntegers(numbers);
  const vectorAt = (i: number): Vector => [x[i], x[i + 1], x[i + 2]];
  const first: Triangle = [vectorAt(0), vectorAt(3), vectorAt(6)];
  const second: Triangle = [vectorAt(9), vectorAt(12), vectorAt(15)];
  const squared = limit * limit;
  for (let i = 0; i < 3; i++) {
    if (pointWithin(first[i], second, squared) || pointWithin(second[i], first, squared)) return true;
    for (let j = 0; j < 3; j++)
      if (segmentsWithin(first[i], first[(i + 1) % 3], second[j], second[(j + 1) % 3], squared)) return true;
  }
  return false;
}

/** Bits of the largest finite f64. */
const LARGEST_BITS = 0x7fefffffffffffffn;

/** The exact distance of two triangles that share no point, rounded up to an f64, mm: the least δ that `gapAtMost` accepts. > 0. */
export function exactGap(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
): number {
  const bits = new BigUint64Array(1);
  const delta = new Float64Array(bits.buffer);
  let low = 0n;
  let high = LARGEST_BITS;
  while (high - low > 1n) {
    bits[0] = (low + high) >> 1n;
    if (gapAtMost(P, a, b, c, Q, d, e, f, delta[0])) high = bits[0];
    else low = bits[0];
  }
  bits[0] = high;
  return delta[0];
}

/** Whether the foot of the perpendicular from p lies in the face and is at most √squared away; edges and corners are the segments' business. */
function pointWithin(p: Vector, [a, b, c]: Triangle, squared: bigint): boolean {
  const n = cross(minus(b, a), minus(c, a));
  const nn = dot(n, n);
  if (nn === 0n) return false;
  for (const [s, t] of [
    [a, b],
    [b, c],
    [c, a],
  ])
    if (dot(n, cross(minus(t, s), minus(p, s))) < 0n) return false;
  const height = dot(n, minus(p, a));
  return height * height <= squared * nn;
}

function segmentsWithin(p: Vector, q: Vector, r: Vector, s: Vector, squared: bigint): boolean {
  if (
    pointSegmentWithin(p, r, s, squared) ||
    pointSegmentWithin(q, r, s, squared) ||
    pointSegmentWithin(r, p, q, squared) ||
    pointSegmentWithin(s, p, q, squared)
  )
    return true;
  const u = minus(q, p);
  const v = minus(s, r);
  const w = minus(p, r);
  const uu = dot(u, u);
  const vv = dot(v, v);
  const uv = dot(u, v);
  const uw = dot(u, w);
  const vw = dot(v, w);
  const det = uu * vv - uv * uv;
  if (det === 0n) return false;
  const m = uv * vw - vv * uw;
  const n = uu * vw - uv * uw;
  if (m < 0n || m > det || n < 0n || n > det) return false;
  const height = dot(cross(u, v), w);
  return height * height <= squared * det;
}

function pointSegmentWithin(p: Vector, a: Vector, b: Vector, squared: bigint): boolean {
  const u = minus(b, a);
  const w = minus(p, a);
  const uu = dot(u, u);
  const along = dot(u, w);
  if (along <= 0n || uu === 0n) return dot(w, w) <= squared;
  if (along >= uu) {
    const x = minus(p, b);
    return dot(x, x) <= squared;
  }
  return dot(w, w) * uu - along * along <= squared * uu;
}
