// BeyondCorners against the definition in integers: faces with 0 to 3 common corners, degenerate ones, every corner
// order, scales and far offsets.

import { describe, expect, test } from '@jest/globals';
import { BeyondCorners, TrianglePair } from '#triangles';
import { meetBeyondCorners } from '#harness/beyond-corners.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 1313;
const beyond = new BeyondCorners();
const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];

/** All 36 orders in both roles; throws if they differ. */
function answer(corners: readonly number[]): boolean {
  const P = Float64Array.from(corners);
  const found = new Set<boolean>();
  for (const [i, j, k] of ORDERS)
    for (const [l, m, n] of ORDERS) {
      found.add(beyond.meet(loaded.load(P, 3 * i, 3 * j, 3 * k, P, 9 + 3 * l, 9 + 3 * m, 9 + 3 * n)));
      found.add(beyond.meet(loaded.load(P, 9 + 3 * l, 9 + 3 * m, 9 + 3 * n, P, 3 * i, 3 * j, 3 * k)));
    }
  if (found.size !== 1) throw new Error(`the order of corners matters: ${corners}`);
  return found.has(true);
}

type Point = readonly number[];
type Random = () => number;
/** Six corners; the first `common` corners of the second face are corners of the first. */
function faces(random: Random, common: number, point: (random: Random) => Point): Point[] {
  const first = [point(random), point(random), point(random)];
  const second = [0, 1, 2].map((i) => (i < common ? first[i] : point(random)));
  return [...first, ...second];
}

const small = (n: number) => (random: Random) => [0, 1, 2].map(() => Math.floor(n * random()));
const flat = (random: Random) => [Math.floor(4 * random()), Math.floor(4 * random()), 1];
const line = (random: Random) => [1, Math.floor(5 * random()), 2];
const anywhere = (random: Random) => [signed(random), signed(random), signed(random)];
/** A rounded plane, and points off it by a few units in the last place. */
const nearPlane = (random: Random) => {
  const [x, y] = [signed(random), signed(random)];
  return [x, y, 0.3 * x + 0.7 * y + 2 ** -52 * Math.floor(4 * random())];
};

/**
 * Name, points, pairs per number of common corners, least and greatest share of pairs that intersect, for 0, 1, 2
 * common corners.
 */
const kinds: [string, (random: Random) => Point, number, [number, number][]][] = [
  [
    'anywhere',
    anywhere,
    120,
    [
      [0.05, 0.5],
      [0.05, 0.6],
      [0, 0],
    ],
  ],
  [
    'on a grid of 3',
    small(3),
    120,
    [
      [0.1, 0.9],
      [0.1, 0.7],
      [0.02, 0.5],
    ],
  ],
  [
    'on a grid of 5',
    small(5),
    300,
    [
      [0.05, 0.6],
      [0.05, 0.6],
      [0, 0.3],
    ],
  ],
  [
    'in one plane',
    flat,
    60,
    [
      [0.4, 1],
      [0.1, 0.9],
      [0.2, 0.8],
    ],
  ],
  [
    'on one line',
    line,
    60,
    [
      [0.5, 1],
      [0.1, 0.9],
      [0.02, 0.6],
    ],
  ],
  [
    'near one plane',
    nearPlane,
    100,
    [
      [0.1, 1],
      [0.1, 0.9],
      [0, 0.5],
    ],
  ],
];
const places: readonly (readonly [number, number])[] = [
  [1, 0],
  [1e-3, 0],
  [1e3, 0],
  [1, 1e5],
];

describe.each(kinds)(`corners %s (seed ${SEED})`, (_name, point, most, shares) => {
  const count = longRun(most, 40);
  test.each([0, 1, 2])('%i in common', (common) => {
    const random = mulberry32(SEED + common);
    let met = 0;
    for (let i = 0; i < count; i++) {
      const [scale, offset] = places[i % places.length];
      const corners = faces(random, common, point).flatMap((p) => p.map((x) => scale * x + offset));
      const expected = meetBeyondCorners(corners.slice(0, 9), corners.slice(9));
      if (answer(corners) !== expected) throw new Error(`pair ${i}: ${!expected}, exactly ${expected}: ${corners}`);
      if (expected) met++;
    }
    expect(met / count).toBeGreaterThanOrEqual(shares[common][0]);
    expect(met / count).toBeLessThanOrEqual(shares[common][1]);
  });
});

test('what neighbours must share is no intersection; one bit more is', () => {
  const [o, x, y] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const ask = (...second: number[][]) => answer([...o, ...x, ...y, ...second.flat()]);
  // A common edge: folded flat onto the other face, or over the edge.
  expect(ask(o, x, [0.3, 0.4, 0])).toBe(true);
  expect(ask(o, x, [0.3, 0.4, 2 ** -1000])).toBe(false);
  expect(ask(o, x, [0.3, -0.4, 0])).toBe(false);
  expect(ask(o, x, [2, 0, 0])).toBe(false);
  // A common corner: the other face ends on this one, beside it, or just above it.
  expect(ask(o, [0.5, 0.5, 0], [0, 0, 1])).toBe(true);
  expect(ask(o, [0.5, 0.25, 0], [0, 0, 1])).toBe(true);
  expect(ask(o, [-0.5, 0.5, 0], [0, 0, 1])).toBe(false);
  expect(ask(o, [0.5, 0.25, 2 ** -1000], [0, 0, 1])).toBe(false);
  expect(ask(o, [0.5, 0.5, -1], [0.5, 0.5, 1])).toBe(true);
  // An edge that lies along another without sharing its other end.
  expect(ask(o, [0.5, 0, 0], [0, 0, 1])).toBe(true);
  // The same three corners; a point and a segment on their own edge.
  expect(ask(o, y, x)).toBe(true);
  expect(ask(o, o, o)).toBe(false);
  expect(ask(o, x, x)).toBe(false);
  expect(ask(o, [0.5, 0, 0], [0.5, 0, 0])).toBe(true);
});
