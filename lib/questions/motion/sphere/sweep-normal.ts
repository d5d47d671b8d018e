// A centre, and the point of a face nearest to it → the unit vector from the face to the centre.

import { vectorLength } from '#core';
import { faceNormal, SQUARED } from '#triangles';

/**
 * If the two are nearer than the slack, their difference says nothing: then the face's normal, on the side from which
 * the centre comes; NaN if the face has none.
 * @param nearest from pointTriangle. @param corners of the face, xyz each. @param way displacement of the centre.
 */
export function sweepNormal(
  centre: Float64Array,
  nearest: Float64Array,
  corners: Float64Array,
  way: ArrayLike<number>,
  slack: number,
): Float64Array {
  const away = Float64Array.of(centre[0] - nearest[0], centre[1] - nearest[1], centre[2] - nearest[2]);
  if (!(Math.sqrt(nearest[SQUARED]) > slack)) {
    faceNormal(corners, 0, 3, 6, away, 0);
    if (away[0] * way[0] + away[1] * way[1] + away[2] * way[2] > 0) for (let k = 0; k < 3; k++) away[k] = -away[k];
  }
  const length = vectorLength(away[0], away[1], away[2]);
  return away.map((x) => x / length);
}
