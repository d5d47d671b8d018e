// Random cuts, KERF_CUTS of them, of the phantom and of a CT skull: the surface's invariants, the edited detector
// against a fresh one, undo all and redo all; of the whole bone, and in a window beyond which it stays as given.
//
// The boundaries of added and removed faces are compared at each cut, so the surface stays closed and oriented; the
// whole mesh, its self-intersections and the detector's reports are checked at every STRIDE-th cut.

import { expect, test } from '@jest/globals';
import { loadMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { runRandomCuts } from '#harness/random-cuts.ts';
import { testWithData } from '#harness/real-data.ts';

const SEED = 1966;
const CUTS = Number(process.env.KERF_CUTS ?? 8);
/** mm */
const CELL = process.env.KERF_CUTS === undefined ? longRun(2, 4) : 2;
const STRIDE = Math.min(40, CUTS);

/** Half of a window's size, mm, and its cell; 0 for the whole bone. */
const WINDOWS = [
  { says: 'all of it', window: 0, cell: CELL },
  { says: 'in a window that grows', window: 10, cell: CELL / 2 },
];

test.each(WINDOWS)(
  `${CUTS} random cuts of the phantom (seed ${SEED}), $says`,
  async ({ window, cell }) => {
    const surface = phantom(20_000);
    const seen = await runRandomCuts({ surface, cell, window, cuts: CUTS, stride: STRIDE, seed: SEED });
    expect(seen.of('cuts')).toBeGreaterThan(2 * seen.of('misses'));
  },
  1_200_000,
);

for (const { says, window, cell } of WINDOWS)
  testWithData(
    ['skull-ct/skull-ct-0050k.ply'],
    `${CUTS} random cuts (seed ${SEED + 1}), ${says}`,
    async (path) => {
      const surface = await loadMesh(path);
      const seen = await runRandomCuts({ surface, cell, window, cuts: CUTS, stride: STRIDE, seed: SEED + 1 });
      expect(seen.of('cuts')).toBeGreaterThan(2 * seen.of('misses'));
    },
    1_200_000,
  );
