// The guarantees of a wrench's limits: directions are kept, lengths and steps stay within their limits.

import { expect, test } from '@jest/globals';
import { WrenchLimiter } from '#haptics/wrench-limits.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 64;
const limits = { force: 2, torque: 50, forceStep: 0.3, torqueStep: 4 };
const limiter = new WrenchLimiter(limits);
const length = (v: ArrayLike<number>, at: number) => Math.hypot(v[at], v[at + 1], v[at + 2]);

test(`a wrench is scaled to the limits, its directions kept, and what is within them is left (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  let scaled = 0;
  for (let i = 0; i < 200; i++) {
    const given = Float64Array.of(...coordinates(random, 3, 3, 0), ...coordinates(random, 3, 60, 0));
    const wrench = given.slice();
    limiter.clamp(wrench);
    for (const [at, most] of [
      [0, limits.force],
      [3, limits.torque],
    ]) {
      const share = Math.min(1, most / length(given, at));
      if (share < 1) scaled++;
      for (let k = at; k < at + 3; k++) expect(Math.abs(wrench[k] - share * given[k])).toBeLessThan(1e-13 * most);
    }
  }
  expect(scaled).toBeGreaterThan(100);
});

test(`steps lead to any wrench, in as many as it takes, and then stay there (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let i = 0; i < longRun(100, 40); i++) {
    const from = Float64Array.of(...coordinates(random, 3, 2, 0), ...coordinates(random, 3, 40, 0));
    const to = Float64Array.of(...coordinates(random, 3, 2, 0), ...coordinates(random, 3, 40, 0));
    const way = [0, 3].map((at) =>
      length(
        from.map((x, k) => to[k] - x),
        at,
      ),
    );
    const needed = Math.max(Math.ceil(way[0] / limits.forceStep), Math.ceil(way[1] / limits.torqueStep));
    let steps = 0;
    for (let there = false; !there; steps++) {
      const before = from.slice();
      there = limiter.step(from, to);
      const change = from.map((x, k) => x - before[k]);
      expect(length(change, 0)).toBeLessThanOrEqual(limits.forceStep * (1 + 1e-12));
      expect(length(change, 3)).toBeLessThanOrEqual(limits.torqueStep * (1 + 1e-12));
    }
    expect(Math.abs(steps - needed)).toBeLessThanOrEqual(1);
    expect([...from]).toEqual([...to]);
  }
});
