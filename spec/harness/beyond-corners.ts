// Two faces as nine coordinates each → whether they share a point other than their common corners, by definition, in
// integers.

import { type Corners, type Triangle, trianglePair, type Vector } from '#reference/integer-vectors.ts';
import { edgePartsInside, gridTriangleHoldsPoint } from '#reference/triangles-share-point.ts';

/**
 * The intersection of the faces is convex, and its corners lie on edges. So it lies in the hull of the common corners
 * if all ends of the shared parts of edges do.
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

/** The number of distinct corners that two faces have in common. */
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
