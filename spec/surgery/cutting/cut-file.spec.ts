// A cut bone that is saved and loaded is the same bone: its mesh byte for byte, its pieces, its cuts to undo and redo.
// Bytes other than the saved ones are refused.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { FormatError } from '#core';
import { type CuttableBone, createCuttableBone, loadCuttableBone } from '#cutting';
import { buildIndex, saveIndex } from '#kerf';
import { inspectMesh } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1805;
const block = box({ size: [20, 16, 12] });
const blade = box({ size: [2, 30, 30] });
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const bytesOf = ({ mesh: { positions, faces } }: CuttableBone) =>
  Buffer.concat([new Uint8Array(positions.slice().buffer), new Uint8Array(faces.slice().buffer)]);

let bone: CuttableBone;
let saved: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  bone = await createCuttableBone({ surface: block, cell: 1 });
  bone.cut(blade, { from: at(-5, 0, 25), to: at(-5, 0, 12) });
  bone.cut(blade, { from: at(3, 0, 25), to: at(3, 0, 0) });
  bone.cut(blade, { from: at(3, 25, 0), to: at(3, 20, 0) });
  bone.undo();
  saved = bone.save();
});

test('what was saved comes back, byte for byte, with its cuts', () => {
  const loaded = loadCuttableBone(saved);
  expect(bytesOf(loaded).equals(bytesOf(bone))).toBe(true);
  expect([loaded.cell, loaded.bound, loaded.thinWalls]).toEqual([bone.cell, bone.bound, bone.thinWalls]);
  expect(loaded.mesh.name).toBe(bone.mesh.name);
  expect(Buffer.from(loaded.save()).equals(Buffer.from(saved))).toBe(true);
  for (const step of ['redo', 'undo', 'undo', 'undo', 'redo'] as const) {
    const [own, theirs] = [bone[step](), loaded[step]()];
    expect(own === null).toBe(theirs === null);
    expect(bytesOf(loaded).equals(bytesOf(bone))).toBe(true);
  }
  expect(Array.from(loaded.faceNumbers.slice(0, 3))).toHaveLength(3);
});

test('pieces come apart where a cut goes through, with the volumes of what is left', async () => {
  const sawn = await createCuttableBone({ surface: block, cell: longRun(0.5, 1) });
  expect(sawn.pieces()).toHaveLength(1);
  const { volumeLoss } = sawn.cut(blade, { from: at(4, 0, 25), to: at(4, 0, -25) });
  const pieces = sawn.pieces();
  // Walls at x = 3 and x = 5: 13 × 16 × 12 and 5 × 16 × 12 mm³, less what the block's edges lose to their bends' worth.
  expect(pieces.map(({ volume }) => Math.round(volume))).toEqual([2496, 960]);
  const whole = inspectMesh(sawn.mesh).volume;
  expect(Math.abs(pieces[0].volume + pieces[1].volume - whole)).toBeLessThan(1e-9 * whole);
  expect(Math.abs(inspectMesh(block).volume - whole - volumeLoss)).toBeLessThan(1);
  for (const { mesh } of pieces) {
    const { closed, oriented, manifold, components } = inspectMesh(mesh);
    expect({ closed, oriented, manifold, components }).toEqual({
      closed: true,
      oriented: true,
      manifold: true,
      components: 1,
    });
  }
});

describe('bytes that are not what was saved', () => {
  const refusal = (bytes: Uint8Array): FormatError => {
    try {
      loadCuttableBone(bytes, { name: 'bone.cut' });
    } catch (error) {
      if (error instanceof FormatError) return error;
      throw error;
    }
    throw new Error('they were read');
  };

  test('any changed byte is found', () => {
    const random = mulberry32(SEED);
    for (let n = 0; n < longRun(300, 96); n++) {
      const bytes = saved.slice();
      const place = n < 64 ? n : Math.floor(random() * bytes.length);
      bytes[place] ^= 1 << Math.floor(8 * random());
      expect(refusal(bytes).message).toContain('"bone.cut"');
    }
  });

  test.each([0, 7, 31, 100, -1])('cut off at %d', (end) => {
    expect(['TRUNCATED', 'DAMAGED_INDEX']).toContain(refusal(saved.slice(0, end)).code);
  });

  test('another file of kerf', async () => {
    const { message } = refusal(saveIndex(await buildIndex(block)));
    expect(message).toMatch(/Cut bone "bone.cut" .*/);
  });
});
