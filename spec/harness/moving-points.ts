// Four moving points → kerf's answer and the oracle's, by kind.

import type { ImpactKind } from '../../datasets/index.ts';
import { edgeEdgeImpact, type Impact, vertexFaceImpact } from '../../lib/index.ts';
import { type ExactNumber, edgeMeetsEdge, vertexMeetsFace } from '../../lib/reference/index.ts';

export { POINT_ORDERS, reordered } from '../../lib/validation/index.ts';

export function impactOf(kind: ImpactKind, points: ArrayLike<number>): Impact | null {
  return kind === 'vertex-face' ? vertexFaceImpact(points) : edgeEdgeImpact(points);
}

/** By the oracle. */
export function meets(kind: ImpactKind, start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): boolean {
  return kind === 'vertex-face' ? vertexMeetsFace(start, end) : edgeMeetsEdge(start, end);
}
