// Four moving points → the same query in every order of its points, and backwards.

import type { ImpactKind } from '../../datasets/index.ts';
import { edgeEdgeImpact, type Impact, vertexFaceImpact } from '../../lib/index.ts';
import { type ExactNumber, edgeMeetsEdge, vertexMeetsFace } from '../../lib/reference/index.ts';
import { CORNER_ORDERS } from './random-geometry.ts';

/** Orders of the four points that ask the same. */
export const POINT_ORDERS: Readonly<Record<ImpactKind, readonly (readonly number[])[]>> = {
  'vertex-face': CORNER_ORDERS.map((order) => [0, ...order.map((at) => 1 + at / 3)]),
  'edge-edge': [
    [0, 1, 2, 3],
    [1, 0, 2, 3],
    [0, 1, 3, 2],
    [1, 0, 3, 2],
    [2, 3, 0, 1],
    [3, 2, 0, 1],
    [2, 3, 1, 0],
    [3, 2, 1, 0],
  ],
};

/** The query with its points in another order; backwards: from t = 1 to t = 0. */
export function reordered(points: ArrayLike<number>, order: readonly number[], isBackwards = false): Float64Array {
  const out = new Float64Array(24);
  for (const time of [0, 12])
    order.forEach((point, i) => {
      for (let k = 0; k < 3; k++) out[(isBackwards ? 12 - time : time) + 3 * i + k] = points[time + 3 * point + k];
    });
  return out;
}

export function impactOf(kind: ImpactKind, points: ArrayLike<number>): Impact | null {
  return kind === 'vertex-face' ? vertexFaceImpact(points) : edgeEdgeImpact(points);
}

/** By the oracle. */
export function meets(kind: ImpactKind, start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): boolean {
  return kind === 'vertex-face' ? vertexMeetsFace(start, end) : edgeMeetsEdge(start, end);
}
