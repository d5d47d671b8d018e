// Mean and quantile of a distance over a triangle: compared with thousands of small triangles, in every order of the
// corners; forces between samples in closed form.

import { expect, test } from '@jest/globals';
import { forceSummary } from '#assessment';
import { areaWithin, meanAbsolute } from '#assessment/plane-distance.ts';
import { mulberry32 } from '#core';
import { longRun } from '#harness/long-run.ts';

const SEED = 1847;
const SPLIT = 100;
const PERMUTATIONS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as const; // biome-ignore format: a line

/** The values at the centroids of SPLIT² equal parts of a triangle with these corner values. */
function parts([a, b, c]: readonly number[]): number[] {
  const out: number[] = [];
  const value = (i: number, j: number) => a + ((b - a) * i + (c - a) * j) / SPLIT;
  for (let i = 0; i < SPLIT; i++)
    for (let j = 0; j < SPLIT - i; j++) {
      out.push(value(i + 1 / 3, j + 1 / 3));
      if (j < SPLIT - i - 1) out.push(value(i + 2 / 3, j + 2 / 3));
    }
  return out;
}

test('against the parts, seeded, whatever the signs', () => {
  const random = mulberry32(SEED);
  const signs = new Set<number>();
  for (let n = 0; n < longRun(200, 40); n++) {
    const scale = 10 ** (6 * random() - 3);
    const corners = [0, 1, 2].map(() => scale * (2 * random() - 1));
    if (n % 10 === 0) corners[n % 3] = 0;
    if (n % 17 === 0) corners[1] = corners[2];
    signs.add(corners.filter((x) => x > 0).length);
    const values = parts(corners);
    expect(values).toHaveLength(SPLIT ** 2);
    const range = Math.max(...corners) - Math.min(...corners);
    const limit = scale * random();
    // Where d keeps its sign, a part's centroid has the part's mean; the line d = 0 crosses at most 2·SPLIT parts, in
    // each of which |d| is at most range/SPLIT: the sum is off by at most 2·range/SPLIT². Rounding is far less.
    const mean = values.reduce((sum, x) => sum + Math.abs(x), 0) / values.length;
    // The two lines |d| = limit cross at most 2·SPLIT parts each.
    const share = values.filter((x) => Math.abs(x) <= limit).length / values.length;
    for (const [i, j, k] of PERMUTATIONS) {
      const [a, b, c] = [corners[i], corners[j], corners[k]];
      expect(Math.abs(meanAbsolute(a, b, c) - mean)).toBeLessThanOrEqual((2 * range) / SPLIT ** 2 + 1e-12 * scale);
      expect(Math.abs(areaWithin(a, b, c, limit) - share)).toBeLessThanOrEqual(4 / SPLIT);
    }
  }
  expect(signs).toEqual(new Set([0, 1, 2, 3]));
});

test('at its ends: nothing within 0, everything within the largest; a constant distance has no between', () => {
  expect(areaWithin(1, 2, 3, 0.5)).toBe(0);
  expect(areaWithin(-1, 2, -3, 3)).toBe(1);
  expect(areaWithin(2, 2, 2, 2)).toBe(1);
  expect(areaWithin(2, 2, 2, 1.999)).toBe(0);
  // Half of it on each side: the mean of |d| over a triangle 0, 1, −1 is 1/3.
  expect(meanAbsolute(0, 1, -1)).toBeCloseTo(1 / 3, 15);
  expect(areaWithin(0, 1, -1, 0.5)).toBeCloseTo(0.75, 15);
});

test('force: a ramp from 0 to 10 N in 2 s, then 3 s at 10, then off', () => {
  const at = (time: number, size: number) => ({ time, force: [0.6 * size, 0, -0.8 * size] });
  const samples = [at(1, 0), at(3, 10), at(6, 10), at(6, 0), at(8, 0)];
  const found = forceSummary(samples, 4)!;
  expect(found.seconds).toBe(7);
  expect(found.mean).toBeCloseTo((10 + 30) / 7, 12);
  expect(found.peak).toBeCloseTo(10, 12);
  expect(found.peakTime).toBe(3);
  expect(found.secondsAbove).toBeCloseTo(2 * 0.6 + 3, 12);
  expect(forceSummary(samples, 10.5)!.secondsAbove).toBe(0);
  expect(forceSummary(samples.slice(0, 1), 4)).toBeNull();
  expect(forceSummary([], 4)).toBeNull();
});
