// The loops of a half's section → the faces that close it, over the loops' own vertices.

import { fillLoops } from './fill-loops.ts';
import { flatAxes } from './flat-view.ts';
import type { CutPlane } from './plane-sides.ts';

/**
 * Adds the faces to `faces`, facing out of the half. The vertices lie in the plane up to rounding.
 * @param sign 1: the half in front of the plane; −1: behind it.
 * @returns false if the section meets itself there.
 */
export function capSection(
  loops: readonly number[][],
  positions: ArrayLike<number>,
  plane: CutPlane,
  sign: 1 | -1,
  faces: number[],
): boolean {
  const [u, v] = flatAxes([3, 4, 5].map((k) => -sign * plane[k]));
  // A face of the section runs along an edge the other way than the face of the half there.
  const reversed = loops.map((loop) => loop.toReversed());
  return fillLoops(reversed, (vertex) => [positions[3 * vertex + u], positions[3 * vertex + v]], faces);
}
