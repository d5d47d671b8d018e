// Random cuts of a shell: its surface, a detector that follows it, undo and redo. random-cuts-long.spec.ts makes
// a thousand, of skulls.

import { expect, test } from '@jest/globals';
import { cappedShell } from '#datasets';
import { longRun } from '#harness/long-run.ts';
import { runRandomCuts } from '#harness/random-cuts.ts';

const SEED = 1965;
const CUTS = longRun(30, 16);

test(`${CUTS} random cuts of a shell (seed ${SEED})`, async () => {
  const seen = await runRandomCuts({
    ...{
      surface: cappedShell({ outerRadius: 26, innerRadius: 21, segments: 48 }),
      cell: 1.5,
      cuts: CUTS,
      stride: longRun(10, 8),
      seed: SEED,
    },
  });
  expect(seen.of('cuts')).toBeGreaterThan(0.4);
});
