// Random cuts of a shell: its surface, a detector that follows it, undo and redo. random-cuts-long.spec.ts makes
// a thousand, of skulls.

import { expect, test } from '@jest/globals';
import { cappedShell } from '#datasets';
import { longRun } from '#harness/long-run.ts';
import { runRandomCuts } from '#harness/random-cuts.ts';

const SEED = 1965;
const CUTS = longRun(30, 6);

test(`${CUTS} random cuts of a shell (seed ${SEED})`, async () => {
  const seen = await runRandomCuts({
    ...{
      surface: cappedShell({ outerRadius: longRun(26, 16), innerRadius: longRun(21, 11), segments: longRun(48, 32) }),
      cell: longRun(1.5, 2),
      cuts: CUTS,
      stride: longRun(10, 4),
      seed: SEED,
    },
  });
  expect(seen.of('cuts')).toBeGreaterThan(2 * seen.of('misses'));
});
