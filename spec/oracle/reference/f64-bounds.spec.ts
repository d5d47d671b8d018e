import { describe, expect, test } from '@jest/globals';
import { trianglePairBounds } from '#reference/f64-bounds.ts';
import { exactFraction, triangleTriangleSquaredDistance } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { gridTriangles, type Nine } from './triangle-cases.ts';

/**
 * Checks the bounds against the exact distance; returns their width in units of the farthest corners' distance if the
 * triangles are apart.
 */
function widthOf(a: Nine, b: Nine): number | undefined {
  const squared = triangleTriangleSquaredDistance(a, b);
  const [low, high] = trianglePairBounds(a, b);
  expect(low >= 0 && exactFraction(low).pow(2n)!.lte(squared)).toBe(true);
  expect(exactFraction(high).pow(2n)!.gte(squared)).toBe(true);
  let reach = 0;
  for (const i of [0, 3, 6])
    for (const j of [0, 3, 6])
      reach = Math.max(reach, Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]));
  return squared.n === 0n ? undefined : (high - low) / reach;
}

/** The share of widths that are at most 2^-36. */
function narrow(widths: readonly (number | undefined)[]): number {
  const apart = widths.filter((width) => width !== undefined);
  expect(apart.length / widths.length).toBeGreaterThan(0.3);
  return apart.filter((width) => width <= 2 ** -36).length / apart.length;
}

const PAIRS = longRun(200, 60);

describe('certified f64 bounds of the distance of two triangles', () => {
  test.each([1e-6, 1e-3, 1, 1e3, 1e6])(
    `at scale %d, slivers and 1e5 from the origin too (seed 801, ${PAIRS} pairs)`,
    (scale) => {
      const random = mulberry32(801);
      const widths = Array.from({ length: PAIRS }, (_, i) => {
        const shift = i % 3 === 0 ? 1e5 : 0;
        const thin = i % 5 === 0 ? 1e-7 : 1;
        const triangle = (from: number) => {
          const [p, q] = [0, 1].map(() => Array.from({ length: 3 }, () => from + random()));
          const r = p.map((value, k) => value + 0.6 * (q[k] - value) + thin * (random() - 0.5));
          return [...p, ...q, ...r].map((value) => shift + scale * value);
        };
        return widthOf(triangle(0), triangle(random()));
      });
      expect(narrow(widths)).toBeGreaterThan(0.95);
    },
  );

  test(`integer corners: parallel, degenerate and touching (seed 802, ${3 * PAIRS} pairs)`, () => {
    const next = gridTriangles(802, 4, 4);
    const widths = Array.from({ length: 3 * PAIRS }, () =>
      widthOf(
        next(),
        next().map((value, i) => (i % 3 === 0 ? value + 2 : value)),
      ),
    );
    expect(narrow(widths)).toBeGreaterThan(0.95);
  });

  test('a corner near the other face, from 1e-2 down to the last places (seed 803)', () => {
    const random = mulberry32(803);
    for (let i = 0; i < PAIRS; i++) {
      const a = Array.from({ length: 9 }, () => random());
      const tip = [0, 1, 2].map((k) => (a[k] + a[3 + k] + a[6 + k]) / 3 + 10 ** (-2 - (i % 14)) * (random() - 0.5));
      widthOf(a, [...tip, ...tip.map((value) => value + random()), ...tip.map((value) => value - random())]);
    }
  });

  test('coordinates at both ends of the range', () => {
    for (const scale of [2 ** -600, 2 ** -420, 2 ** -300, 2 ** 200, 2 ** 254, 2 ** 255, 2 ** 256, 2 ** 298]) {
      const a = [0, 0, 0, 1, 0, 0, 0, 1, 0].map((value) => scale * value);
      for (const b of [
        [0, 0, 1, 1, 0, 1, 0, 1, 2],
        [0, 0, 0, 1, 0, 1, 0, 1, 2],
        [2, 2, 1, 1, 3, 1, 3, 1, 2],
      ])
        widthOf(
          a,
          b.map((value) => scale * value),
        );
    }
  });
});
