// f64 points and triangles → certified f64 bounds of their distances, for bulk use.
//
// The guessed nearest points may be arbitrarily bad. An upper bound comes from a point of the triangle, a lower bound
// from a plane that has the triangle on its far side, and both are certified by evaluating them.
//
// Letters: u = 2^-53; x the point; v0 v1 v2 the corners; R = max ‖x − vi‖; ei = fl(x − vi), equal to x − vi up to a
// relative error ≤ u in each component.
//
// Upper bound. For weights wi ≥ 0 with sum W, y = Σ wi vi / W lies in the triangle, and x − y = s / W with
// s = Σ wi (x − vi). The computed q = fl(Σ wi ei) has at most four roundings on each term, so ‖q − s‖ ≤ 4.1 u W R.
// Length and quotient, fl(fl(√(q·q)) / fl(W)), add a relative 2.6 u + 2 u + u to a result ≤ about R. So dist ≤ ‖x − y‖
// ≤ computed + (4.1 + 5.7) u R, and the last addition costs 1.1 u R more.
//
// Lower bound. For any vector q ≠ 0 and any y in the triangle, ‖x − y‖ ≥ q·(x − y) / ‖q‖ ≥ min q·(x − vi) / ‖q‖, since
// the middle term is linear in y. Each computed q·ei is off by ≤ 4.1 u ‖q‖ R; length and quotient add a relative 3.7 u
// to a value ≤ about R. So dist ≥ computed − 7.9 u R, and the last subtraction costs 1.1 u R more. For two triangles
// the same holds for the differences vi − wj of their corners, with R = max ‖vi − wj‖.
//
// Both errors are < 12 u R; the margin is 16 u R, with R as computed (a relative 2.6 u off). Underflow: coordinates are
// at most 2^300. If q·q ≤ 2^-800, no quotient is formed and ‖q‖ is taken as 2^-399; otherwise, products that underflow
// are off by < 2^-1070 over a divisor > 2^-401, far below the added 2^-600.
//
// Upper bound for two triangles. Take all corners relative to one of them, rounded once, and let S be the longest. A
// corner is off by u S. A point p + t (q − p), t from 0 to 1, is off by 8.1 u S (3 from p and q, 4 from the difference
// and the product, 1 from the sum). A weighted sum is off by 4.1 u S, and by 3.2 u S more because quotients by a
// rounded sum add up to 1 only within 3.1 u. So the difference of two such points is off by ≤ 18.3 u S; its length,
// ≤ 2 S, adds a relative 2.6 u, and the last addition 2.1 u S: < 26 u S. The margin is 32 u S.

import type { Numbers } from './integer-vectors.ts';
import { nearestOfTriangles, nearestWeights } from './nearest-in-f64.ts';
import { roundedSquareRoot } from './rounded-numbers.ts';
import { pointTriangleSquaredDistance } from './squared-distance.ts';

/** low ≤ exact value ≤ high. */
export type Bounds = readonly [low: number, high: number];

/** Bound once: in a sandboxed context (a test runner's) each look-up of a global costs more than the arithmetic. */
const { abs, max, min, sqrt } = Math;
const MARGIN = 16 * 2 ** -53;
const PAIR_MARGIN = 32 * 2 ** -53;
const UNDERFLOW_MARGIN = 2 ** -600;
const LEAST_SQUARE = 2 ** -800;
/** Greater than ‖q‖ if q·q ≤ 2^-800. */
const LEAST_LENGTH = 2 ** -399;
/** If the bounds are farther apart than this fraction of R, the exact distance is computed, at a cost in time only. */
const WORTH_EXACT = 2 ** -36;

/** A rounded sum or difference, moved up (`below`: down) by more than its single rounding. */
export function above(value: number): number {
  return value + abs(value) * 2 ** -52 + 2 ** -1074;
}
export function below(value: number): number {
  return -above(-value);
}

/**
 * Bounds of the distance from an f64 point (|coordinates| ≤ 2^300 mm) to a closed triangle, mm; they differ by at most
 * about 2^-36 R.
 */
export function pointTriangleBounds(point: Numbers, corners: Numbers): Bounds {
  const { low, high, square, extent } = boundsByGuess(point, corners);
  if (square > LEAST_SQUARE && high - low <= WORTH_EXACT * extent) return [low, high];
  const exact = pointTriangleSquaredDistance(point, corners);
  return [roundedSquareRoot(exact, 'down'), roundedSquareRoot(exact, 'up')];
}

/**
 * Bounds of the distance between two closed f64 triangles, mm, never by exact arithmetic: [0, …] if they share a point
 * or the guess was poor.
 */
export function trianglePairBounds(a: Numbers, b: Numbers): Bounds {
  const { apart, extent } = nearestOfTriangles(a, b);
  const square = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
  let support = Infinity;
  let farthest = 0;
  for (let i = 0; i < 9; i += 3)
    for (let j = 0; j < 9; j += 3) {
      const x = a[i] - b[j];
      const y = a[i + 1] - b[j + 1];
      const z = a[i + 2] - b[j + 2];
      support = min(support, apart[0] * x + apart[1] * y + apart[2] * z);
      farthest = max(farthest, x * x + y * y + z * z);
    }
  const high = max(sqrt(square), LEAST_LENGTH) + PAIR_MARGIN * extent + UNDERFLOW_MARGIN;
  return [square > LEAST_SQUARE ? lowest(support, square, sqrt(farthest)) : 0, high];
}

/** The bounds from a nearest point guessed in f64, with q·q and R. */
function boundsByGuess(point: Numbers, corners: Numbers) {
  const ax = point[0] - corners[0];
  const ay = point[1] - corners[1];
  const az = point[2] - corners[2];
  const bx = point[0] - corners[3];
  const by = point[1] - corners[4];
  const bz = point[2] - corners[5];
  const cx = point[0] - corners[6];
  const cy = point[1] - corners[7];
  const cz = point[2] - corners[8];
  const [wa, wb, wc] = nearestWeights(point, corners);
  const qx = wa * ax + wb * bx + wc * cx;
  const qy = wa * ay + wb * by + wc * cy;
  const qz = wa * az + wb * bz + wc * cz;
  const square = qx * qx + qy * qy + qz * qz;
  const support = min(qx * ax + qy * ay + qz * az, qx * bx + qy * by + qz * bz, qx * cx + qy * cy + qz * cz);
  const extent = sqrt(max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz, cx * cx + cy * cy + cz * cz));
  const length = max(sqrt(square), LEAST_LENGTH);
  const high = length / (wa + wb + wc) + MARGIN * extent + UNDERFLOW_MARGIN;
  return {
    low: square > LEAST_SQUARE ? lowest(support, square, extent) : 0,
    high,
    square,
    extent,
  };
}

function lowest(support: number, square: number, extent: number): number {
  return max(0, support / sqrt(square) - MARGIN * extent - UNDERFLOW_MARGIN);
}
