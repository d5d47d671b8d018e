// Sphere sweeps over closed bodies, kerf's answers and planted wrong ones → the tallies that they must give.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { type RandomSweep, randomSweeps, SweepJudge } from '#validation';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';

const SEED = 1712;
const COUNT = longRun(160, 20);
const none = { missed: 0, invented: 0, late: 0, early: 0 };
const mesh = box({ size: [20, 16, 12] });
/** Along x, towards the box's side at x = −10. */
const sweep = (from: number, to: number, radius: number): RandomSweep => ({
  family: 'anywhere',
  from: Float64Array.of(from, 1, 2),
  to: Float64Array.of(to, 1, 2),
  radius,
});
const faults = ({ missed, invented, late, early }: ReturnType<SweepJudge['judge']>[number]) => ({
  ...{ missed, invented, late, early },
});

test(`kerf's sweeps over the skull phantom: none wrong, a row a family, seed ${SEED}`, () => {
  const skull = phantom(5000);
  const rows = new SweepJudge(skull).judge(randomSweeps(skull, { seed: SEED, first: 0, count: COUNT }));
  console.log(rows.map(({ family, hits, queries }) => `${family}: ${hits} of ${queries}`).join('\n'));
  expect(rows.map(({ queries }) => queries)).toEqual(Array(4).fill(COUNT / 4));
  for (const row of rows) expect([row.family, faults(row)]).toEqual([row.family, none]);
  const hits = rows.reduce((sum, row) => sum + row.hits, 0) / COUNT;
  expect(hits).toBeGreaterThan(0.3);
  expect(hits).toBeLessThan(0.9);
});

test('sweeps depend on the seed and their number alone', () => {
  const of = (first: number, count: number) => [...randomSweeps(mesh, { seed: SEED, first, count })];
  expect([...of(0, 5), ...of(5, 7)]).toEqual(of(0, 12));
  expect(of(0, 4)).not.toEqual([...randomSweeps(mesh, { seed: SEED + 1, first: 0, count: 4 })]);
});

describe('a planted wrong answer', () => {
  // At x = −12, halfway.
  const half = sweep(-16, -8, 2);
  const never = sweep(-16, -13, 2);
  const [side] = Array.from({ length: mesh.faces.length / 3 }, (_, f) => f).filter((f) => touchesThere(f));

  /** Whether a face lies on the side x = −10 and contains y = 1, z = 2. */
  function touchesThere(f: number): boolean {
    const at = (k: number, axis: number) => mesh.positions[3 * mesh.faces[3 * f + k] + axis];
    if (![0, 1, 2].every((k) => at(k, 0) === -10)) return false;
    const area = (i: number, j: number) => (at(i, 1) - 1) * (at(j, 2) - 2) - (at(i, 2) - 2) * (at(j, 1) - 1);
    const areas = [area(0, 1), area(1, 2), area(2, 0)];
    return areas.every((a) => a >= 0) || areas.every((a) => a <= 0);
  }

  test('the first face that the sphere comes to was found', () => {
    expect(side).toBeGreaterThanOrEqual(0);
  });
  test.each<[string, RandomSweep, null | [low: number, high: number, face: number], object]>([
    ['a contact that is missed', half, null, { missed: 1 }],
    ['a contact that is invented', never, [0.5, 0.5, side], { invented: 1 }],
    ['a time after the first contact', half, [0.5 + 2 ** -50, 0.75, side], { late: 1 }],
    ['a time that ends before the first contact', half, [0.25, 0.5 - 2 ** -50, side], { early: 1 }],
    ['a face that it does not touch', half, [0.25, 0.75, side + 1e6], { early: 1 }],
    ['an interval that is turned round', half, [0.5, 0.25, side], { early: 1 }],
    ['none: the time itself', half, [0.5, 0.5, side], {}],
    ['none: no contact', never, null, {}],
  ])('%s', (_, asked, answer, wrong) => {
    const found = answer && { time: { low: answer[0], high: answer[1] }, face: answer[2] };
    const [row] = new SweepJudge(mesh, () => found).judge([asked]);
    expect(faults(row)).toEqual({ ...none, ...wrong });
    expect([row.queries, row.hits]).toEqual([1, asked === half ? 1 : 0]);
  });
});
