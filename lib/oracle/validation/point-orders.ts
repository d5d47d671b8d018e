// Four moving points → the same query with its points in another order, or backwards.

/** A vertex and a face's three corners, or the two ends of one edge and of another. */
export type PointKind = 'vertex-face' | 'edge-edge';

/** Orders of the four points with the same answer; the first is the order as given. */
export const POINT_ORDERS: Readonly<Record<PointKind, readonly (readonly number[])[]>> = {
  'vertex-face': [
    [0, 1, 2, 3],
    [0, 2, 3, 1],
    [0, 3, 1, 2],
    [0, 1, 3, 2],
    [0, 3, 2, 1],
    [0, 2, 1, 3],
  ],
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

/**
 * @param points 24 numbers: xyz of the four points at t = 0, then at t = 1.
 * @param isBackwards from t = 1 to t = 0.
 */
export function reordered(points: ArrayLike<number>, order: readonly number[], isBackwards = false): Float64Array {
  const out = new Float64Array(24);
  for (const time of [0, 12])
    order.forEach((point, i) => {
      for (let k = 0; k < 3; k++) out[(isBackwards ? 12 - time : time) + 3 * i + k] = points[time + 3 * point + k];
    });
  return out;
}
