// A place along a line of the lattice → the edge on which it lies, and how far along it.

import { PARTS } from './lattice.ts';

/**
 * Writes, for each edge, the place of its lower end along the line, and the parts of the edge from there, from 1 to
 * PARTS − 1. A crossing within one part of a vertex counts for the edges on both sides of it, because lines along other
 * axes round differently and may see it on the other side.
 * @param w in cells. @param out four numbers. @returns the number of edges: 1 or 2.
 */
export function edgePlaces(w: number, out: Int32Array): number {
  const k = Math.floor(w);
  const at = Math.round((w - k) * PARTS);
  out[0] = k;
  out[1] = Math.min(PARTS - 1, Math.max(1, at));
  if (at > 1 && at < PARTS - 1) return 1;
  out[2] = at <= 1 ? k - 1 : k + 1;
  out[3] = at <= 1 ? PARTS - 1 : 1;
  return 2;
}
