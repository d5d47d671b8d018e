// Queries with known answers, kerf's answers and planted wrong ones → the tallies that they must give.

import { describe, expect, test } from '@jest/globals';
import { impactFamilies, impactQuery } from '#datasets';
import { edgeEdgeImpact, vertexFaceImpact } from '#kerf';
import { type ImpactQuery, judgeImpacts, MotionTallies, type PointKind } from '#validation';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1711;
const ROUNDS = longRun(6, 1);
const face = [0, 0, 0, 8, 0, 0, 0, 8, 0];
/** A vertex that moves from one height over the face to another. */
const falling = (from: number, to: number, more: Partial<ImpactQuery> = {}): ImpactQuery => ({
  kind: 'vertex-face',
  family: 'falling',
  points: Float64Array.of(1, 1, from, ...face, 1, 1, to, ...face),
  inEveryOrder: false,
  ...more,
});
const faults = ({ missed, invented, late, early }: ReturnType<typeof judgeImpacts>[number]) => ({
  ...{ missed, invented, late, early },
});
const none = { missed: 0, invented: 0, late: 0, early: 0 };
const kerfs = (kind: PointKind, points: Float64Array) =>
  kind === 'vertex-face' ? vertexFaceImpact(points) : edgeEdgeImpact(points);

function* drawn(rounds: number, inEveryOrder: boolean): Generator<ImpactQuery> {
  const random = mulberry32(SEED);
  for (let round = 0; round < rounds; round++)
    for (const kind of ['vertex-face', 'edge-edge'] as const)
      for (const family of impactFamilies)
        yield { kind, family, points: impactQuery(kind, family, random), inEveryOrder };
}

test(`kerf's answers of every family: none wrong, a row a kind and family, in order, seed ${SEED}`, () => {
  const rows = judgeImpacts(drawn(ROUNDS, true));
  expect(rows.map(({ kind, family }) => `${kind} ${family}`)).toEqual(
    ['vertex-face', 'edge-edge'].flatMap((kind) => impactFamilies.map((family) => `${kind} ${family}`)),
  );
  for (const row of rows) {
    expect([row.kind, row.family, faults(row)]).toEqual([row.kind, row.family, none]);
    expect([row.queries, row.asked]).toEqual([ROUNDS, ROUNDS * (row.kind === 'vertex-face' ? 12 : 16)]);
  }
  const hits = rows.reduce((sum, row) => sum + row.hits, 0);
  console.log(`${hits} of ${ROUNDS * rows.length} hit`);
  expect(hits / (ROUNDS * rows.length)).toBeGreaterThan(0.4);
  expect(hits / (ROUNDS * rows.length)).toBeLessThan(0.9);
});

describe('a planted wrong answer', () => {
  const half = falling(4, -4);
  const never = falling(4, 1);
  test.each<[string, ImpactQuery, ReturnType<typeof kerfs> | { low: number; high: number }, object]>([
    ['a hit that is missed', half, null, { missed: 1 }],
    ['a hit that is invented', never, { low: 0.5, high: 0.5 }, { invented: 1 }],
    ['a time after the first contact', half, { low: 0.5 + 2 ** -52, high: 0.75 }, { late: 1 }],
    ['a time that ends before the first contact', half, { low: 0.25, high: 0.5 - 2 ** -53 }, { early: 1 }],
    ['an interval that is turned round', half, { low: 0.75, high: 0.25 }, { early: 1 }],
    ['a time beyond the step', half, { low: 0.25, high: 1.5 }, { early: 1 }],
    ['a time that is NaN', half, { low: Number.NaN, high: Number.NaN }, { early: 1 }],
    ['none: the whole step holds the first contact', half, { low: 0, high: 1 }, {}],
    ['none: the time itself', half, { low: 0.5, high: 0.5 }, {}],
    ['none: no contact', never, null, {}],
  ])('%s', (_, query, answer, wrong) => {
    const [row] = judgeImpacts([query], () => answer);
    expect(faults(row)).toEqual({ ...none, ...wrong });
    expect([row.queries, row.asked, row.hits]).toEqual([1, 1, query === half ? 1 : 0]);
  });

  test('in one order of the points, or backwards alone', () => {
    const query = falling(4, -2, { inEveryOrder: true });
    const isAs = (points: Float64Array, x: number, z: number) => points[3] === x && points[2] === z;
    const [inOrder] = judgeImpacts([query], (kind, points) => (isAs(points, 8, 4) ? null : kerfs(kind, points)));
    expect(faults(inOrder)).toEqual({ ...none, missed: 2 });
    const [backwards] = judgeImpacts([query], (kind, points) => (points[2] === -2 ? null : kerfs(kind, points)));
    expect(faults(backwards)).toEqual({ ...none, missed: 6 });
    expect(backwards.asked).toBe(12);
  });
});

describe('labels', () => {
  test('are what is judged by; the oracle contradicts wrong ones', () => {
    const rows = judgeImpacts([
      falling(4, -4, { label: true, family: 'right' }),
      falling(4, 1, { label: false, family: 'right' }),
      falling(4, -4, { label: false, family: 'wrong' }),
      falling(4, 1, { label: true, family: 'wrong' }),
    ]);
    expect(rows.map(({ disputed }) => disputed)).toEqual([0, 2]);
    expect(rows.map(faults)).toEqual([none, { ...none, missed: 1, invented: 1 }]);
  });
});

test('parts add up to the whole, but for the times', () => {
  const all = [...drawn(2, false)];
  const sum = new MotionTallies();
  for (let i = 0; i < all.length; i += 7) sum.add(judgeImpacts(all.slice(i, i + 7)));
  const counts = (rows: ReturnType<typeof judgeImpacts>) => rows.map(({ milliseconds: _, ...row }) => row);
  expect(counts(sum.rows)).toEqual(counts(judgeImpacts(all)));
});
