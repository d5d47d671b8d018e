import { describe, expect, test } from '@jest/globals';
import type { Fraction } from 'fraction.js';
import {
  exactFraction,
  pointTriangleSquaredDistance,
  type SharedSegment,
  sharedSegment,
  trianglesSharePoint,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { cornerOrders, gridTriangles, type Nine, similarities } from './triangle-cases.ts';

const base: Nine = [0, 0, 0, 4, 0, 0, 0, 4, 0];
const third = 1 / 3;

const cases: readonly (readonly [string, Nine, Nine, readonly number[]])[] = [
  ['crossing', base, [1, -1, -1, 1, -1, 1, 1, 9, 0], [1, 0, 0, 1, 3, 0]],
  ['crossing, both ends inside', base, [1, 1, -1, 1, 1, 1, 2, 1, 0], [1, 1, 0, 2, 1, 0]],
  ['a corner on the face', base, [1, 1, 0, 1, 1, 5, 2, 1, 5], [1, 1, 0, 1, 1, 0]],
  ['an edge shared', base, [4, 0, 0, 0, 0, 0, 1, 1, 4], [0, 0, 0, 4, 0, 0]],
  ['ends that are no f64', base, [0, 0, -1, 1, 0, 2, 0, 1, 2], [0, third, 0, third, 0, 0]],
  ['itself: the longest edge', base, base, [0, 4, 0, 4, 0, 0]],
  [
    'a square in one plane: of two diagonals the first',
    [0, 0, 0, 4, 0, 0, 0, 4, 0],
    [2, 2, 0, -2, 2, 0, 2, -2, 0],
    [0, 0, 0, 2, 2, 0],
  ],
  ['a touch along part of an edge in one plane', base, [1, 0, 0, 9, 0, 0, 1, -3, 0], [1, 0, 0, 4, 0, 0]],
  ['two segments on one line', [0, 0, 0, 3, 3, 3, 2, 2, 2], [5, 5, 5, 1, 1, 1, 4, 4, 4], [1, 1, 1, 3, 3, 3]],
  ['a point', base, [1, 1, 0, 1, 1, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0]],
];

const PAIRS = longRun(500, 150);

describe('the shared segment', () => {
  test.each(cases)('%s', (_, a, b, expected) => {
    for (const first of cornerOrders(a))
      for (const second of cornerOrders(b)) {
        expect([...sharedSegment(first, second)!.rounded]).toEqual(expected);
        expect([...sharedSegment(second, first)!.rounded]).toEqual(expected);
      }
  });

  test('ends are exact: a third is a third', () => {
    const { start, end } = sharedSegment(base, [0, 0, -1, 1, 0, 2, 0, 1, 2])!;
    expect([...start, ...end].map((coordinate) => coordinate.toFraction())).toEqual(['0', '1/3', '0', '1/3', '0', '0']);
  });

  test.each([
    ['in space', 21, 4, 0],
    ['half in one plane', 22, 5, 2],
  ])(
    'ends lie on both triangles, no shared corner is farther; exists where a point is shared (%s, seed %d)',
    (_, seed, size, flat) => {
      const next = gridTriangles(seed, size, flat);
      let hits = 0;
      for (let i = 0; i < PAIRS; i++) {
        const [a, b] = [next(), next()];
        const segment = sharedSegment(a, b);
        expect(segment !== undefined).toBe(trianglesSharePoint(a, b));
        if (segment === undefined) continue;
        hits++;
        for (const end of [segment.start, segment.end]) {
          expect(pointTriangleSquaredDistance(end, a).n).toBe(0n);
          expect(pointTriangleSquaredDistance(end, b).n).toBe(0n);
        }
        expectNothingBeyond(segment, a, b);
      }
      expect(hits / PAIRS).toBeGreaterThan(0.2);
      expect(hits / PAIRS).toBeLessThan(0.8);
    },
  );

  test('in one plane: the longest chord of the polygon, found in two dimensions apart from the oracle (seed 23)', () => {
    const next = gridTriangles(23, 6, 1);
    let polygons = 0;
    for (let i = 0; i < longRun(300, 75); i++) {
      const [a, b] = [next(), next()];
      const corners = cornersOfPlaneOverlap(a, b);
      const segment = hasArea(a) && hasArea(b) ? sharedSegment(a, b) : undefined;
      if (segment === undefined) continue;
      const longest = corners
        .flatMap((p) => corners.map((q) => squaredLength(p, q)))
        .reduce((m, s) => (s.gt(m) ? s : m));
      expect(squaredLength(segment.start, segment.end).equals(longest)).toBe(true);
      if (corners.length > 2) polygons++;
    }
    expect(polygons).toBeGreaterThan(longRun(60, 15));
  });

  test('moves with exact motions (seed 24)', () => {
    const next = gridTriangles(24, 4, 0);
    for (let i = 0; i < longRun(60, 20); i++) {
      const [a, b] = [next(), next()];
      const segment = sharedSegment(a, b);
      for (const { factor, apply } of similarities) {
        const moved = sharedSegment(apply(a), apply(b));
        expect(moved === undefined).toBe(segment === undefined);
        if (segment === undefined || moved === undefined) continue;
        const scale = exactFraction(factor);
        const expected = squaredLength(segment.start, segment.end).mul(scale).mul(scale);
        expect(squaredLength(moved.start, moved.end).equals(expected)).toBe(true);
      }
    }
  });
});

/** A point past either end, by any fraction of the chord's length along the chord, is not shared. */
function expectNothingBeyond({ start, end }: SharedSegment, a: Nine, b: Nine): void {
  const step = start.map((coordinate, k) => end[k].sub(coordinate).div(1n << 40n));
  if (step.every((part) => part.n === 0n)) return;
  const beyond = [
    start.map((coordinate, k) => coordinate.sub(step[k])),
    end.map((coordinate, k) => coordinate.add(step[k])),
  ];
  for (const point of beyond)
    expect(pointTriangleSquaredDistance(point, a).n === 0n && pointTriangleSquaredDistance(point, b).n === 0n).toBe(
      false,
    );
}

function squaredLength(p: readonly Fraction[], q: readonly Fraction[]): Fraction {
  return p.map((coordinate, k) => coordinate.sub(q[k])).reduce((sum, d) => sum.add(d.mul(d)), exactFraction(0));
}

type Plane = readonly [Fraction, Fraction];
const turn = (p: Plane, q: Plane, r: Plane) =>
  q[0]
    .sub(p[0])
    .mul(r[1].sub(p[1]))
    .sub(q[1].sub(p[1]).mul(r[0].sub(p[0])));

function hasArea(triangle: Nine): boolean {
  return turn(...flat(triangle)).n !== 0n;
}

function flat(triangle: Nine): [Plane, Plane, Plane] {
  return [0, 3, 6].map((i): Plane => [exactFraction(triangle[i]), exactFraction(triangle[i + 1])]) as [
    Plane,
    Plane,
    Plane,
  ];
}

/** Corners of either triangle inside the other, and crossings of edges that are not parallel. */
function cornersOfPlaneOverlap(a: Nine, b: Nine): Plane[] {
  const [first, second] = [flat(a), flat(b)];
  const inside = (p: Plane, [u, v, w]: [Plane, Plane, Plane]) => {
    const sides = [turn(u, v, p), turn(v, w, p), turn(w, u, p)].map((side) => side.compare(0n));
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  };
  const found = [...first.filter((p) => inside(p, second)), ...second.filter((p) => inside(p, first))];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const [p, q, r, s] = [first[i], first[(i + 1) % 3], second[j], second[(j + 1) % 3]];
      const [atP, atQ] = [turn(r, s, p), turn(r, s, q)];
      const whole = atP.sub(atQ);
      if (whole.n === 0n) continue;
      const t = atP.div(whole);
      const crossing: Plane = [p[0].add(t.mul(q[0].sub(p[0]))), p[1].add(t.mul(q[1].sub(p[1])))];
      if (inside(crossing, first) && inside(crossing, second)) found.push(crossing);
    }
  return found;
}
