// A closed ring of points in a plane → whether it meets itself elsewhere than at corners, by exact signs.

import { type FlatRing, isAt, side } from './flat-ring.ts';

/** A ring with no more edges than this is tested edge against edge, without the sweep. */
const FEW = 16;

/**
 * Whether two edges cross, or an end of one lies strictly inside another, or two edges run from the same point to the
 * same point. Edge i runs from corner i to the next corner. Edges may share ends, and an edge may run back along
 * another, like the edges that join a hole to its outline.
 *
 * A line sweeps the corners by x, then y, and keeps the edges that it crosses in order (M. I. Shamos, D. Hoey,
 * "Geometric intersection problems", 1976).
 *
 *       ───e───┃──────         ┃ is the sweep line, which moves to the right. It crosses d and e, from below to above,
 *       ───d───┃──────         so that crossed = [d, e]. Invariant: as long as no two edges have met, `crossed` is in
 *              ┃               this order.
 *
 * Before the sweep reaches the leftmost point at which two edges meet, these have become neighbours in that order, and
 * neighbours are tested. The sweep takes O(n·log n) signs. Inserting or removing an edge moves others in one array.
 */
export function meetsItself(ring: FlatRing): boolean {
  return ring.x.length <= FEW ? someEdgesMeet(ring) : neighboursMeet(ring);
}

function someEdgesMeet(ring: FlatRing): boolean {
  const n = ring.x.length;
  for (let e = 0; e < n; e++)
    for (let f = 0; f < e; f++) if (edgesMeet(ring, e, e + 1 < n ? e + 1 : 0, f, f + 1)) return true;
  return false;
}

function neighboursMeet(ring: FlatRing): boolean {
  const { x, y } = ring;
  const n = x.length;
  const after = (i: number) => (i + 1 < n ? i + 1 : 0);
  const left = new Uint32Array(n);
  const right = new Uint32Array(n);
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const j = after(i);
    const isRightward = x[i] < x[j] || (x[i] === x[j] && y[i] < y[j]);
    left[i] = isRightward ? i : j;
    right[i] = isRightward ? j : i;
    order[i] = i;
  }
  order.sort((a, b) => x[a] - x[b] || y[a] - y[b]);
  const crossed = new Uint32Array(n);
  let count = 0;
  const areMeeting = (k: number) =>
    k > 0 && k < count && edgesMeet(ring, crossed[k - 1], after(crossed[k - 1]), crossed[k], after(crossed[k]));
  /**
   * The place of the first edge that does not pass below a point. Edges that also begin at the point count as below if
   * they lie below the direction to `towards`.
   */
  const placeOf = (point: number, towards: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const edge = crossed[middle];
      const above = side(ring, left[edge], right[edge], point) || side(ring, left[edge], right[edge], towards);
      if (above > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let first = 0, end = 0; first < n; first = end) {
    while (end < n && isAt(ring, order[first], order[end])) end++;
    const here = order.subarray(first, end);
    for (const corner of here)
      for (const edge of [corner > 0 ? corner - 1 : n - 1, corner]) {
        if (!isAt(ring, right[edge], corner) || isAt(ring, left[edge], corner)) continue;
        let k = placeOf(corner, corner);
        while (k < count && crossed[k] !== edge) k++;
        // The order is broken, so two edges have met, although no test of neighbours has found them.
        if (k === count) return true;
        crossed.copyWithin(k, k + 1, count--);
        if (areMeeting(k)) return true;
      }
    for (const corner of here)
      for (const edge of [corner > 0 ? corner - 1 : n - 1, corner]) {
        if (!isAt(ring, left[edge], corner) || isAt(ring, right[edge], corner)) continue;
        const k = placeOf(corner, right[edge]);
        crossed.copyWithin(k + 1, k, count++);
        crossed[k] = edge;
        if (areMeeting(k) || areMeeting(k + 1)) return true;
      }
  }
  return false;
}

/**
 * Whether the edges p to q and r to s meet in that sense. A zero-length edge meets others only where its neighbours do.
 */
export function edgesMeet(ring: FlatRing, p: number, q: number, r: number, s: number): boolean {
  if (isAt(ring, p, q) || isAt(ring, r, s)) return false;
  if (isAt(ring, p, r) && isAt(ring, q, s)) return true;
  const toR = side(ring, p, q, r);
  const toS = side(ring, p, q, s);
  if ((toR > 0 && toS > 0) || (toR < 0 && toS < 0)) return false;
  const toP = side(ring, r, s, p);
  const toQ = side(ring, r, s, q);
  if ((toP > 0 && toQ > 0) || (toP < 0 && toQ < 0)) return false;
  if (toR !== 0 && toS !== 0 && toP !== 0 && toQ !== 0) return true;
  return (
    (toR === 0 && isBetween(ring, p, q, r)) ||
    (toS === 0 && isBetween(ring, p, q, s)) ||
    (toP === 0 && isBetween(ring, r, s, p)) ||
    (toQ === 0 && isBetween(ring, r, s, q))
  );
}

/** Whether a corner on the line through a and b lies strictly between them. */
function isBetween({ x, y }: FlatRing, a: number, b: number, corner: number): boolean {
  const along = (z: ArrayLike<number>) =>
    (z[a] < z[corner] && z[corner] < z[b]) || (z[b] < z[corner] && z[corner] < z[a]);
  return along(x) || along(y);
}
