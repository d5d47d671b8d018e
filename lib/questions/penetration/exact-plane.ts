// Points and lines of a plane in homogeneous integers: exact crossings, and order along a line.
//
// The line through two points, and the crossing of two lines, is their cross product; a point lies on a line if their
// dot product is 0.

/** The point (x/w, y/w), w > 0. */
export type PlanePoint = readonly [x: bigint, y: bigint, w: bigint];

/** The points with a·x + b·y + c·w = 0. */
export type PlaneLine = readonly [a: bigint, b: bigint, c: bigint];

/** A rational number; the denominator is > 0. */
export type Rational = readonly [n: bigint, d: bigint];

/** A closed segment, which may be a point. */
export interface PlaneSegment {
  readonly from: PlanePoint;
  readonly to: PlanePoint;
  readonly line: PlaneLine;
}

export function segment(from: PlanePoint, to: PlanePoint): PlaneSegment {
  return { from, to, line: cross(from, to) };
}

export function isPoint({ line: [a, b, c] }: PlaneSegment): boolean {
  return a === 0n && b === 0n && c === 0n;
}

/** Whether it runs along y, or is a point. */
export function isVertical({ line }: PlaneSegment): boolean {
  return line[1] === 0n;
}

/** null if the lines are parallel, or one of them is (0, 0, 0). */
export function crossingOf(k: PlaneLine, l: PlaneLine): PlanePoint | null {
  const [x, y, w] = cross(k, l);
  if (w === 0n) return null;
  return w > 0n ? [x, y, w] : [-x, -y, -w];
}

/** < 0, 0 or > 0: the side of the line that the point lies on. */
export function sideOf([a, b, c]: PlaneLine, [x, y, w]: PlanePoint): bigint {
  return a * x + b * y + c * w;
}

export function coordinate([x, y, w]: PlanePoint, which: 0 | 1): Rational {
  return [which === 0 ? x : y, w];
}

/** −1 if the first is less than the second, 0 if they are equal, 1 if it is greater. */
export function order([n, d]: Rational, [m, e]: Rational): number {
  const difference = n * e - m * d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function least(x: Rational, y: Rational): Rational {
  return order(x, y) <= 0 ? x : y;
}

export function greatest(x: Rational, y: Rational): Rational {
  return order(x, y) >= 0 ? x : y;
}

export function middle([n, d]: Rational, [m, e]: Rational): Rational {
  return [n * e + m * d, 2n * d * e];
}

/** The y at x of a line that is not vertical. */
export function heightAt([a, b, c]: PlaneLine, [n, d]: Rational): Rational {
  const height = -(a * n + c * d);
  return b > 0n ? [height, b * d] : [-height, -b * d];
}

/** The point at x and y. */
export function pointAt([n, d]: Rational, [m, e]: Rational): PlanePoint {
  return [n * e, m * d, d * e];
}

function cross(p: PlanePoint | PlaneLine, q: PlanePoint | PlaneLine): PlaneLine {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** n/d for 0 ≤ n ≤ d, rounded. Both are first shortened to 960 bits, so that neither overflows f64. */
export function shareOf(n: bigint, d: bigint): number {
  const shift = BigInt(Math.max(0, 4 * d.toString(16).length - 960));
  return Number(n >> shift) / Number(d >> shift);
}
