// Overlapping pairs by the GPU against all pairs of boxes, by each method on 99 sets of up to 20,000 after 100 updates
// of each.

import { describe, expect, test } from '@jest/globals';
import { createBroadPhase } from '#kerf';
import { overlappingBoxes } from '#reference';
import { boxKinds, boxSet } from '#harness/box-sets.ts';
import { longRun } from '#harness/long-run.ts';
import { DENSE_KINDS, same, setSizes, updateSome } from '#harness/many-box-sets.ts';
import { specGpu } from '#harness/software-gpu.ts';

// Kept for the whole file, so that every broad phase shares it and its kernels.
await specGpu();
const SEED = 15_100;
/** Sets of each of the eleven kinds, for each method. */
const SETS = longRun(9, 1);
const cases = Object.keys(boxKinds).flatMap((kind) => [
  { kind, method: 'lbvh', firstSeed: SEED } as const,
  { kind, method: 'hybrid', firstSeed: SEED + SETS } as const,
]);

/** Boxes in a set: in a part, one set alone is as large as it may be. */
const mostOf = (kind: string, method: string) => (kind === 'uniform' && method === 'lbvh' ? 3000 : 1000);

describe.each(cases)('boxes that are $kind, by $method', ({ kind, method, firstSeed }) => {
  const most = longRun(Number.POSITIVE_INFINITY, mostOf(kind, method));
  const sets = setSizes(kind, SETS, firstSeed, longRun(250, 150)).map(
    ([count, seed]) => [Math.min(count, most), seed] as const,
  );
  test.each(sets)('%i of them, seed %i', async (count, seed) => {
    const boxes = boxSet(kind, count, seed);
    const found = await createBroadPhase({ boxes, method, backend: 'webgpu' });
    const before = overlappingBoxes(boxes);
    // A software GPU takes a quarter of a second per answer: most sets are queried only after their updates.
    if (seed === firstSeed && (method === 'lbvh' || longRun(1, 0) === 1))
      expect(same(await found.pairs(), before)).toBe(true);
    updateSome(kind, boxes, seed, (values, bodies) => found.update(values, bodies));
    const after = overlappingBoxes(boxes);
    expect(same(await found.pairs(), after)).toBe(true);
    if (count > 1000 && !DENSE_KINDS.includes(kind)) expect(same(before, after)).toBe(false);
    found.dispose();
  });
});
