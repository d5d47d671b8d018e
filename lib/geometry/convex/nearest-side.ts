// A facet of a hull and an edge of another → the side of the facet nearest to the edge.

import type { PlacedHull } from './placed-hull.ts';

/** @returns the number of an edge of the facet's hull. */
export function nearestSide(hull: PlacedHull, facet: number, other: PlacedHull, edge: number): number {
  const { starts, sides } = hull.facets;
  let best = sides[starts[facet]];
  let least = Number.POSITIVE_INFINITY;
  for (let i = starts[facet]; i < starts[facet + 1]; i++) {
    const square = edgesApart(hull, sides[i], other, edge);
    if (square < least) {
      least = square;
      best = sides[i];
    }
  }
  return best;
}

/**
 * The squared distance of two edges, mm², in f64: with directions d, e and w from the first's tail to the second's
 * tail, |w + t e − s d|² is least where both derivatives vanish, or at ends; s is cut to [0, 1], t follows from it and
 * is cut, and s follows from t.
 */
function edgesApart(first: PlacedHull, a: number, second: PlacedHull, b: number): number {
  const P = first.points;
  const Q = second.points;
  const p = first.point(first.facets.tails[a]);
  const r = first.point(first.facets.heads[a]);
  const q = second.point(second.facets.tails[b]);
  const h = second.point(second.facets.heads[b]);
  const dx = P[r] - P[p];
  const dy = P[r + 1] - P[p + 1];
  const dz = P[r + 2] - P[p + 2];
  const ex = Q[h] - Q[q];
  const ey = Q[h + 1] - Q[q + 1];
  const ez = Q[h + 2] - Q[q + 2];
  const wx = Q[q] - P[p];
  const wy = Q[q + 1] - P[p + 1];
  const wz = Q[q + 2] - P[p + 2];
  const dd = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  const de = dx * ex + dy * ey + dz * ez;
  const dw = dx * wx + dy * wy + dz * wz;
  const ew = ex * wx + ey * wy + ez * wz;
  const spread = dd * ee - de * de;
  const s = spread > 0 ? unit((dw * ee - de * ew) / spread) : 0;
  const t = unit((s * de - ew) / ee);
  const nearest = unit((t * de + dw) / dd);
  const x = wx + t * ex - nearest * dx;
  const y = wy + t * ey - nearest * dy;
  const z = wz + t * ez - nearest * dz;
  return x * x + y * y + z * z;
}

function unit(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}
