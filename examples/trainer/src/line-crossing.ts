// A closed line and a direction → where the line, seen along the direction, meets itself, exactly.
//
// Each coordinate is an integer times one power of two. Along d, whose component k is not 0, the point p falls on the
// plane through the origin across axis k, at (d_k p_i − d_i p_k, d_k p_j − d_j p_k) / d_k. Without the division these
// are integers, and so is every orientation of three of them.

import type { Point } from './plan.ts';

type Flat = readonly [bigint, bigint];

/**
 * Two pieces that share a point other than the corner between neighbours, by the numbers of the points with which they
 * begin; or two points that coincide in this view; null if there is neither. `direction` is not zero.
 */
export function lineCrossing(
  line: readonly Point[],
  direction: Point,
): { readonly coincide: boolean; readonly first: number; readonly second: number } | null {
  const flat = seenAlong(line, direction);
  const seen = new Map<string, number>();
  for (const [n, point] of flat.entries()) {
    const first = seen.get(String(point));
    if (first !== undefined) return { coincide: true, first, second: n };
    seen.set(String(point), n);
  }
  const count = flat.length;
  for (let first = 0; first < count; first++)
    for (let second = first + 1; second < count; second++) {
      const [a, b] = [flat[first], flat[(first + 1) % count]];
      const [c, d] = [flat[second], flat[(second + 1) % count]];
      const meet = b === c ? foldsBack(a, b, d) : d === a ? foldsBack(c, a, b) : segmentsMeet(a, b, c, d);
      if (meet) return { coincide: false, first, second };
    }
  return null;
}

function seenAlong(line: readonly Point[], direction: Point): Flat[] {
  const size = direction.map(Math.abs);
  const k = size.indexOf(Math.max(...size));
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  const d = integers(direction);
  const all = integers(line.flat());
  return line.map((_, n) => {
    const p = all.slice(3 * n, 3 * n + 3);
    return [d[k] * p[i] - d[i] * p[k], d[k] * p[j] - d[j] * p[k]];
  });
}

/** The finite numbers, multiplied by the power of two that makes all of them integers. */
function integers(numbers: readonly number[]): bigint[] {
  const view = new DataView(new ArrayBuffer(8));
  const parts = numbers.map((x) => {
    view.setFloat64(0, x);
    const bits = view.getBigUint64(0);
    const exponent = Number((bits >> 52n) & 0x7ffn);
    const digits = bits & 0xf_ffff_ffff_ffffn;
    // Subnormal numbers lack the leading digit, and share the exponent of the smallest others.
    const size = exponent === 0 ? digits : digits | (1n << 52n);
    return { size: x < 0 ? -size : size, exponent: exponent === 0 ? 1 : exponent };
  });
  const exponents = parts.filter(({ size }) => size !== 0n).map(({ exponent }) => exponent);
  const least = Math.min(...exponents);
  return parts.map(({ size, exponent }) => (size === 0n ? 0n : size << BigInt(exponent - least)));
}

/** Whether c, which follows a and b, turns back on the piece from a to b. */
function foldsBack(a: Flat, b: Flat, c: Flat): boolean {
  return side(a, b, c) === 0n && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0n;
}

function segmentsMeet(a: Flat, b: Flat, c: Flat, d: Flat): boolean {
  if (!rangesMeet(a[0], b[0], c[0], d[0]) || !rangesMeet(a[1], b[1], c[1], d[1])) return false;
  return side(a, b, c) * side(a, b, d) <= 0n && side(c, d, a) * side(c, d, b) <= 0n;
}

function rangesMeet(a: bigint, b: bigint, c: bigint, d: bigint): boolean {
  return (a >= c || a >= d || b >= c || b >= d) && (a <= c || a <= d || b <= c || b <= d);
}

/** Positive if c lies to the left of the line from a to b; 0 on it. */
function side(a: Flat, b: Flat, c: Flat): bigint {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
