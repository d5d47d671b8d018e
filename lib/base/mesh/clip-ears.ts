// A simple polygon in a plane → its triangles, ear by ear.
//
// G. H. Meisters, "Polygons have ears" (1975): a corner that turns left is an ear if its triangle holds no other
// corner. If the triangle holds any corner, it holds one that does not turn left, so only such corners are tested.
// Cutting an ear changes only whether its two neighbours are ears (J. O'Rourke, "Computational Geometry in C", 1998,
// section 1.4), so at most three tests are made for each corner.

import { BlockingCorners } from './blocking-corners.ts';
import { type FlatRing, isAt, side } from './flat-ring.ts';

/**
 * Calls `add` with the corners of n − 2 triangles that together are the polygon. Each turns left or has no area, and
 * every corner of the polygon is a corner of some triangle. If there are several ears, the first is cut.
 * @param ring n ≥ 3 corners, counter-clockwise, of a ring that meets itself at most at corners.
 * @returns false, after some triangles were added, if no ear is left: the ring then meets itself at corners and does
 * not bound one connected region.
 */
export function clipEars(ring: FlatRing, add: (a: number, b: number, c: number) => void): boolean {
  const n = ring.x.length;
  const previous = new Uint32Array(n);
  const next = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    previous[i] = (i > 0 ? i : n) - 1;
    next[i] = i + 1 < n ? i + 1 : 0;
  }
  const turn = (i: number) => side(ring, previous[i], i, next[i]);
  const corners: number[] = [];
  for (let i = 0; i < n; i++) if (!(turn(i) > 0)) corners.push(i);
  const blocking = new BlockingCorners(ring, Uint32Array.from(corners));
  /** A corner at the same position as the one before it is free too: its triangle has no area. */
  const isFree = (i: number) =>
    isAt(ring, previous[i], i) || (turn(i) > 0 && !blocking.someIn(previous[i], i, next[i]));
  const tried = new Uint8Array(n);
  let [at, left, failed] = [0, n, 0];
  while (left > 3) {
    if (tried[at] === 1 || !isFree(at)) {
      if (++failed > left) return false;
      tried[at] = 1;
      at = next[at];
      continue;
    }
    const [a, c] = [previous[at], next[at]];
    add(a, at, c);
    next[a] = c;
    previous[c] = a;
    left--;
    failed = 0;
    if (blocking.has(at)) blocking.remove(at);
    for (const corner of [a, c]) {
      tried[corner] = 0;
      if (blocking.has(corner) && turn(corner) > 0) blocking.remove(corner);
    }
    at = Math.min(a, c);
  }
  while (next[at] < at || previous[at] < at) at = next[at];
  if (turn(at) < 0) return false;
  add(at, next[at], previous[at]);
  return true;
}
