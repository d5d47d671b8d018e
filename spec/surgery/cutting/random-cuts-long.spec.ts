// Random cuts, KERF_CUTS of them, of the phantom and of a CT skull: the surface's invariants, the edited detector
// against a fresh one, undo all and redo all.
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

test(`${CUTS} random cuts of the phantom (seed ${SEED})`, async () => {
  const surface = phantom(20_000);
  const seen = await runRandomCuts({ surface, cell: CELL, cuts: CUTS, stride: STRIDE, seed: SEED });
  expect(seen.of('cuts')).toBeGreaterThan(0.4);
}, 1_200_000);

testWithData(
  ['skull-ct/skull-ct-0050k.ply'],
  `${CUTS} random cuts (seed ${SEED + 1})`,
  async (path) => {
    const surface = await loadMesh(path);
    const seen = await runRandomCuts({ surface, cell: CELL, cuts: CUTS, stride: STRIDE, seed: SEED + 1 });
    expect(seen.of('cuts')).toBeGreaterThan(0.4);
  },
  1_200_000,
);
