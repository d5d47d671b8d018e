// A session's haptic loop that saws: the slot in its bone is as long as the blade and its stroke, within the bounds of
// the envelope and of the bone.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import type { HapticSnapshot } from '#haptics';
import { createMesh } from '#mesh';
import { LIMITS } from '#protocol/limits.ts';
import { Session } from '#protocol/session.ts';
import { shifted } from '#harness/haptic-run.ts';
import { slotBound, slotEnds } from '#harness/slot-ends.ts';
import { splitCases } from '#harness/split-cases.ts';

/** mm: the blade along x, and half of the plate's length and its thickness; z = 0 is on top. */
const [BLADE, HALF, THICK] = [4, 7, 3];
const WIDE = 3;
const plate = box({ size: [2 * HALF, 8, THICK], center: [0, 0, -THICK / 2] });
const blade = box({ size: [BLADE, WIDE, 6], center: [0, 0, 3] });
const law = { energy: 4, ploughing: 0.5, mostAhead: 0.8 };

/** Presses the tool into the plate until it has removed bone to a depth of 1 mm. @returns the slot's ends along x. */
async function slotOf(cell: number, cutting: object): Promise<[number, number]> {
  const session = new Session({ limits: LIMITS });
  try {
    for (const [name, { positions, faces }] of Object.entries({ plate, blade }))
      await session.ask('load', { mesh: name, positions, faces });
    await session.ask('cuttable', { cuttable: 'c', surface: 'plate', cell });
    const options = { stiffness: 2, motion: 0.5, reach: 3, mostAge: 5000, cutting: { ...law, ...cutting } };
    await session.ask('haptic-start', { loop: 'l', cuttable: 'c', tool: 'blade', options });
    await session.ask('haptic-cut', { loop: 'l', isOn: true });
    const snapshot = async () =>
      (await session.ask('haptic-snapshot', { loop: 'l' })).snapshot as HapticSnapshot | null;
    for (let z = 0.3; z > -2; z -= 0.05) {
      await session.ask('haptic-move', { loop: 'l', pose: shifted(0, 0, z) });
      await new Promise((done) => setTimeout(done, 4));
    }
    // `edits` counts cuts that the model in use shows.
    for (;;) {
      const told = (await snapshot())?.cutting;
      if (told && told.removed > 1.6 * BLADE * WIDE && told.edits > 1) break;
      await new Promise((done) => setTimeout(done, 5));
    }
    await session.ask('haptic-stop', { loop: 'l' });
    const { positions, faces } = await session.ask('mesh', { cuttable: 'c' });
    return slotEnds(createMesh(positions as Float64Array, faces as Uint32Array), 0, -0.5, HALF - 1);
  } finally {
    await session.close();
  }
}

const strokes: [string, object, number, number][] = [
  ['6 mm along x', { stroke: 6 }, 6, BLADE + 6],
  ['as by default, 3 mm along x', {}, 3, BLADE + 3],
  ['6 mm along y', { axis: [0, 2, 0], stroke: 6 }, 6, BLADE],
];
splitCases(strokes, [0], (some) =>
  test.each(some)('the slot has the length of blade and stroke along x: %s', async (_what, given, stroke, length) => {
    const cell = stroke / 15;
    const [low, high] = await slotOf(cell, given);
    console.log(`from ${low.toFixed(4)} to ${high.toFixed(4)} mm`);
    // So that neither the blade at rest nor half the stroke would do.
    expect(slotBound(cell)).toBeLessThan(stroke / 4);
    expect(Math.abs(low + length / 2)).toBeLessThan(slotBound(cell));
    expect(Math.abs(high - length / 2)).toBeLessThan(slotBound(cell));
  }),
);

test('an envelope that would take too much memory is refused before it is made, and so is no stroke', async () => {
  const session = new Session({ limits: LIMITS });
  for (const [name, { positions, faces }] of Object.entries({ plate, blade }))
    await session.ask('load', { mesh: name, positions, faces });
  await session.ask('cuttable', { cuttable: 'c', surface: 'plate', cell: 0.5 });
  const start = (cutting: object) =>
    session.ask('haptic-start', { loop: 'l', cuttable: 'c', tool: 'blade', options: { cutting } });
  await expect(start({ stroke: 1e4 })).rejects.toMatchObject({ code: 'MEMORY_LIMIT' });
  await expect(start({ stroke: -1 })).rejects.toMatchObject({ code: 'BAD_OPTION' });
  await session.close();
});
