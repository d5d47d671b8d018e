// Overlapping pairs by the GPU against all pairs of boxes: every kind, odd numbers, over updates; what it refuses.

import { describe, expect, test } from '@jest/globals';
import { createBroadPhase } from '#kerf';
import { overlappingBoxes } from '#reference';
import { boxKinds, boxSet } from '#harness/box-sets.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { DENSE_KINDS } from '#harness/many-box-sets.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';

// Kept for the whole file, so that every broad phase shares it and its kernels.
await specGpu();
const SEED = 1_563;

describe.each(Object.keys(boxKinds))(`boxes that are %s (seed ${SEED})`, (kind) => {
  const turn = Object.keys(boxKinds).indexOf(kind);
  const most = DENSE_KINDS.includes(kind) ? longRun(150, 65) : longRun(700, 130);
  const few = [
    ['lbvh', 2],
    ['hybrid', 33],
  ] as const;
  const many = [
    ['lbvh', most],
    ['hybrid', most],
  ] as const;
  // Without KERF_LONG=1 one method a kind, and few boxes of the first two kinds only.
  const isFirst = turn < longRun(Number.POSITIVE_INFINITY, 2);
  const ofSets = (sets: readonly (readonly ['lbvh' | 'hybrid', number])[]) =>
    test.each(sets)('by %s, %i of them, and after an update', async (method, count) => {
      const boxes = boxSet(kind, count, SEED);
      const found = await createBroadPhase({ boxes, method, backend: 'webgpu' });
      expect(found.backend).toBe('webgpu');
      expect(await found.pairs()).toEqual(overlappingBoxes(boxes));
      const random = mulberry32(SEED + count);
      const moved = boxSet(kind, count, SEED + 1);
      const bodies = Uint32Array.from({ length: Math.ceil(count / 10) }, () => count * random());
      const values = [...bodies].flatMap((body) => [...moved.subarray(6 * body, 6 * body + 6)]);
      found.update(values, bodies);
      for (const body of bodies) boxes.set(moved.subarray(6 * body, 6 * body + 6), 6 * body);
      const truth = overlappingBoxes(boxes);
      expect(await found.pairs()).toEqual(truth);
      expect(found.pairsSync()).toEqual(truth);
      found.dispose();
    });
  if (isFirst) ofSets(partOf(few, 2, turn % 2));
  inDeep(() => ofSets(partOf(many, 2, turn % 2)));
});

describe.each(['lbvh', 'hybrid'] as const)('backend webgpu, %s', (method) => {
  const onGpu = { method, backend: 'webgpu' } as const;
  const unit = [0, 0, 0, 1, 1, 1];

  test('answers for no box and for one', async () => {
    for (const boxes of [[], unit]) {
      const found = await createBroadPhase({ boxes, ...onGpu });
      expect([...(await found.pairs())]).toEqual([]);
      found.dispose();
    }
  });

  test('takes boxes that touch for overlapping, and those one step of rounding apart for separate', async () => {
    const beside = (x: number) => [...unit, x, 0, 0, 2, 1, 1];
    for (const [x, pairs] of [
      [1, [0, 1]],
      [1 + Number.EPSILON, []],
    ] as const) {
      const found = await createBroadPhase({ boxes: beside(x), ...onGpu });
      expect([...(await found.pairs())]).toEqual(pairs);
      found.dispose();
    }
  });

  test('is the CPU where it is left to kerf, and lbvh where the method is', async () => {
    const byKerf = await createBroadPhase({ boxes: unit, method: 'lbvh' });
    expect(byKerf.backend).toBe('cpu');
    const found = await createBroadPhase({ boxes: unit, backend: 'webgpu' });
    expect(found.method).toBe('lbvh');
    expect(found.methodReason).toMatch(/^of what backend webgpu serves, lbvh/);
    found.dispose();
  });

  test('answers for the boxes as they were when they were asked for', async () => {
    const boxes = [...unit, ...unit];
    const found = await createBroadPhase({ boxes, ...onGpu });
    const asked = found.pairs();
    found.update([5, 5, 5, 6, 6, 6], [1]);
    expect([...(await asked)]).toEqual([0, 1]);
    expect([...(await found.pairs())]).toEqual([]);
    found.dispose();
  });

  test('says after dispose that it was disposed, of an answer under way as well', async () => {
    const found = await createBroadPhase({ boxes: [...unit, ...unit], ...onGpu });
    const asked = found.pairs();
    found.dispose();
    found.dispose();
    const disposed = expect.objectContaining({ code: 'DISPOSED' });
    await expect(asked).rejects.toEqual(disposed);
    await expect(found.pairs()).rejects.toEqual(disposed);
  });
});
