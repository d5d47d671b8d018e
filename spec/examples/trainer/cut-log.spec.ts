// Motions of a tool that is on → passes: what goes on is one pass, what jumps begins another, what is undone is left
// out.

import { expect, test } from '@jest/globals';
import { CutLog } from '../../../examples/trainer/src/cut-log.ts';
import { thinned } from '../../../examples/trainer/src/path.ts';
import { shifted } from '#harness/haptic-run.ts';

const at = (x: number) => Float64Array.from(shifted(x, 0, 0));
const placesOf = ({ poses }: { readonly poses: Float64Array }) =>
  Array.from({ length: poses.length / 16 }, (_, n) => poses[16 * n + 12]);
const all = () => true;

test('motions that go on are one pass; a jump, and another tool, begin the next', () => {
  let now = { tool: 'burr', force: null as number | null };
  const log = new CutLog(() => now);
  log.add({ from: at(0), to: at(0) }, null);
  log.add({ from: at(0), to: at(1) }, {});
  now = { tool: 'burr', force: 3 };
  log.add({ from: at(1), to: at(2) }, null);
  log.add({ from: at(9), to: at(9) }, {});
  now = { tool: 'saw', force: null };
  log.add({ from: at(9), to: at(8) }, {});
  const { passes } = log.path(all);
  expect(passes.map(({ tool }) => tool)).toEqual(['burr', 'burr', 'saw']);
  expect(passes.map(placesOf)).toEqual([[0, 1, 2], [9], [9, 8]]);
  expect(passes[0].forces).toEqual([null, null, 3]);
  for (const { seconds, poses } of passes) {
    expect(seconds).toHaveLength(poses.length / 16);
    expect([...seconds].sort((a, b) => a - b)).toEqual(seconds);
  }
});

test('an undone stroke is left out, and what follows begins anew; motions that removed nothing stay', () => {
  const log = new CutLog(() => ({ tool: 'saw', force: null }));
  const [first, second] = [{}, {}];
  log.add({ from: at(0), to: at(1) }, first);
  log.add({ from: at(1), to: at(2) }, second);
  log.add({ from: at(2), to: at(3) }, null);
  const { passes } = log.path((stroke) => stroke !== second);
  expect(passes.map(placesOf)).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(log.path(all).passes.map(placesOf)).toEqual([[0, 1, 2, 3]]);
});

test('a pass is divided at its deepest pose and at its greatest force: thinned, it keeps both', () => {
  let force: number | null = null;
  const log = new CutLog(() => ({ tool: 'saw', force }));
  const depth = (high: number) =>
    log.reached({ through: high > 0, protrusion: { low: 0, high }, wallAhead: { low: -high, high: 9 } } as never);
  for (let n = 0; n < 9; n++) {
    force = n === 6 ? 12 : 1;
    log.add({ from: at(n / 100), to: at((n + 1) / 100) }, null);
    depth([-3, -2, 0.4, 1.5, 1, -1, -2, -3, -4][n]);
  }
  const path = log.path(all);
  expect(path.passes.map(placesOf)).toEqual([
    [0, 0.01, 0.02, 0.03, 0.04],
    [0.04, 0.05, 0.06, 0.07],
    [0.07, 0.08, 0.09],
  ]);
  const { passes } = thinned(path, { mm: 1, degrees: 90 });
  expect(passes.map(placesOf)).toEqual([
    [0, 0.04],
    [0.04, 0.07],
    [0.07, 0.09],
  ]);
  expect(passes[1].forces).toEqual([1, 12]);
});

test('the log keeps what it was given, whatever becomes of the array; a tool of a file has no score', () => {
  let tool = 'saw';
  const log = new CutLog(() => ({ tool, force: null }));
  const pose = at(0);
  log.add({ from: pose, to: at(1) }, null);
  pose[12] = 7;
  expect(placesOf(log.path(all).passes[0])).toEqual([0, 1]);
  tool = 'mine.stl';
  log.add({ from: at(1), to: at(2) }, null);
  expect(() => log.path(all)).toThrow(/^The task was done with mine\.stl, .*\.$/);
});
