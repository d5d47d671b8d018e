// Half the sides of a box → the body, centred at its origin.

import { ConvexBody } from './convex-body.ts';

/** The corners are numbered by the bits of x, y, z; the faces, two triangles a side. */
const FACES = [
  ...[0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4],
  ...[2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
];

/** @param half along x, y, z, mm, each > 0. */
export function boxBody(half: ArrayLike<number>): ConvexBody {
  const corners = Float64Array.from({ length: 24 }, (_, i) => {
    const corner = Math.floor(i / 3);
    return ((corner >> (i % 3)) & 1) === 1 ? half[i % 3] : -half[i % 3];
  });
  return new ConvexBody('box', corners, Uint32Array.from(FACES));
}
