// Closed loops in a plane → the triangles of what lies to their left, over their own vertices.

import { clipEars, meetsItself } from '#mesh';
import { flipToDelaunay } from './delaunay-flips.ts';
import { sectionRings } from './section-rings.ts';

/**
 * Adds the triangles, counter-clockwise as `at` shows them, to `faces`.
 * @param at where a vertex is; the signs are exact for these numbers.
 * @returns false, after some triangles were added, if the loops meet elsewhere than at corners.
 */
export function fillLoops(
  loops: readonly number[][],
  at: (vertex: number) => readonly [number, number],
  faces: number[],
): boolean {
  const rings = sectionRings(loops, at);
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
