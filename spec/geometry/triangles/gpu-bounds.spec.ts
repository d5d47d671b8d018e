// The bounds of wgsl/common/bounds.wgsl, as the GPU computes them, against arithmetic that rounds to either neighbour
// and inputs with the greatest allowed errors: search never exceeds a bound.

import { describe, expect, test } from '@jest/globals';
import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import probe from '#harness/bounds-probe.kernel.wgsl';
import { EitherNeighbour } from '#harness/either-neighbour.ts';
import { cross, dot, type IntegerPoint } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { answersOf, specGpu } from '#harness/software-gpu.ts';

type Random = () => number;
const gpu = await specGpu();
const SEED = 53;
const CASE_WORDS = 15;
const BOUND_WORDS = 6;
const WIDTH = 2 ** 30;
const FIRST = longRun(400, 80);
const ROUNDS = longRun(25, 8);
const GENERATION = longRun(200, 50);
const DIRECTIONS = longRun(20_000, 1_000);

interface Case {
  readonly u?: readonly number[];
  readonly v?: readonly number[];
  readonly w?: readonly number[];
  readonly spread?: readonly number[];
  readonly q?: number;
  readonly distance?: number;
  readonly gap?: number;
}

/** planeSide, along, alongLower, between, upper, box: one number per case. */
async function probed(cases: readonly Case[]): Promise<Float32Array[]> {
  const words = new Float32Array(CASE_WORDS * cases.length);
  const zero = [0, 0, 0];
  cases.forEach(({ u = zero, v = zero, w = zero, spread = zero, q = 0, distance = 0, gap = 0 }, i) => {
    words.set([...u, ...v, ...w, ...spread, q, distance, gap], CASE_WORDS * i);
  });
  const pipeline = await gpu.kernel({ label: 'bounds probe', parts: [grid, bounds, probe] });
  const found = await answersOf(gpu, pipeline, words, cases.length, BOUND_WORDS);
  return Array.from({ length: BOUND_WORDS }, (_, k) => found.filter((_, i) => i % BOUND_WORDS === k));
}

/**
 * An estimate of the worst case. Guesses are numbers in [−1, 1): the first `coordinates` are coordinates of up to
 * 2^bits units, some triangles among them thin; the signs of the others are choices. Each generation is the best so far
 * with one to three numbers redrawn or moved slightly.
 */
async function worstRatio(
  random: Random,
  size: number,
  scoresOf: (guesses: readonly number[][]) => Promise<number[]>,
): Promise<number> {
  const draw = () => Array.from({ length: size }, () => signed(random) * 2 ** (-20 * Math.max(0, random() - 0.7)));
  let generation = Array.from({ length: FIRST }, draw);
  let worst = Number.NEGATIVE_INFINITY;
  let best = generation[0];
  for (let round = 0; round < ROUNDS; round++) {
    const scores = await scoresOf(generation);
    scores.forEach((score, i) => {
      if (Number.isNaN(score)) throw new Error(`the score of ${generation[i]} is not a number`);
      if (score > worst) [worst, best] = [score, generation[i]];
    });
    generation = Array.from({ length: GENERATION }, () => {
      const guess = [...best];
      for (let change = Math.floor(1 + 3 * random()); change > 0; change--) {
        const k = Math.floor(size * random());
        guess[k] =
          random() < 0.5 ? signed(random) : random() < 0.5 ? -guess[k] : guess[k] * (1 + 0.01 * signed(random));
      }
      return guess;
    });
  }
  return worst;
}

/** The integers of `count` vectors, the error of each (−1, 0 or 1 times the error), and the choices of roundings. */
function parts(guess: readonly number[], count: number, bits: number, error: number) {
  const n = 3 * count;
  const vector = (k: number) => guess.slice(3 * k, 3 * k + 3).map((x) => Math.round(x * 2 ** bits));
  const integers = Array.from({ length: count }, (_, k) => vector(k));
  const stored = integers.map((x, k) =>
    x.map((value, i) => value + error * Math.sign(Math.round(2 * guess[n + 3 * k + i]))),
  );
  const choices = guess.slice(2 * n);
  return { integers, stored, model: new EitherNeighbour((k) => choices[k % choices.length] > 0) };
}

const toPoint = (x: readonly number[]): IntegerPoint => [BigInt(x[0]), BigInt(x[1]), BigInt(x[2])];
const inWidths = (model: EitherNeighbour, x: readonly number[]) => x.map((value) => model.round(value / WIDTH));

describe('no search exceeds', () => {
  const places: [number, number][] = [
    [8, 6],
    [21, 6],
    [29, 6],
    [29, 0],
  ];

  test.each(places)(
    `the bound of a plane's side: coordinates of 2^%d units, off by %d (seed ${SEED})`,
    async (bits, error) => {
      const random = mulberry32(SEED + bits);
      const worst = await worstRatio(random, 18 + 30, async (guesses) => {
        const tries = guesses.map((guess) => parts(guess, 3, bits, error));
        const cases = tries.map(({ integers, model }) => integers.map((x) => inWidths(model, x)));
        const [found] = await probed(cases.map(([u, v, w]) => ({ u, v, w, q: error / WIDTH })));
        return tries.map(({ stored, model }, i) => {
          const [u, v, w] = cases[i];
          const side = model.dot(model.cross(u, v), w);
          const [a, b, c] = stored.map(toPoint);
          // Multiples of 2^-90, less than 2^53 of the last place of the larger: exact enough for a quotient.
          const exact = dot(cross(a, b), c);
          const difference = Number(BigInt(Math.round(side * 2 ** 90)) - exact) / 2 ** 90;
          return Math.abs(difference) / found[i];
        });
      });
      console.log(`plane's side, 2^${bits} units off by ${error}: the worst found is ${worst.toFixed(3)} of the bound`);
      expect(worst).toBeLessThanOrEqual(1);
      expect(worst).toBeGreaterThan(0.15);
    },
  );

  test.each(places)(`the bound of g·x: coordinates of 2^%d units (seed ${SEED})`, async (bits) => {
    const random = mulberry32(SEED + bits);
    const worst = await worstRatio(random, 12 + 20, async (guesses) => {
      const tries = guesses.map((guess) => parts(guess, 2, bits, 0));
      const cases = tries.map(({ integers, model }) => integers.map((x) => inWidths(model, x)));
      const [, found] = await probed(cases.map(([u, v]) => ({ u, v })));
      return tries.map(({ integers, model }, i) => {
        const [g, x] = cases[i];
        const along = model.dot(g, x);
        // g is exact; x stands for the integers.
        const exact = dot(toPoint(g.map((value) => value * WIDTH)), toPoint(integers[1]));
        const error = Math.abs(Number(BigInt(Math.round(along * 2 ** 60)) - exact)) / 2 ** 60;
        // The bound must cover one more rounding, that of its own addition.
        return (error + 2 ** -23 * Math.abs(along)) / found[i];
      });
    });
    console.log(`g·x, 2^${bits} units: the worst found is ${worst.toFixed(3)} of the bound`);
    expect(worst).toBeLessThanOrEqual(1);
    expect(worst).toBeGreaterThan(0.15);
  });

  test.each(places)(
    `the upper bound of two points' distance: coordinates of 2^%d units, off by %d (seed ${SEED})`,
    async (bits, error) => {
      const random = mulberry32(SEED + bits);
      const worst = await worstRatio(random, 36 + 44, async (guesses) => {
        const tries = guesses.map((guess) => ({ ...parts(guess, 6, bits, error), guess }));
        const points = tries.map(({ integers, model, guess }) => {
          const corners = integers.map((x) => inWidths(model, x));
          const weights = [0, 2].flatMap((k) => {
            const s = Math.fround(Math.abs(guess[36 + k]));
            const rest = model.round(1 - s);
            const t = Math.min(Math.fround(Math.abs(guess[37 + k])), rest);
            return [Math.max(0, model.round(rest - t)), s, t];
          });
          const component = (k: number, sign: number) => corners.map((x, i) => model.round(weights[i] * (sign < 0 ? Math.abs(x[k]) : i < 3 ? x[k] : -x[k]))); // biome-ignore format: one call
          const between = [0, 1, 2].map((k) => model.sum(...component(k, 1)));
          const spread = [0, 1, 2].map((k) => model.sum(...component(k, -1)));
          // √ errs by up to five ε, up or down.
          const distance = Math.fround(
            Math.sqrt(model.dot(between, between)) * (1 + 4.5 * 2 ** -23 * Math.sign(guess[79])),
          );
          return { weights, distance, spread };
        });
        const found = (
          await probed(points.map(({ distance, spread }) => ({ distance, spread, q: (2 * error) / WIDTH })))
        )[4];
        return tries.map(({ stored }, i) => {
          const { weights, distance } = points[i];
          const sums = [0, 3].map((at) => weights[at] + weights[at + 1] + weights[at + 2]);
          const exact = Math.hypot(
            ...[0, 1, 2].map((k) =>
              stored.reduce((sum, x, n) => sum + ((n < 3 ? 1 : -1) * weights[n] * x[k]) / sums[n < 3 ? 0 : 1], 0),
            ),
          );
          return (exact / WIDTH - distance) / (found[i] - distance);
        });
      });
      console.log(`two points, 2^${bits} units off by ${error}: the worst found is ${worst.toFixed(3)} of the bound`);
      expect(worst).toBeLessThanOrEqual(1);
      expect(worst).toBeGreaterThan(0.1);
    },
  );

  test(`the lower bounds along a direction and of boxes (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const cases = Array.from({ length: DIRECTIONS }, () => {
      const size = 2 ** (-24 * random());
      const u = [0, 1, 2].map(() => Math.fround(size * signed(random)));
      const q = 6 / WIDTH;
      const gap = Math.fround(size * q * 2 ** (20 * random()));
      return { u, w: u.map((x) => Math.fround(Math.round(x * WIDTH) / WIDTH)), q, gap };
    });
    const [, , along, , , box] = await probed(cases);
    let proved = 0;
    cases.forEach(({ u, w, q, gap }, i) => {
      const sum = Math.abs(u[0]) + Math.abs(u[1]) + Math.abs(u[2]);
      const exact = (gap * (1 - 2 ** -23) - q * sum) / Math.hypot(...u);
      if (!(along[i] <= Math.max(0, exact)))
        throw new Error(`${along[i]} along ${u} with gap ${gap}, exactly ${exact}`);
      if (along[i] > 0) {
        proved++;
        // Close, unless the gap is a difference of nearly equal numbers.
        if (gap > 2 * q * sum) expect(along[i]).toBeGreaterThan(exact * (1 - 2 ** -12));
      }
      const length = Math.hypot(...w.map((x) => Math.max(0, x)));
      expect(box[i]).toBeLessThanOrEqual(length * (1 - 10 * 2 ** -23));
      expect(box[i]).toBeGreaterThanOrEqual(length * (1 - 40 * 2 ** -23));
    });
    expect(proved).toBeGreaterThan(DIRECTIONS / 4);
  });
});
