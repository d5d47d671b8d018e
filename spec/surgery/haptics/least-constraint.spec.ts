// The solver against the Karush–Kuhn–Tucker conditions, which only the least motion satisfies: allowed, pushed and
// never pulled, and pushed only where it touches.

import { expect, test } from '@jest/globals';
import { SETTLED } from '#haptics/constants.ts';
import { LeastConstraint } from '#haptics/least-constraint.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed, unitVector } from '#harness/random-geometry.ts';

const SEED = 63;
const LEVER = 20;

test(`up to six contacts in random places: the allowed motion nearest to the one that is wanted (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { free: 0, pushed: 0, several: 0 };
  let worst = 0;
  for (let round = 0; round < longRun(400, 150); round++) {
    const solver = new LeastConstraint(LEVER);
    solver.count = Math.floor(random() * 7);
    for (let i = 0; i < solver.count; i++) {
      const n = unitVector(random);
      const r = coordinates(random, 3, 2 * LEVER, 0);
      const arm = [r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]];
      solver.rows.set([...n, ...arm], 6 * i);
      // 0 is always allowed, so a solution exists.
      solver.least[i] = -0.05 * random();
      solver.multipliers[i] = random() < 0.5 ? 0 : 0.2 * random();
    }
    const wanted = Float64Array.from({ length: 6 }, (_, k) => (k < 3 ? signed(random) : signed(random) / LEVER));
    const motion = wanted.slice();
    // From one answer to the next, as in ticks: a single call may stop before it has settled.
    for (let again = 0; again < 200; again++) {
      motion.set(wanted);
      solver.solve(motion);
    }
    const pushes = Array.from(solver.multipliers.subarray(0, solver.count));
    const left = wanted.map((u, k) => (motion[k] - u) * (k < 3 ? 1 : LEVER * LEVER));
    for (let i = 0; i < solver.count; i++) {
      const row = solver.rows.subarray(6 * i, 6 * i + 6);
      const gap = row.reduce((sum, j, k) => sum + j * motion[k], 0) - solver.least[i];
      expect(pushes[i]).toBeGreaterThanOrEqual(0);
      worst = Math.max(worst, -gap, Math.min(gap, pushes[i]));
      for (let k = 0; k < 6; k++) left[k] -= pushes[i] * row[k];
    }
    // Stationarity: M(a − u) equals the contacts' push.
    for (let k = 0; k < 6; k++) expect(Math.abs(left[k])).toBeLessThan(1e-9 * (k < 3 ? 1 : LEVER * LEVER));
    const pushing = pushes.filter((push) => push > 0).length;
    seen[pushing === 0 ? 'free' : pushing === 1 ? 'pushed' : 'several']++;
  }
  console.log(`the worst violation is ${(worst / SETTLED).toFixed(1)} times the change at which sweeps end`);
  // If a sweep's largest change is below SETTLED, each contact's own residual is below that times its weight,
  // |J|² ≤ 1 + (r/ρ)² ≤ 13, plus what later contacts of the sweep add.
  expect(worst).toBeLessThan(100 * SETTLED);
  expect(Math.min(seen.free, seen.pushed, seen.several)).toBeGreaterThan(longRun(40, 15));
});

test('no contact: the motion that is wanted', () => {
  const motion = Float64Array.of(1, 2, 3, 4, 5, 6);
  new LeastConstraint(LEVER).solve(motion);
  expect([...motion]).toEqual([1, 2, 3, 4, 5, 6]);
});
