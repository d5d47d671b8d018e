// The loops of a half's section → the faces that close it, over the loops' own vertices.

import { clipEars, meetsItself } from '#mesh';
import { flipToDelaunay } from './delaunay-flips.ts';
import type { CutPlane } from './plane-sides.ts';
import { sectionRings } from './section-rings.ts';

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
  const at = (vertex: number) => [positions[3 * vertex + u], positions[3 * vertex + v]] as const;
  // A face of the section runs along an edge the other way than the face of the half there.
  const rings = sectionRings(
    loops.map((loop) => loop.toReversed()),
    at,
  );
  if (rings === null) return false;
  for (const ring of rings) {
    const flat = { x: Float64Array.from(ring, (w) => at(w)[0]), y: Float64Array.from(ring, (w) => at(w)[1]) };
    if (meetsItself(flat)) return false;
    const first = faces.length;
    const isWhole = clipEars(flat, (a, b, c) => {
      const [i, j, k] = [ring[a], ring[b], ring[c]];
      if (i !== j && j !== k && k !== i) faces.push(i, j, k);
    });
    if (!isWhole) return false;
    flipToDelaunay(faces, first, at);
  }
  return true;
}
