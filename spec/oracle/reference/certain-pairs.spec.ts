import { describe, expect, test } from '@jest/globals';
import { pairShares } from '#reference/certain-pairs.ts';
import { trianglesSharePoint } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { cornerOrders, gridTriangles, type Nine } from './triangle-cases.ts';

/** The number of answers that each level gave. */
function tally(pairs: Iterable<readonly [Nine, Nine]>): Record<string, number> {
  const counts: Record<string, number> = { 'f64 yes': 0, 'f64 no': 0, 'exact yes': 0, 'exact no': 0 };
  let i = 0;
  for (const [a, b] of pairs) {
    const { share, by } = pairShares(a, b);
    expect([i++, a, b, share]).toEqual([i - 1, a, b, trianglesSharePoint(a, b)]);
    counts[`${by} ${share ? 'yes' : 'no'}`]++;
  }
  return counts;
}

describe('whether two triangles share a point, by certain signs or exactly', () => {
  const PAIRS = longRun(1500, 300);
  test.each([1e-3, 1, 1e3])(
    `random triangles at scale %d, and 1e5 from the origin (seed 501, ${PAIRS} pairs)`,
    (scale) => {
      const random = mulberry32(501);
      const pairs = Array.from({ length: PAIRS }, (_, i) => {
        const shift = i % 2 === 0 ? 1e5 : 0;
        const triangle = () => Array.from({ length: 9 }, () => shift + scale * random());
        return [triangle(), triangle()] as const;
      });
      const counts = tally(pairs);
      expect(counts['f64 yes']).toBeGreaterThan(PAIRS / 7.5);
      expect(counts['f64 no']).toBeGreaterThan(PAIRS / 3.75);
      expect(counts['exact yes'] + counts['exact no']).toBeLessThan(PAIRS / 20);
    },
  );

  test.each([
    ['in space', 502, 4, 0, 80],
    ['half of them in one plane', 503, 5, 2, 16],
    ['half are segments or points', 504, 2, 0, 16],
  ])('integer corners, %s (seed %d): f64 never guesses', (_, seed, size, flat, oneIn) => {
    const next = gridTriangles(seed, size, flat);
    const counts = tally(Array.from({ length: PAIRS }, () => [next(), next()] as const));
    expect(counts['exact yes']).toBeGreaterThan(PAIRS / 16);
    expect(counts['exact no']).toBeGreaterThan(PAIRS / oneIn);
    if (size > 2) expect(Math.min(counts['f64 yes'], counts['f64 no'])).toBeGreaterThan(PAIRS / 24);
  });

  const NEAR = longRun(150, 30);
  test(`a corner a few last places off the other face, in all corner orders (seed 505, ${NEAR} pairs)`, () => {
    const random = mulberry32(505);
    const pairs: [Nine, Nine][] = [];
    for (let i = 0; i < NEAR; i++) {
      const a = Array.from({ length: 9 }, () => 2 * random() - 1);
      const [u, v] = [0.5 * random(), 0.5 * random()];
      const tip = [0, 1, 2].map((k) => a[k] + u * (a[3 + k] - a[k]) + v * (a[6 + k] - a[k]));
      const normal = [0, 1, 2].map((k) => {
        const [p, q] = [(k + 1) % 3, (k + 2) % 3];
        return (a[3 + p] - a[p]) * (a[6 + q] - a[q]) - (a[3 + q] - a[q]) * (a[6 + p] - a[p]);
      });
      const off = i % 3 === 0 ? 0 : 2 ** -52 * (random() - 0.5);
      const away = () => tip.map((value, k) => value + normal[k] + 0.1 * (random() - 0.5));
      const b = [...tip.map((value, k) => value + off * normal[k]), ...away(), ...away()];
      for (const order of cornerOrders(b)) pairs.push([a, order], [order, a]);
    }
    const counts = tally(pairs);
    expect(counts['exact yes']).toBeGreaterThan(2 * NEAR);
    expect(counts['exact no']).toBeGreaterThan(2 * NEAR);
  });

  test('products that underflow decide nothing', () => {
    const tiny = [0, 0, 0, 1, 0, 0, 0, 1, 0].map((value) => value * 2 ** -400);
    const above = [0, 0, 1, 1, 0, 1, 0, 1, 1].map((value) => value * 2 ** -400);
    expect(pairShares(tiny, above)).toEqual({ share: false, by: 'exact' });
    expect(pairShares(tiny, tiny)).toEqual({ share: true, by: 'exact' });
  });
});
