// A loaded pair of triangles → what triangle-distance computes: all of it, or what weights name; and the gap along a
// face's normal.

import {
  gapAlong,
  measureTriangles,
  PAIR_SQUARED,
  POINT_ON_FIRST,
  POINT_ON_SECOND,
  takeCorner,
  takeEdges,
  takeLowerBound,
} from './triangle-distance.ts';
import { FIRST, otherTriangle, SECOND, type TrianglePair } from './triangle-pair.ts';

export class TriangleDistance {
  /** @param mayCross as of measureTriangles. @param out TRIANGLE_DISTANCE_SIZE numbers. */
  measure({ corners }: TrianglePair, mayCross: boolean, out: Float64Array): void {
    measureTriangles(corners, FIRST, SECOND, mayCross, out);
  }

  /**
   * As `measure`, but only for the corner of one triangle, or else the two edges, that weights of the nearest points
   * name: an upper and a lower bound on the distance. If they name neither, for all corners and edges.
   * @param weights those of b and c, e and f, in f32, from `at` on; 0 for corners that do not contribute to the point.
   */
  measureNamed(pair: TrianglePair, weights: Float32Array, at: number, out: Float64Array): void {
    const C = pair.corners;
    const onFirst = cornersNamed(weights[at], weights[at + 1]);
    const onSecond = cornersNamed(weights[at + 2], weights[at + 3]);
    const i = EDGE_NAMED[onFirst];
    const k = EDGE_NAMED[onSecond];
    out[PAIR_SQUARED] = Number.POSITIVE_INFINITY;
    if (CORNER_NAMED[onFirst] >= 0) takeCorner(C, FIRST + CORNER_NAMED[onFirst], SECOND, POINT_ON_FIRST, out);
    else if (CORNER_NAMED[onSecond] >= 0) takeCorner(C, SECOND + CORNER_NAMED[onSecond], FIRST, POINT_ON_SECOND, out);
    else if (i >= 0 && k >= 0) takeEdges(C, FIRST, i, i, SECOND, k, k, out);
    else {
      measureTriangles(C, FIRST, SECOND, false, out);
      return;
    }
    takeLowerBound(C, FIRST, SECOND, out);
  }
}

/**
 * Which of a triangle's corners contribute to a point, one bit each. If a does not, the sum of the f32 weights of b and
 * c may still be off 1 by a rounding or two.
 */
function cornersNamed(b: number, c: number): number {
  return (1 - b - c > 2 ** -22 ? 1 : 0) | (b > 0 ? 2 : 0) | (c > 0 ? 4 : 0);
}

/** By bits of corners: the only one, or where the edge between two begins; −1 if there are more or fewer. */
const CORNER_NAMED = Int8Array.of(-1, 0, 3, -1, 6, -1, -1, -1);
const EDGE_NAMED = Int8Array.of(-1, -1, -1, 0, -1, 6, 3, -1);

/**
 * The gap between the pair's triangles along the normal of one of them, in either direction, ≥ 0. `measure` returns a
 * lower bound of at least this gap − 2·lengthSlack: it evaluates the same support, unless the support along the nearest
 * points' direction is already at least their computed distance − knownGap. That is at least the exact distance −
 * lengthSlack, since the computed distance has an error below distanceError, and 50 + 2 ≤ 64.
 */
export function gapAlongNormal({ corners: C }: TrianglePair, triangle: number): number {
  // faceNormal, inlined by hand: passing these three numbers through an array costs 3 % of detectSync (paired medians
  // of 24 poses, skull phantom of 50,000 faces and saw of 8,000).
  const ax = C[triangle];
  const ay = C[triangle + 1];
  const az = C[triangle + 2];
  const ux = C[triangle + 3] - ax;
  const uy = C[triangle + 4] - ay;
  const uz = C[triangle + 5] - az;
  const vx = C[triangle + 6] - ax;
  const vy = C[triangle + 7] - ay;
  const vz = C[triangle + 8] - az;
  const other = otherTriangle(triangle);
  return gapAlong(C, triangle, other, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}
