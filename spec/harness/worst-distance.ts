// A point and a face of integers, each coordinate off by up to a unit → about the least or greatest distance possible.

import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';

const out = new Float64Array(POINT_TRIANGLE_SIZE);

/** @param corners nine coordinates. @param side −1 for the least distance, 1 for the greatest. In units. */
export function worstDistance(corners: ArrayLike<number>, point: ArrayLike<number>, side: -1 | 1): number {
  const [face, centre] = [Float64Array.from(corners), Float64Array.from(point)];
  pointTriangle(centre, 0, face, 0, 3, 6, out);
  const away = [0, 1, 2].map((k) => Math.sign(centre[k] - out[k]));
  for (let i = 0; i < 9; i++) face[i] -= side * away[i % 3];
  for (let k = 0; k < 3; k++) centre[k] += side * away[k];
  // The closest point may have changed with the corners.
  const before = Math.sqrt(out[SQUARED]);
  pointTriangle(centre, 0, face, 0, 3, 6, out);
  const after = Math.sqrt(out[SQUARED]);
  return side < 0 ? Math.min(before, after) : Math.max(before, after);
}

/** The least distance of the point, off by up to a unit, to the box of the corners, grown by a unit. */
export function worstBoxDistance(corners: ArrayLike<number>, point: ArrayLike<number>): number {
  const gaps = [0, 1, 2].map((k) => {
    const span = [corners[k], corners[3 + k], corners[6 + k]];
    return Math.max(Math.min(...span) - 1 - point[k], point[k] - Math.max(...span) - 1, 1) - 1;
  });
  return Math.hypot(...gaps);
}
