// Two bodies → the greatest depth of a point of one's surface inside the other, as an interval.

import type { BulkMesh } from '#reference';
import type { Enclosure } from './engine-judgement.ts';
import type { Piece } from './surface-pieces.ts';

/** A surface's faces, and the solid in which depths are measured. */
interface Side {
  readonly pieces: readonly Piece[];
  readonly solid: BulkMesh;
}

/**
 * −(the least signed distance of a point of a surface to the other solid), 0 if none is below 0: faces are bounded from
 * below by their middles (signed distance is 1-Lipschitz), those that may hold the least are searched by
 * `minimumSignedDistance`, and all others are skipped.
 * @param width mm: the interval is no wider, unless the limit on splits is reached.
 */
export function nearestDepth(sides: readonly Side[], width: number, splitLimit: number): Enclosure {
  const faces = sides
    .flatMap(({ pieces, solid }) =>
      pieces.map(({ corners, bounds, radius }) => ({ corners, solid, low: bounds[0] - radius, high: bounds[1] })),
    )
    .sort((a, b) => a.low - b.low);
  let high = faces.reduce((least, face) => Math.min(least, face.high), 0);
  let low = 0;
  let left = splitLimit;
  for (const face of faces) {
    if (face.low >= high - width) {
      low = Math.min(low, face.low);
      break;
    }
    const found = face.solid.minimumSignedDistance(face.corners, { width, splitLimit: left });
    left = Math.max(0, left - found.splits);
    low = Math.min(low, found.low);
    high = Math.min(high, found.high);
  }
  return { low: 0 - high, high: 0 - low };
}
