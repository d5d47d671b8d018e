// Boxes (low x, y, z, high x, y, z) → whether they meet, a lower bound on their distance, and enlarged boxes.

import { above, below } from './f64-bounds.ts';
import type { Numbers } from './integer-vectors.ts';

/** Bound once: in a sandboxed context (a test runner's) each look-up of a global costs more than the arithmetic. */
const { max, min } = Math;

/** Whether two closed boxes share a point; comparisons of f64 numbers are exact. */
export function boxesMeet(a: Numbers, i: number, b: Numbers, j: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (a[6 * i + axis] > b[6 * j + 3 + axis] || b[6 * j + axis] > a[6 * i + 3 + axis]) return false;
  return true;
}

/** The box of each triple of points: six numbers for every nine. */
export function boxesOf(corners: Numbers): Float64Array {
  const boxes = new Float64Array((corners.length / 9) * 6);
  for (let face = 0; face < corners.length / 9; face++)
    for (let axis = 0; axis < 3; axis++) {
      const at = 9 * face + axis;
      boxes[6 * face + axis] = min(corners[at], corners[at + 3], corners[at + 6]);
      boxes[6 * face + 3 + axis] = max(corners[at], corners[at + 3], corners[at + 6]);
    }
  return boxes;
}

/**
 * A lower bound of the squared distance of two boxes. With u = 2^-53: each gap has one rounding, its square two more
 * and each of two sums one, so the sum is too large by a factor of at most (1 + u)^5, which 1 − 2^-49 undoes; squares
 * that underflow are too large by at most 3 · 2^-1074.
 */
export function squaredGapBelow(a: Numbers, i: number, b: Numbers, j: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = max(0, a[6 * i + axis] - b[6 * j + 3 + axis], b[6 * j + axis] - a[6 * i + 3 + axis]);
    sum += gap * gap;
  }
  return max(0, sum * (1 - 2 ** -49) - 2 ** -1000);
}

/** A box that contains every point within `margin` of the given one. */
export function inflated(box: Numbers, margin: number): Float64Array {
  const wider = new Float64Array(6);
  for (let axis = 0; axis < 3; axis++) {
    wider[axis] = below(box[axis] - margin);
    wider[3 + axis] = above(box[3 + axis] + margin);
  }
  return wider;
}
