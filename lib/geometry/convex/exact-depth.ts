// Two hulls that overlap → the least translation that separates them, exactly, and the points that then meet.
//
// The expanding polytope (expanding-polytope.ts) in integers. It starts with any tetrahedron of W, and expands at the
// facet whose plane is lowest above the origin (below it, if the origin is outside):
//
//        ●───────●              a facet beyond which W has a corner is replaced by what the corner sees
//         ╲   · ╱  h < 0        a facet beyond which W has none is W's own; if it is the lowest, a ball of its
//          ╲   ╱                height h is in the polytope, so in W, and n·w ≤ h for all w: h is the depth
//           ╲ ╱
//            ●                  Each step adds a corner of W, so it ends.
//
// Which facets a corner sees is exact. A facet whose plane contains the corner is not seen; as the corner is strictly
// above the seen facet at each outline edge, it lies on none of these edges' lines, and no new triangle is flat.

import { cross, dot, minus, type Vector } from '#triangles';
import { type Corner, farthestAgainst } from './exact-contact.ts';
import { type Difference, footParts } from './exact-distance.ts';

interface Facet {
  readonly corners: readonly [Corner, Corner, Corner];
  /** Outward, of any length, and its square. */
  readonly n: Vector;
  readonly square: bigint;
  /** n·corner, and that times its own magnitude. */
  readonly height: bigint;
  readonly signedSquare: bigint;
}

/**
 * The nearest point of W's surface: vector / over.
 * @param most expansions. @returns null if they do not suffice.
 */
export function leastWayOut(first: readonly Vector[], second: readonly Vector[], most: number): Difference | null {
  const farthest = (n: Vector) => farthestAgainst([-n[0], -n[1], -n[2]], first, second);
  let facets = startOf(farthest);
  for (let step = 0; step <= most; step++) {
    const nearest = facets.reduce((best, own) => (isLower(own, best) ? own : best));
    const corner = farthest(nearest.n);
    if (dot(nearest.n, corner.w) === nearest.height) return footOn(facets, nearest);
    facets = expanded(facets, corner);
  }
  return null;
}

/** A tetrahedron of W; W is not flat, because it holds the origin inside. */
function startOf(farthest: (n: Vector) => Corner): Facet[] {
  const a = farthest([1n, 0n, 0n]);
  const beside = (directions: readonly Vector[]) => {
    for (const n of directions)
      for (const sign of [1n, -1n]) {
        const corner = farthest([sign * n[0], sign * n[1], sign * n[2]]);
        if (dot(n, minus(corner.w, a.w)) !== 0n) return corner;
      }
    return a;
  };
  const b = beside([[1n, 0n, 0n]]);
  const along = minus(b.w, a.w);
  const axes: Vector[] = [
    [1n, 0n, 0n],
    [0n, 1n, 0n],
    [0n, 0n, 1n],
  ];
  const c = beside(axes.map((axis) => cross(along, axis)));
  const d = beside([cross(along, minus(c.w, a.w))]);
  const isLeft = dot(cross(along, minus(c.w, a.w)), minus(d.w, a.w)) > 0n;
  const [p, q] = isLeft ? [c, b] : [b, c];
  return [facetOf(a, p, q), facetOf(a, d, p), facetOf(p, d, q), facetOf(q, d, a)];
}

function facetOf(a: Corner, b: Corner, c: Corner): Facet {
  const n = cross(minus(b.w, a.w), minus(c.w, a.w));
  const height = dot(n, a.w);
  const size = height < 0n ? -height : height;
  return { corners: [a, b, c], n, square: dot(n, n), height, signedSquare: height * size };
}

function isLower(a: Facet, b: Facet): boolean {
  return a.signedSquare * b.square < b.signedSquare * a.square;
}

/** Facets that see the corner → a fan from it to their outline. */
function expanded(facets: readonly Facet[], corner: Corner): Facet[] {
  const seen = new Map<Corner, Set<Corner>>();
  const kept: Facet[] = [];
  const gone: Facet[] = [];
  for (const facet of facets) (dot(facet.n, corner.w) > facet.height ? gone : kept).push(facet);
  for (const { corners } of gone)
    corners.forEach((from, e) => {
      seen.set(from, (seen.get(from) ?? new Set()).add(corners[(e + 1) % 3]));
    });
  for (const { corners } of gone)
    corners.forEach((from, e) => {
      const to = corners[(e + 1) % 3];
      if (!seen.get(to)?.has(from)) kept.push(facetOf(from, to, corner));
    });
  return kept;
}

/** The foot of the origin on the nearest facet, in the triangle of that plane which holds it. */
function footOn(facets: readonly Facet[], nearest: Facet): Difference {
  const holds = ({ n, corners: [a, b, c] }: Facet) => footParts(n, a, b, c).every((part) => part >= 0n);
  const isBeside = ({ corners }: Facet) => corners.every(({ w }) => dot(nearest.n, w) === nearest.height);
  const { n, square, height, corners } = facets.find((own) => isBeside(own) && holds(own)) ?? nearest;
  const [a, b, c] = corners;
  return {
    vector: [height * n[0], height * n[1], height * n[2]],
    over: square,
    corners,
    parts: footParts(n, a, b, c),
  };
}
