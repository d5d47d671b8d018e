// Two sets of points on one grid → the shortest vector from the hull of one to the hull of the other, exactly.
//
// Gilbert, Johnson and Keerthi's algorithm (1988) in integers. It keeps at most four differences b − a and the shortest
// vector v of their hull. If no difference lies lower along v than v itself, v is the shortest of all: v·v is then a
// lower bound of every v·(b − a). Else the lowest difference is added, and v becomes shorter; as there are finitely
// many sets of four differences, it terminates.

import { dot, isZero, subtract, type Vector } from './integer-vectors.ts';

/** vector / denominator, in grid units; denominator > 0. */
export interface Quotient {
  readonly vector: Vector;
  readonly denominator: bigint;
}

/** The shortest vector from a point of conv(a) to a point of conv(b); 0 if and only if the hulls share a point. */
export function leastDifference(a: readonly Vector[], b: readonly Vector[]): Quotient {
  let held: readonly Vector[] = [subtract(b[0], a[0])];
  for (;;) {
    const { kept, vector, denominator } = shortestOf(held);
    if (isZero(vector)) return { vector, denominator };
    const least = subtract(lowest(vector, b, 1n), lowest(vector, a, -1n));
    if (dot(vector, least) * denominator >= dot(vector, vector)) return { vector, denominator };
    held = [...kept, least];
  }
}

/** The lowest point along a vector or, with sign −1, the highest. */
function lowest(vector: Vector, points: readonly Vector[], sign: 1n | -1n): Vector {
  let best = points[0];
  let height = sign * dot(vector, best);
  for (const point of points) {
    const own = sign * dot(vector, point);
    if (own < height) [best, height] = [point, own];
  }
  return best;
}

/**
 * The shortest vector of the hull of at most four points, by Johnson's weights. For a subset X of them, the weights
 * Δi(X), not yet divided by their sum, give the shortest vector of the plane (line, point) through X:
 *
 *   Δi({i}) = 1,   Δj(X ∪ {j}) = Σ over i in X of Δi(X) · (yi·yk − yi·yj),   k any one of X.
 *
 * That vector is the hull's if all Δi(X) > 0 and Δj(X ∪ {j}) ≤ 0 for every other j. Subsets are numbered by their bits.
 */
function shortestOf(points: readonly Vector[]): Quotient & { readonly kept: readonly Vector[] } {
  const products = points.map((p) => points.map((q) => dot(p, q)));
  const indices = points.map((_, i) => i);
  const weights: bigint[][] = [[]];
  for (let subset = 1; subset < 1 << points.length; subset++)
    weights.push(indices.map((j) => (has(subset, j) ? weightOf(j, subset ^ (1 << j)) : 0n)));
  const best = weights.findIndex(
    (own, subset) =>
      subset > 0 && indices.every((j) => (has(subset, j) ? own[j] > 0n : weights[subset | (1 << j)][j] <= 0n)),
  );
  const used = indices.filter((i) => has(best, i));
  const sum = (term: (i: number) => bigint) => used.reduce((total, i) => total + term(i), 0n);
  const component = (k: number) => sum((i) => weights[best][i] * points[i][k]);
  return {
    kept: used.map((i) => points[i]),
    vector: [component(0), component(1), component(2)],
    denominator: sum((i) => weights[best][i]),
  };

  function weightOf(j: number, rest: number): bigint {
    if (rest === 0) return 1n;
    const k = indices.findIndex((i) => has(rest, i));
    return indices.reduce(
      (total, i) => (has(rest, i) ? total + weights[rest][i] * (products[i][k] - products[i][j]) : total),
      0n,
    );
  }
}

function has(subset: number, i: number): boolean {
  return ((subset >> i) & 1) === 1;
}
