// A place along a line of the lattice → the edge in which it lies, and how far along it.

import { PARTS } from './lattice.ts';

export interface EdgePlace {
  /** Place of the edge's lower end along the line. */
  k: number;
  /** Parts of the edge from there, 1 … PARTS − 1. */
  at: number;
}

/**
 * A crossing within one part of a vertex counts for the edges on both sides of it, because lines along other axes,
 * which round otherwise, may see it beyond.
 * @param w in cells. @param out is filled, and returned.
 */
export function edgePlaces(w: number, out: EdgePlace[]): EdgePlace[] {
  const k = Math.floor(w);
  const at = Math.round((w - k) * PARTS);
  out.length = 0;
  out.push({ k, at: Math.min(PARTS - 1, Math.max(1, at)) });
  if (at <= 1) out.push({ k: k - 1, at: PARTS - 1 });
  if (at >= PARTS - 1) out.push({ k: k + 1, at: 1 });
  return out;
}
