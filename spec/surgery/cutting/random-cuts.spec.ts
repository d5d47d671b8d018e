// Random cuts of a shell: its surface, a detector that follows it, undo and redo. random-cuts-long.spec.ts makes
// a thousand, of skulls.

import { expect, test } from '@jest/globals';
import { cappedShell } from '#datasets';
import { longRun } from '#harness/long-run.ts';
import { runRandomCuts } from '#harness/random-cuts.ts';

const SEED = 1965;
const CUTS = longRun(30, 3);

test(`${CUTS} random cuts of a shell (seed ${SEED})`, async () => {
  const seen = await runRandomCuts({
    ...{
      surface: cappedShell({ outerRadius: longRun(26, 12), innerRadius: longRun(21, 8), segments: longRun(48, 20) }),
      cell: longRun(1.5, 2),
      cuts: CUTS,
      stride: longRun(10, 2),
      seed: SEED,
    },
  });
  expect(seen.of('cuts')).toBeGreaterThan(2 * seen.of('misses'));
});
