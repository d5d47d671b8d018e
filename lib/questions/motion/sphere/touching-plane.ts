// A face and a centre → the plane that keeps the face and the centre apart: nearest point, unit normal, distance.

import { cornerOffset } from '#core';
import type { SearchedSurface } from '#proximity';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { sweepNormal } from './sweep-normal.ts';

export interface TouchingPlane {
  readonly face: number;
  /** The point of the face nearest to the centre, mm. */
  readonly point: Float64Array;
  /** Unit, from that point to the centre; NaN if the centre is next to a face without area. */
  readonly normal: Float64Array;
  /** From that point to the centre, mm, rounded. */
  readonly distance: number;
}

/**
 * Slacks. A direction computed over this distance or more is off by at most 2^-10. If the centre is nearer, as that of
 * a point or of a sphere hardly larger than rounding, the face's own normal is taken.
 */
const CERTAIN = 1024;

/** @param slack from sweepSlack. */
export function touchingPlane(
  { positions, faces }: SearchedSurface,
  face: number,
  centre: Float64Array,
  slack: number,
): TouchingPlane {
  const corners = Float64Array.from({ length: 9 }, (_, i) => {
    const corner = Math.floor(i / 3);
    return positions[cornerOffset(faces, face, corner) + (i % 3)];
  });
  const nearest = new Float64Array(POINT_TRIANGLE_SIZE);
  pointTriangle(centre, 0, corners, 0, 3, 6, nearest);
  const toFace = Float64Array.of(nearest[0] - centre[0], nearest[1] - centre[1], nearest[2] - centre[2]);
  return {
    face,
    point: nearest.slice(0, 3),
    normal: sweepNormal(centre, nearest, corners, toFace, CERTAIN * slack),
    distance: Math.sqrt(nearest[SQUARED]),
  };
}
