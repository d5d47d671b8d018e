// Three vectors between f64 points → the sign of their triple product, if a proved margin makes it certain.

import type { Numbers } from './integer-vectors.ts';

/** Bound once: in a sandboxed context (a test runner's) each look-up of a global costs more than the arithmetic. */
const { abs } = Math;
const MARGIN = 16 * 2 ** -53;
/** Coordinates are at most 2^300: a product that underflows is off by < 2^-1074, times a component of at most 2^302. */
const UNDERFLOW_MARGIN = 2 ** -600;

/**
 * The sign of (a × b)·c if it is certain, else 0; components are exact or differences of f64 numbers rounded once. Each
 * of the six terms carries at most three roundings of the differences, three of the products and sums inside, and two
 * of the outer sum: 8.1 u of the sum of their magnitudes, u = 2^-53, whose own relative error is as small; 16 u is
 * used.
 */
export function tripleProductSign(a: Numbers, b: Numbers, c: Numbers): -1 | 0 | 1 {
  let sum = 0;
  let magnitude = 0;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const first = a[j] * b[k];
    const second = a[k] * b[j];
    sum += (first - second) * c[i];
    magnitude += (abs(first) + abs(second)) * abs(c[i]);
  }
  const bound = MARGIN * magnitude + UNDERFLOW_MARGIN;
  return sum > bound ? 1 : sum < -bound ? -1 : 0;
}

/** The vector from an origin to a corner of a triangle, rounded once. */
export function fromPoint(origin: Numbers, corners: Numbers, corner: number): readonly [number, number, number] {
  return [corners[3 * corner] - origin[0], corners[3 * corner + 1] - origin[1], corners[3 * corner + 2] - origin[2]];
}
