// Blades that cut in planes anywhere, one slot through the other, then whatever cuts there are: at each cut the edit,
// at each stride the whole surface and a detector that follows it; at the end all undone, and all redone.

import { expect, test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { runRandomCuts } from '#harness/random-cuts.ts';

const SEED = 5370;

test(`slots in a phantom, then other cuts (seed ${SEED})`, async () => {
  const cuts = longRun(400, 30);
  const seen = await runRandomCuts({
    ...{ surface: phantom(5000), cell: 4, cuts, slots: 0.8 * cuts, stride: longRun(20, 6), seed: SEED },
  });
  expect(seen.of('slot')).toBeGreaterThan(3 * seen.of('grid'));
  expect(seen.of('grid')).toBeGreaterThan(0);
  expect(seen.of('cuts')).toBeGreaterThan(2 * seen.of('misses'));
});
