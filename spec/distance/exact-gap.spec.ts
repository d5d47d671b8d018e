// gapAtMost against the oracle's rationals: ties, and one unit in the last place to either side of them.

import { describe, expect, test } from '@jest/globals';
import { exactGap } from '../../lib/distance/exact-gap.ts';
import { gapAtMost } from '../../lib/distance/index.ts';
import { exactFraction, roundedSquareRoot, triangleTriangleSquaredDistance } from '../../lib/reference/index.ts';
import { mulberry32 } from '../harness/random.ts';
import { CORNER_ORDERS, type TriangleKind, trianglePair } from '../harness/random-geometry.ts';

const SEED = 37;
const kinds: TriangleKind[] = ['generic', 'grid', 'coplanar', 'near-parallel', 'sliver', 'zero-area'];

function neighbour(x: number, steps: number): number {
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += BigInt(steps);
  return new Float64Array(bits.buffer)[0];
}

describe('gapAtMost', () => {
  test(`is distance ≤ δ exactly: δ the rounded distance, its neighbours, half and twice it (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let ties = 0;
    let apart = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1, 1e5],
    ])
      for (let i = 0; i < 300; i++) {
        const kind = kinds[i % kinds.length];
        const [a, b] = trianglePair(random, kind, scale, offset);
        const exact = triangleTriangleSquaredDistance(a, b);
        if (exact.n === 0n) continue;
        apart++;
        const d = roundedSquareRoot(exact);
        const p = CORNER_ORDERS[i % 6];
        const q = CORNER_ORDERS[Math.floor(i / 6) % 6];
        for (const delta of [0, d / 2, neighbour(d, -1), d, neighbour(d, 1), 2 * d]) {
          const limit = exactFraction(delta);
          const expected = exact.lte(limit.mul(limit));
          if (exact.equals(limit.mul(limit))) ties++;
          if (gapAtMost(a, ...p, b, ...q, delta) !== expected || gapAtMost(b, ...q, a, ...p, delta) !== expected)
            throw new Error(`${kind} ${i}, scale ${scale}, offset ${offset}, δ ${delta}: ${!expected}: ${a} | ${b}`);
        }
      }
    expect(apart).toBeGreaterThan(500);
    expect(ties).toBeGreaterThan(30);
  });

  test('corner over face, edge over edge, edge beside edge, corner beside corner: δ equal to the distance, and just below', () => {
    const floor = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const cases: [number[], number][] = [
      [[1, 1, 0.1, 5, 5, 9, 9, 5, 9], 0.1],
      [[1, -0.3, -5, 1, -0.3, 5, 1, -9, 0], 0.3],
      [[-3, -4, 0, -9, -9, 0, -9, -8, 0], 5],
      [[7, 0, 4, 9, 0, 4, 8, 0, 9], 5],
      [[1, 1, 2 ** -1040, 1, 1, 9, 2, 1, 9], 2 ** -1040],
    ];
    for (const [other, distance] of cases)
      for (const p of CORNER_ORDERS)
        for (const q of CORNER_ORDERS) {
          const near = (delta: number) =>
            gapAtMost(Float64Array.from(floor), ...p, Float64Array.from(other), ...q, delta);
          expect(near(distance)).toBe(true);
          expect(near(neighbour(distance, -1))).toBe(false);
        }
  });
});

describe('exactGap', () => {
  test(`is the exact distance rounded up to an f64: the least δ that gapAtMost accepts (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let between = 0;
    let apart = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1, 1e5],
    ])
      for (let i = 0; i < 12; i++) {
        const [a, b] = trianglePair(random, kinds[i % kinds.length], scale, offset);
        const exact = triangleTriangleSquaredDistance(a, b);
        if (exact.n === 0n) continue;
        apart++;
        const [p, q] = [CORNER_ORDERS[i % 6], CORNER_ORDERS[Math.floor(i / 6) % 6]];
        const up = roundedSquareRoot(exact, 'up');
        if (roundedSquareRoot(exact, 'down') < up) between++;
        if (exactGap(a, ...p, b, ...q) !== up) throw new Error(`${exactGap(a, ...p, b, ...q)}, not ${up}: ${a} | ${b}`);
      }
    expect(apart).toBeGreaterThan(24);
    expect(between).toBeGreaterThan(16);
  });
});
