// Percentiles, the fitted exponent and the order of an interleaved run, compared with their definitions.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#harness/random.ts';
import { powerExponent } from './fit.mjs';
import { interleave, percentile, summary } from './timing.mjs';

const SEED = 52_026;

describe(`percentile, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const samples = Array.from({ length: 200 }, () =>
    Array.from({ length: 1 + Math.floor(40 * random()) }, () => Math.floor(20 * random())),
  );
  test.each([0, 10, 50, 90, 99, 100])('the %d-th is the least value that this share does not exceed', (p) => {
    for (const values of samples) {
      const isEnough = (bound: number) => 100 * values.filter((value) => value <= bound).length >= p * values.length;
      expect(percentile(values, p)).toBe(Math.min(...values.filter(isEnough)));
    }
  });
  test('a summary is made of them', () => {
    for (const values of samples)
      expect(summary(values)).toEqual({
        count: values.length,
        median: percentile(values, 50),
        p99: percentile(values, 99),
        p10: percentile(values, 10),
        p90: percentile(values, 90),
      });
  });
});

describe('powerExponent', () => {
  const sizes = [10_000, 50_000, 200_000, 800_000];
  test.each([-1, 0, 0.15, 1, 2])('a power law with exponent %d is found again, whatever its factor', (p) => {
    for (const factor of [1e-3, 1, 1e3]) {
      const times = sizes.map((size) => factor * size ** p);
      expect(powerExponent(sizes, times)).toBeCloseTo(p, 10);
    }
  });
  test(`no other exponent leaves a smaller sum of squares, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < 50; round++) {
      const times = sizes.map((size) => size ** 0.3 * (0.5 + random()));
      const best = powerExponent(sizes, times);
      const left = (p: number) => {
        const offsets = sizes.map((size, i) => Math.log(times[i]) - p * Math.log(size));
        const mean = offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length;
        return offsets.reduce((sum, offset) => sum + (offset - mean) ** 2, 0);
      };
      for (const step of [-0.1, -1e-3, 1e-3, 0.1]) expect(left(best + step)).toBeGreaterThan(left(best));
    }
  });
});

describe('interleave', () => {
  const poses = [0, 1, 2, 3, 4, 5, 6, 7];
  const ROUNDS = 5;
  /** The runners called, in order; the warm-up comes first. */
  function played(shares: (number | undefined)[]) {
    const asked: { who: number; pose: number }[] = [];
    const runners = shares.map((rounds, who) => ({ run: (pose: number) => asked.push({ who, pose }), rounds }));
    return { asked, times: interleave(runners, poses, ROUNDS) };
  }
  test('each is timed at each pose in each of its rounds', () => {
    const { times } = played([undefined, 2, 1]);
    expect(times.map((own) => own.map((taken) => taken.length))).toEqual([
      poses.map(() => ROUNDS),
      poses.map(() => 2),
      poses.map(() => 1),
    ]);
    for (const taken of times.flat(2)) expect(taken).toBeGreaterThanOrEqual(0);
  });
  test('each has been asked before its clock starts', () => {
    const { asked, times } = played([undefined, 1]);
    for (const who of [0, 1])
      expect(asked.filter((one) => one.who === who).length).toBeGreaterThan(times[who].flat().length);
  });
  test('a fast one is asked thousands of times before its clock starts, a slow one at six poses', () => {
    const { asked, times } = played([undefined, 1]);
    const before = [0, 1].map((who) => asked.filter((one) => one.who === who).length - times[who].flat().length);
    expect(before[0]).toBeGreaterThanOrEqual(4000);
    expect(before[1]).toBe(6);
  });
  test('at each pose all take their turn, and each comes first', () => {
    const { asked } = played([undefined, undefined, undefined]);
    const turns = Array.from({ length: asked.length / 3 }, (_, i) => asked.slice(3 * i, 3 * i + 3));
    const isTurn = ([one, ...others]: typeof asked) =>
      others.every(({ pose }) => pose === one.pose) && new Set([one, ...others].map(({ who }) => who)).size === 3;
    expect(turns.filter((turn) => !isTurn(turn))).toEqual([]);
    for (const pose of poses) {
      const first = turns.filter(([one]) => one.pose === pose).map(([one]) => one.who);
      expect(new Set(first)).toEqual(new Set([0, 1, 2]));
    }
  });
});
