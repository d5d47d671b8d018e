// A point in a square of the lattice and the paths in it → whether the point lies in what the paths bound.
//
//   v                     From the square's corner o, whose side is known, along its bottom and then up to the point m;
//   │     ╱  m            each path that is crossed on the way changes the side. The bottom counts as slightly above
//   │  ╱─╱   ┆            0, and the way up as slightly beyond m's u: so a vertex on either is on one side of it. What
//   o──┴┄┄┄┄┄┘── u        lies along the bottom is below it.

import type { InSquare, Path } from './node-paths.ts';

/** @param m twice its u and v. It lies on no path, and within the square. @param isIn whether the corner is. */
export function isInSquare(m: readonly number[], paths: readonly Path[], where: InSquare, isIn: boolean): boolean {
  let crossed = 0;
  for (const path of paths)
    for (let i = 1; i < path.length; i++) {
      let [p, q] = [where(path[i - 1]), where(path[i])];
      if (p[1] === 0 && q[1] === 0) continue;
      for (const [end, other] of [
        [p, q],
        [q, p],
      ])
        if (end[1] === 0 && other[1] > 0 && end[0] > 0 && 2 * end[0] <= m[0]) crossed++;
      if (p[0] > q[0]) [p, q] = [q, p];
      if (!(2 * p[0] <= m[0] && m[0] < 2 * q[0])) continue;
      // Whether m lies above the segment.
      if ((q[0] - p[0]) * (m[1] - 2 * p[1]) - (q[1] - p[1]) * (m[0] - 2 * p[0]) > 0) crossed++;
    }
  return isIn !== (crossed % 2 === 1);
}
