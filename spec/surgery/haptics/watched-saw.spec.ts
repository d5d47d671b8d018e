// The loop of the benchmark and of the browser's specs saws a slot as long as blade and stroke, within the bounds of
// envelope and bone. A loop that only passes one motion to its cutter stands in for the one with threads.

import { expect, test } from '@jest/globals';
import { createCuttableBone, envelope } from '#cutting';
import { box } from '#datasets';
import type { HapticLoop, HapticLoopOptions } from '#haptics';
import { createMesh, type TriangleMesh } from '#mesh';
import { shifted } from '#harness/haptic-run.ts';
import { slotBound, slotEnds } from '#harness/slot-ends.ts';
import { watchCutting } from '#harness/watch-haptics.mjs';

/** mm: the blade along x, its stroke, and the cells of bone and envelope. */
const [LENGTH, STROKE, CELL] = [2, 6, 0.4];
const blade = box({ size: [LENGTH, 1.6, 5] });
const block = box({ size: [11, 4, 6] });

test('the slot of a watched loop has the length of blade and stroke, and the loop has the blade', async () => {
  let sawn: { readonly mesh: TriangleMesh } | undefined;
  let held: HapticLoopOptions['tool'] | undefined;
  const kerf = {
    async createCuttableBone(options: Parameters<typeof createCuttableBone>[0]) {
      const cuttable = await createCuttableBone(options);
      sawn = cuttable;
      return cuttable;
    },
    envelope,
    async startHapticLoop({ tool, cutter }: HapticLoopOptions) {
      held = tool;
      cutter?.cut({ from: shifted(0, 0, 6), to: shifted(0, 0, 4) });
      const snapshot = { state: 'free', cutting: { edits: 1, removed: 0, plunge: null } };
      return { cut() {}, snapshot: () => snapshot, stop: async () => ({}) } as unknown as HapticLoop;
    },
  };
  const cutting = { axis: [2, 0, 0], stroke: STROKE };
  const { cutting: seen } = await watchCutting(kerf, { bone: block, tool: blade, cell: CELL, cutting }, 0);
  expect([held, seen.edits]).toEqual([blade, 1]);
  const { positions, faces } = sawn?.mesh ?? block;
  const [low, high] = slotEnds(createMesh(positions, faces), 0, 2, 5);
  console.log(`from ${low.toFixed(4)} to ${high.toFixed(4)} mm`);
  // So that neither the blade at rest nor half the stroke would do.
  expect(slotBound(CELL)).toBeLessThan(STROKE / 4);
  expect(Math.abs(low + (LENGTH + STROKE) / 2)).toBeLessThan(slotBound(CELL));
  expect(Math.abs(high - (LENGTH + STROKE) / 2)).toBeLessThan(slotBound(CELL));
});
