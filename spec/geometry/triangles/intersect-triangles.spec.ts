// TriangleIntersector.share against the oracle: random and degenerate pairs, every corner order, scales and far
// offsets.

import { describe, expect, test } from '@jest/globals';
import { trianglesSharePoint } from '#reference';
import { TriangleIntersector, TrianglePair } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, coordinates, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 31;
const intersector = new TriangleIntersector();

/** The answers for all 36 corner orders, in both roles: a set with one member where they agree. */
function answers(a: Float64Array, b: Float64Array, orders = CORNER_ORDERS.length): Set<boolean> {
  const found = new Set<boolean>();
  for (const [i, j, k] of CORNER_ORDERS.slice(0, orders))
    for (const [d, e, f] of CORNER_ORDERS.slice(0, orders)) {
      found.add(intersector.share(loaded.load(a, i, j, k, b, d, e, f)));
      found.add(intersector.share(loaded.load(b, d, e, f, a, i, j, k)));
    }
  return found;
}

/** kind, pairs at each of the scales, least and greatest fraction of them that share a point. */
const kinds: [TriangleKind, number, number, number][] = [
  ['generic', 700, 0.1, 0.4],
  ['grid', 1200, 0.2, 0.8],
  ['coplanar', 500, 0.2, 0.9],
  ['touching', 400, 0.5, 1],
  ['near-parallel', 500, 0.1, 0.8],
  ['sliver', 400, 0, 0.4],
  ['zero-area', 500, 0.02, 0.8],
];
const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1e-3, 1e5],
  [1, 1e5],
];

describe('share', () => {
  test.each(kinds)(`equals the oracle: %s pairs, in every corner order (seed ${SEED})`, (kind, count, least, most) => {
    const random = mulberry32(SEED);
    let hits = 0;
    let all = 0;
    for (const [scale, offset] of places)
      for (let i = 0; i < longRun(count, count / 10); i++) {
        const [a, b] = trianglePair(random, kind, scale, offset);
        const expected = trianglesSharePoint(a, b);
        if (expected) hits++;
        all++;
        const found = answers(a, b, i % longRun(10, 20) === 0 ? 6 : 1);
        if (found.size !== 1 || !found.has(expected))
          throw new Error(
            `${kind} pair ${i} at scale ${scale}, offset ${offset}: ${[...found]}, exactly ${expected}: ${a} | ${b}`,
          );
      }
    expect(hits / all).toBeGreaterThanOrEqual(least);
    expect(hits / all).toBeLessThanOrEqual(most);
  });

  test(`a small triangle within rounding of the plane of a large one, beside its corner (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let hits = 0;
    for (let i = 0; i < longRun(1500, 250); i++) {
      const large = Float64Array.from(coordinates(random, 9, 10 ** (4 * random()), 0));
      // One corner of the large triangle is the origin; beside it, one corner of the small one is rounded onto the
      // plane, the others lie on one side.
      const corner = 3 * Math.floor(3 * random());
      large.fill(0, corner, corner + 3);
      const [u, v] = [3, 6].map((step) => [0, 1, 2].map((k) => large[((corner + step) % 9) + k] - large[corner + k]));
      const normal = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
      const length = Math.hypot(...normal);
      const size = 10 ** (-2 - 4 * random());
      const small = Float64Array.from(
        [0, 1, 1].flatMap((height) => {
          const [s, t] = [random() * size, random() * size];
          const up = height * size * random();
          return [0, 1, 2].map((k) => large[corner + k] + s * u[k] + t * v[k] + (up * normal[k]) / length);
        }),
      );
      const expected = trianglesSharePoint(large, small);
      if (expected) hits++;
      const found = answers(large, small, i % 10 === 0 ? 6 : 1);
      if (found.size !== 1 || !found.has(expected))
        throw new Error(`pair ${i}: ${[...found]}, exactly ${expected}: ${large} | ${small}`);
    }
    expect(hits).toBeGreaterThan(longRun(400, 65));
    expect(hits).toBeLessThan(longRun(1100, 185));
  });

  test('a corner one unit in the last place above, on and below a plane: apart, touching, crossing', () => {
    const floor = Float64Array.of(0, 0, 0.1, 1, 0, 0.1, 0, 1, 0.1);
    const tip = (z: number) => Float64Array.of(0.25, 0.25, z, 0, 0, 5, 1, 0, 5);
    expect(answers(floor, tip(0.1))).toEqual(new Set([true]));
    expect(answers(floor, tip(0.1 * (1 + 2 ** -52)))).toEqual(new Set([false]));
    expect(answers(floor, tip(0.1 * (1 - 2 ** -52)))).toEqual(new Set([true]));
  });

  test.each([
    [1, 0, 0],
    [1, 2, 0],
    [2, -1, 3],
  ])('triangles without area on a line along (%d, %d, %d): apart, end to end, one in the other', (...way) => {
    // Corners at 0, 1, 2 and 3 times the way from a point: the products and sums are exact.
    const triples = Array.from({ length: 64 }, (_, i) => [i & 3, (i >> 2) & 3, i >> 4]);
    const onLine = (at: readonly number[]) => Float64Array.from(at.flatMap((t) => way.map((x, k) => 8 - k + t * x)));
    let endToEnd = 0;
    for (const a of triples)
      for (const b of triples) {
        const [from, to] = [Math.max(Math.min(...a), Math.min(...b)), Math.min(Math.max(...a), Math.max(...b))];
        if (from === to) endToEnd++;
        if (intersector.share(loaded.load(onLine(a), 0, 3, 6, onLine(b), 0, 3, 6)) !== from <= to)
          throw new Error(`at ${a} and at ${b}, by definition ${from <= to}`);
      }
    expect(endToEnd).toBeGreaterThan(500);
  });

  test('counts the pairs that plain f64 did not decide', () => {
    const counter = new TriangleIntersector();
    const a = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const above = a.map((x, i) => (i % 3 === 2 ? 1 : x));
    const across = Float64Array.of(0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.4, 1);
    const onIt = Float64Array.of(0.2, 0.2, 0, 0.2, 0.2, 1, 0.3, 0.4, 1);
    expect(counter.share(loaded.load(a, 0, 3, 6, above, 0, 3, 6))).toBe(false);
    expect(counter.share(loaded.load(a, 0, 3, 6, across, 0, 3, 6))).toBe(true);
    expect(counter.escalated).toBe(0);
    expect(counter.share(loaded.load(a, 0, 3, 6, onIt, 0, 3, 6))).toBe(true);
    expect(counter.escalated).toBe(1);
    // The corners of each are well beyond the other's plane; but the segments in which they cross these planes end
    // within rounding of each other, in every corner order.
    const beside = Float64Array.of(0.7, 0.3, -1, 0.7, 0.3, 1, 1.5, 0.3, 1);
    for (const [i, j, k] of CORNER_ORDERS)
      for (const [d, e, f] of CORNER_ORDERS) {
        const before = counter.escalated;
        expect(counter.share(loaded.load(a, i, j, k, beside, d, e, f))).toBe(trianglesSharePoint(a, beside));
        expect(counter.escalated).toBe(before + 1);
      }
  });

  test(`one triangle taken for many others answers as it does for each alone, whatever came before (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const many = new TriangleIntersector();
    const alone = new TriangleIntersector();
    let hits = 0;
    for (let i = 0; i < longRun(300, 105); i++) {
      const kind = kinds[i % kinds.length][0];
      const [a] = trianglePair(random, kind, 1, 0);
      const others = Array.from({ length: 8 }, () => trianglePair(random, kind, 1, 0)[1]);
      many.take(loaded.loadFirst(a, 0, 3, 6));
      for (const b of others) {
        const expected = alone.share(loaded.load(a, 0, 3, 6, b, 0, 3, 6));
        if (expected) hits++;
        if (many.meets(loaded.loadSecond(b, 0, 3, 6)) !== expected)
          throw new Error(`${a} and ${b}: ${!expected}, alone ${expected}`);
      }
    }
    expect(hits).toBeGreaterThan(longRun(200, 70));
  });
});
