// Four moving points → kerf's answer and the oracle's, by kind.

import type { ImpactKind } from '#datasets';
import { edgeEdgeImpact, type Impact, vertexFaceImpact } from '#kerf';
import { type ExactNumber, edgeMeetsEdge, vertexMeetsFace } from '#reference';

export { POINT_ORDERS, reordered } from '#validation';

export function impactOf(kind: ImpactKind, points: ArrayLike<number>): Impact | null {
  return kind === 'vertex-face' ? vertexFaceImpact(points) : edgeEdgeImpact(points);
}

/** By the oracle. */
export function meets(kind: ImpactKind, start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): boolean {
  return kind === 'vertex-face' ? vertexMeetsFace(start, end) : edgeMeetsEdge(start, end);
}
