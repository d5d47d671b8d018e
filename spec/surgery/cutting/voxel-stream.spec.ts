// VoxelStream: what has changed since the last taking, over cuts of which none was taken, against centres counted by
// hand; and no number of changes fills a list.

import { expect, jest, test } from '@jest/globals';
import { createCuttableBone, VoxelStream } from '#cutting';
import { box } from '#datasets';
import { moved } from '#harness/strokes.ts';

test('cuts that nobody takes are noted where a Map is full, and all taken at last', async () => {
  const bone = await createCuttableBone({ surface: box({ size: [12, 8, 6] }), cell: 1 });
  const side = 32;
  // The first centre is at −7.75: in the plate are 4 … 27, 8 … 23 and 10 … 21.
  const indexToWorld = [0.5, 0, 0, -7.75, 0, 0.5, 0, -7.75, 0, 0, 0.5, -7.75];
  const stream = new VoxelStream(bone, { dimensions: [side, side, side], indexToWorld }, []);
  const blade = box({ size: [2, 20, 12] });
  const edits = [
    [12, 6],
    [6, 1],
  ].map(
    ([from, to]) =>
      () =>
        bone.cut(blade, { from: moved([0, 0, from]), to: moved([0, 0, to]) }).edit,
  );
  for (const cut of edits) {
    const edit = cut();
    // As if each Map held the most entries that it can, 2^24.
    const set = jest.spyOn(Map.prototype, 'set').mockImplementation(() => {
      throw new RangeError('Map maximum size exceeded');
    });
    try {
      stream.note(edit);
    } finally {
      set.mockRestore();
    }
  }
  // The blade takes x from −1 to 1: the centres 14 … 17.
  const expected: number[] = [];
  for (let k = 10; k < 22; k++)
    for (let j = 8; j < 24; j++) for (let i = 14; i < 18; i++) expected.push(i + side * (j + side * k));
  const { removed, structures, regained } = stream.take();
  expect([...removed]).toEqual(expected);
  expect([structures.length, regained.length]).toEqual([expected.length, 0]);
  expect(stream.take().removed.length).toBe(0);
});
