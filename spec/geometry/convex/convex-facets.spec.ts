// A hull's triangles → facets: whole, strictly convex, in one plane each, and joined into a closed surface.

import { describe, expect, test } from '@jest/globals';
import { convexFacets } from '#convex/convex-facets.ts';
import { type ConvexBody, createConvex } from '#convex';
import { gridPoints } from '#harness/exact-hull.ts';
import { POINT_KINDS, pointsOfKind } from '#harness/hull-points.ts';
import { mulberry32 } from '#harness/random.ts';
import { HULL_KIND_NAMES, HULL_KINDS, hullBody, shuffledOrder } from './hull-bodies.ts';

type Exact = readonly bigint[];
const minus = (a: Exact, b: Exact) => a.map((x, k) => x - b[k]);
const dot = (a: Exact, b: Exact) => a.reduce((sum, x, k) => sum + x * b[k], 0n);
const cross = (a: Exact, b: Exact) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

/** The documented properties of ConvexFacets that do not hold, in exact arithmetic. */
function breachesOf(body: ConvexBody): string[] {
  const facets = convexFacets(body);
  const { starts, corners, sides, spans, tails, heads, lefts, rights, edgeStarts, vertexEdges } = facets;
  const points = gridPoints([...body.points]).map((point) => point.map(BigInt));
  const normals: Exact[] = [];
  const halves = new Set<string>();
  const breaches: string[] = [];
  const hold = (isTrue: boolean, sentence: string) => {
    if (!isTrue) breaches.push(sentence);
  };
  for (let f = 0; f < facets.facetCount; f++) {
    const polygon = Array.from(corners.subarray(starts[f], starts[f + 1]));
    const size = polygon.length;
    hold(new Set(polygon).size === size, `a corner of facet ${f} comes twice`);
    const [a, b, c] = [...spans.subarray(3 * f, 3 * f + 3)].map((v) => points[v]);
    const normal = cross(minus(b, a), minus(c, a));
    normals.push(normal);
    hold(dot(normal, normal) > 0n, `facet ${f} is spanned by a line`);
    for (const point of points) hold(dot(normal, minus(point, a)) <= 0n, `a point lies above facet ${f}`);
    for (let i = 0; i < size; i++) {
      const [p, q, r] = [0, 1, 2].map((k) => points[polygon[(i + k) % size]]);
      hold(dot(normal, minus(p, a)) === 0n, `corner ${i} is off the plane of facet ${f}`);
      hold(dot(cross(minus(q, p), minus(r, q)), normal) > 0n, `facet ${f} does not turn left after corner ${i}`);
      const [from, to] = [polygon[i], polygon[(i + 1) % size]];
      const edge = sides[starts[f] + i];
      hold(tails[edge] === Math.min(from, to) && heads[edge] === Math.max(from, to), `side ${i} of facet ${f}`);
      hold((from < to ? lefts : rights)[edge] === f, `edge ${edge} is not beside facet ${f}`);
      halves.add(`${from} ${to}`);
    }
  }
  hold(halves.size === (facets.facetCount === 0 ? 0 : 2 * facets.edgeCount), 'an edge is not in two facets');
  hold(vertexEdges.length === 2 * facets.edgeCount, 'edges do not have two ends each');
  for (let edge = 0; edge < facets.edgeCount; edge++) {
    for (const end of [tails[edge], heads[edge]])
      hold(vertexEdges.subarray(edgeStarts[end], edgeStarts[end + 1]).includes(edge), `edge ${edge} is not at its end`);
    if (facets.facetCount <= 2) continue;
    const across = cross(normals[lefts[edge]], normals[rights[edge]]);
    hold(dot(across, across) > 0n, `two facets of a solid lie in one plane at edge ${edge}`);
  }
  const isSurface = facets.facetCount > 0;
  hold(!isSurface || facets.vertexCount - facets.edgeCount + facets.facetCount === 2, "Euler's formula");
  return breaches;
}

describe('facets are what they say', () => {
  test.each(POINT_KINDS)('of points that are %s, at scales and far away (seed 931, 12 hulls)', (kind) => {
    const random = mulberry32(931);
    for (let i = 0; i < 12; i++) {
      const [scale, offset] = [
        [1, 0],
        [2 ** -10, 0],
        [1000, 0],
        [1, 1e5],
      ][i % 4];
      const points = pointsOfKind(random, kind, 1 + Math.floor(20 * random())).map((x) => scale * x + offset);
      expect(breachesOf(hullBody(points, (n) => shuffledOrder(random, n)))).toEqual([]);
    }
  });
  test.each(HULL_KIND_NAMES)('of a %s (seed 932, 3 hulls)', (kind) => {
    const random = mulberry32(932);
    for (let i = 0; i < 3; i++) expect(breachesOf(hullBody(HULL_KINDS[kind](random)))).toEqual([]);
  });
});

test('a box has six rectangles, a polygon two sides, a segment one edge, a point nothing', () => {
  const box = createConvex({ kind: 'box', size: [1, 2, 3] }) as ConvexBody;
  expect(breachesOf(box)).toEqual([]);
  expect([...convexFacets(box).starts]).toEqual([0, 4, 8, 12, 16, 20, 24]);
  expect(convexFacets(box)).toBe(convexFacets(box));
  const square = convexFacets(hullBody([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]));
  expect([square.facetCount, square.edgeCount]).toEqual([2, 4]);
  const segment = convexFacets(hullBody([0, 0, 0, 1, 0, 0]));
  expect([segment.facetCount, segment.edgeCount, [...segment.lefts]]).toEqual([0, 1, [-1]]);
  const point = convexFacets(hullBody([1, 2, 3]));
  expect([point.vertexCount, point.facetCount, point.edgeCount]).toEqual([1, 0, 0]);
});
