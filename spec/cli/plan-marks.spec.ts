// Where planned planes meet a bone, as dots: on the plane and on the surface, all round it, and within the ball alone.

import { expect, test } from '@jest/globals';
import { planMarks } from '#cli/assess/plan-marks.ts';
import { box } from '#datasets';

const bone = box({ size: [8, 6, 4] });
const everywhere = { centre: [0, 0, 0], radius: 20 };
const plane = { point: [0.7, 0, 0], normal: [1, 0, 0] };
const places = (positions: Float64Array) =>
  Array.from({ length: positions.length / 3 }, (_, n) => [...positions.subarray(3 * n, 3 * n + 3)]);

test('dots lie on the plane and on the surface, and on every side of the box', () => {
  const dots = places(planMarks(bone, [plane], everywhere)!.positions);
  for (const [x, y, z] of dots) {
    expect(x).toBeCloseTo(0.7, 12);
    expect(Math.max(Math.abs(y) / 3, Math.abs(z) / 2)).toBeCloseTo(1, 12);
  }
  for (const [axis, end] of [[1, 3], [1, -3], [2, 2], [2, -2]]) // biome-ignore format: a table
    expect(dots.filter((dot) => dot[axis] === end).length).toBeGreaterThan(2);
});

test('each plane has its dots; only those in the ball are kept; undefined if there is none', () => {
  const other = { point: [0, 0, 1.1], normal: [0, 0, 1] };
  const both = places(planMarks(bone, [plane, other], everywhere)!.positions);
  expect(both.some(([x]) => Math.abs(x - 0.7) > 1)).toBe(true);
  expect(both.some(([, , z]) => Math.abs(z - 1.1) > 1)).toBe(true);
  const near = { centre: [0.7, 3, 0], radius: 1 };
  const kept = places(planMarks(bone, [plane], near)!.positions);
  for (const dot of kept) expect(Math.hypot(...dot.map((x, k) => x - near.centre[k]))).toBeLessThanOrEqual(1);
  expect(planMarks(bone, [{ point: [50, 0, 0], normal: [1, 0, 0] }], everywhere)).toBeUndefined();
  expect(planMarks(bone, [], everywhere)).toBeUndefined();
});
