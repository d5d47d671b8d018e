// Two faces as nine coordinates each → whether they share a point beyond their common corners, by the definition, in
// integers.

import { type Corners, type Triangle, trianglePair, type Vector } from '#reference/integer-vectors.ts';
import { edgePartsInside, gridTriangleHoldsPoint } from '#reference/triangles-share-point.ts';

/**
 * What the faces share is convex, and its corners lie on edges: it is in the hull of the common corners where all ends
 * of the shared parts of edges are.
 */
export function meetBeyondCorners(first: Corners, second: Corners): boolean {
  const { a, b } = trianglePair(first, second);
  const common = distinct(a).filter((p) => b.some((q) => isSame(p, q)));
  if (common.length === 3) return true;
  return [...edgePartsInside(a, b), ...edgePartsInside(b, a)].some(({ start, end, from, to }) =>
    [from, to].some(({ numerator, denominator }) => {
      if (common.length === 0) return true;
      const [p, q] = [common[0], common[common.length - 1]].map((corner) => times(corner, denominator));
      const point = [0, 1, 2].map((k) => start[k] * denominator + numerator * (end[k] - start[k]));
      return !gridTriangleHoldsPoint([p, q, q], [point[0], point[1], point[2]]);
    }),
  );
}

/** How many different corners two faces have in common. */
export function commonCorners(first: Corners, second: Corners): number {
  const { a, b } = trianglePair(first, second);
  return distinct(a).filter((p) => b.some((q) => isSame(p, q))).length;
}

function distinct(triangle: Triangle): Vector[] {
  return triangle.filter((p, i) => triangle.findIndex((q) => isSame(p, q)) === i);
}

function isSame(p: Vector, q: Vector): boolean {
  return p.every((value, k) => value === q[k]);
}

function times([x, y, z]: Vector, factor: bigint): Vector {
  return [x * factor, y * factor, z * factor];
}
