// What the workbench's saw removes: the slot has the length of blade and stroke, within the bounds of its envelope and
// of the bone. Any other tool removes itself.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { Cutting } from '../../examples/workbench/src/cutting.ts';
import { splitCases } from '#harness/split-cases.ts';
import { shifted } from '#harness/haptic-run.ts';
import { slotBound, slotEnds } from '#harness/slot-ends.ts';

/** mm: the blade along x, its stroke, and the cells of bone and envelope. */
const [LENGTH, STROKE, CELL] = [2, 6, 0.4];
/** mm: a bone of this size gets such cells. */
const SIZE = 100 * CELL;
const blade = box({ size: [LENGTH, 5, 1.6] });
const block = box({ size: [11, 6, 4] });
const stroke = { axis: [3, 0, 0], stroke: STROKE, cell: CELL };

const cases: [string, () => Promise<Cutting>, number][] = [
  ['begun with the saw', () => Cutting.begin(block, SIZE, blade, null, stroke), LENGTH + STROKE],
  [
    'begun with another tool, then the saw',
    async () => (await Cutting.begin(block, SIZE, box({ size: 1 }))).renewed(blade, stroke),
    LENGTH + STROKE,
  ],
  ['no stroke', () => Cutting.begin(block, SIZE, blade), LENGTH],
];
splitCases(cases, [0], (some) =>
  test.each(some)('%s', async (_what, begin, length) => {
    const cutting = await begin();
    cutting.cut({ from: shifted(0, 6, 0), to: shifted(0, 4, 0) });
    const [low, high] = slotEnds(cutting.surface, 2, 0, 5);
    console.log(`from ${low.toFixed(4)} to ${high.toFixed(4)} mm`);
    // So that neither the blade at rest nor half the stroke would do.
    expect(slotBound(CELL)).toBeLessThan(STROKE / 4);
    expect(Math.abs(low + length / 2)).toBeLessThan(slotBound(CELL));
    expect(Math.abs(high - length / 2)).toBeLessThan(slotBound(CELL));
  }),
);
