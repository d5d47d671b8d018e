// The loops of a half's section → the faces that close it, over the loops' own vertices.

import { fillLoops } from './fill-loops.ts';
import type { CutPlane } from './plane-sides.ts';

/**
 * Adds the faces to `faces`, facing out of the half. The vertices lie in the plane up to rounding; they are seen along
 * the axis of the normal's largest component, where their coordinates are exact.
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
  const sizes = [3, 4, 5].map((k) => Math.abs(plane[k]));
  const axis = sizes.indexOf(Math.max(...sizes));
  const isUp = sign * plane[3 + axis] < 0;
  const [u, v] = isUp ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  // A face of the section runs along an edge the other way than the face of the half there.
  const reversed = loops.map((loop) => loop.toReversed());
  return fillLoops(reversed, (vertex) => [positions[3 * vertex + u], positions[3 * vertex + v]], faces);
}
