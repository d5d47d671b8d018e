// Thirty random cuts of a shell: its surface, a detector that follows it, undo and redo. random-cuts-long.spec.ts makes
// a thousand, of skulls.

import { expect, test } from '@jest/globals';
import { cappedShell } from '../../datasets/index.ts';
import { runRandomCuts } from '../harness/random-cuts.ts';

const SEED = 1965;

test(`30 random cuts of a shell (seed ${SEED})`, async () => {
  const seen = await runRandomCuts({
    ...{
      surface: cappedShell({ outerRadius: 26, innerRadius: 21, segments: 48 }),
      cell: 1.5,
      cuts: 30,
      stride: 10,
      seed: SEED,
    },
  });
  expect(seen.of('cuts')).toBeGreaterThan(0.4);
});
