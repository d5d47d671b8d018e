// A point, a body and a limit → whether the point's exact signed distance is at most the limit.

import { type BulkMesh, type ExactNumber, exactFraction } from '#reference';

export function isAtMost(body: BulkMesh, point: ArrayLike<ExactNumber>, limit: number): boolean {
  const { sign, squared } = body.exactSignedDistance(point);
  const square = exactFraction(limit).mul(exactFraction(limit));
  if (limit >= 0) return sign <= 0 || squared.lte(square);
  return sign < 0 && squared.gte(square);
}
