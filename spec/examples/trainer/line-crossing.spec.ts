// Where a closed line, seen along a direction, meets itself: against separating axes on a lattice, and on coordinates
// that no f64 product holds.

import { expect, test } from '@jest/globals';
import { lineCrossing } from '../../../examples/trainer/src/line-crossing.ts';
import type { Point } from '../../../examples/trainer/src/plan.ts';
import { mulberry32 } from '#harness/random.ts';

type Flat = readonly [number, number];

const minus = (a: Flat, b: Flat): Flat => [a[0] - b[0], a[1] - b[1]];

/** Whether an axis separates the closed pieces ab and cd: those along and across each of them decide. */
function areApart(a: Flat, b: Flat, c: Flat, d: Flat): boolean {
  return [minus(b, a), minus(d, c)]
    .flatMap(([x, y]): Flat[] => [
      [x, y],
      [-y, x],
    ])
    .some(([u, v]) => {
      const on = (p: Flat) => u * p[0] + v * p[1];
      return Math.max(on(a), on(b)) < Math.min(on(c), on(d)) || Math.max(on(c), on(d)) < Math.min(on(a), on(b));
    });
}

/** By the definition; the coordinates are small integers. */
function meetsItself(line: readonly Flat[]): boolean {
  const count = line.length;
  const at = (n: number) => line[n % count];
  for (let n = 0; n < count; n++) {
    for (let other = n + 1; other < count; other++)
      if (at(n)[0] === at(other)[0] && at(n)[1] === at(other)[1]) return true;
    // Neighbours share a corner: each may not hold the other's far end, nor pass it.
    const [a, b, c] = [at(n), at(n + 1), at(n + 2)];
    const [u, v] = [minus(a, b), minus(c, b)];
    if (u[0] * v[1] === u[1] * v[0] && u[0] * v[0] + u[1] * v[1] > 0) return true;
    for (let other = n + 2; other < count; other++)
      if ((other + 1) % count !== n && !areApart(at(n), at(n + 1), at(other), at(other + 1))) return true;
  }
  return false;
}

/** Lines on a lattice, each with a direction of small integers, and how it looks along it. */
function lines(seed: number, count: number, corners: number) {
  const random = mulberry32(seed);
  const small = (size: number) => Math.floor(size * random());
  return Array.from({ length: count }, () => {
    const line = Array.from({ length: corners }, (): Point => [small(7), small(7), small(3)]);
    const direction: Point = [small(5) - 2, small(5) - 2, 1 + small(3)];
    const [dx, dy, dz] = direction;
    const flat = line.map(([x, y, z]): Flat => [dz * x - dx * z, dz * y - dy * z]);
    return { line, direction, expected: meetsItself(flat) };
  });
}

test.each([3, 4, 5])('lines of %i corners on a lattice, 3,000 each, seed = corners', (corners) => {
  const cases = lines(corners, 3000, corners);
  const share = cases.filter(({ expected }) => expected).length / cases.length;
  expect(share).toBeGreaterThan(0.05);
  expect(share).toBeLessThan(0.95);
  for (const { line, direction, expected } of cases)
    for (const d of [direction, direction.map((x) => -x) as unknown as Point])
      expect([line, d, lineCrossing(line, d) !== null]).toEqual([line, d, expected]);
});

test('the same lines, far from the origin and 2⁻³⁰ as large, where products do not fit an f64; axes in all orders', () => {
  for (const { line, direction, expected } of lines(17, 1000, 4))
    for (const order of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const reordered = (p: Point) => order.map((k) => p[k]) as unknown as Point;
      const moved = line.map((p) => reordered(p.map((x, k) => 2 ** -30 * x + [1e6, -3e5, 7][k]) as unknown as Point));
      const d = reordered(direction);
      expect([moved, d, lineCrossing(moved, d) !== null]).toEqual([moved, d, expected]);
    }
});

test('it names the pieces that meet, or the points that coincide', () => {
  const up: Point = [0, 0, 1];
  const bow: Point[] = [
    [0, 0, 0],
    [2, 2, 5],
    [2, 0, 0],
    [0, 2, 9],
  ];
  expect(lineCrossing(bow, up)).toEqual({ coincide: false, first: 0, second: 2 });
  const below: Point[] = [
    [0, 0, 0],
    [2, 0, 0],
    [2, 2, 0],
    [2, 0, 1],
  ];
  expect(lineCrossing(below, up)).toEqual({ coincide: true, first: 1, second: 3 });
  expect(lineCrossing(below, [0, 1, 0])).not.toBeNull();
  const ring: Point[] = [bow[0], bow[2], bow[1], bow[3]];
  expect(lineCrossing(ring, up)).toBeNull();
});
