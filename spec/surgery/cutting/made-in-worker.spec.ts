// A bone made by a worker is the bone that this thread makes: mesh, edits, saved bytes; its errors are the same too.
// Meanwhile this thread continues, and it makes the bone itself if workers die.

import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { cappedShell, cuttingPath, sawBlade, skullVaultSphere, sphere } from '#datasets';
import { type CuttableBone, createCuttableBone } from '#cutting';
import { createMesh } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';
import { WatchedThreads } from '#harness/watched-threads.ts';

/** 6 mm thick, in place of the phantom's vault. */
function dome() {
  const { center, radius } = skullVaultSphere;
  const { positions, faces } = cappedShell({ outerRadius: radius, innerRadius: radius - 6, segments: 48 });
  // The shell opens to +z.
  const turned = positions.map((x, i) => center[i % 3] + (i % 3 === 0 ? x : -x));
  return createMesh(turned, faces, { name: 'dome' });
}

const isLong = longRun(1, 0) === 1;
const surface = isLong ? phantom(20_000) : dome();
/** mm: a worker is worth it. */
const CELL = isLong ? 1 : 1.3;
const tool = sawBlade({ targetFaces: 1_200 });
const watched = new WatchedThreads();
const dying: typeof watched.onAsked = ({ worker }) => void worker.terminate();

beforeEach(() => {
  watched.onAsked = () => {};
  watched.all.length = 0;
});
afterAll(() => watched.stop());

inDeep(() =>
  test('the same bone, told step by step, while this thread goes on', async () => {
    const shares: number[] = [];
    let turns = 0;
    const beat = setInterval(() => turns++, 1);
    const there = await createCuttableBone({ surface, cell: CELL, onProgress: (share) => shares.push(share) });
    clearInterval(beat);
    expect(turns).toBeGreaterThan(0);
    expect(watched.all).toHaveLength(1);
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);

    watched.onAsked = dying;
    const here = await createCuttableBone({ surface, cell: CELL });
    // The pool tries three times.
    expect(watched.all).toHaveLength(4);
    expect(there.thinWalls).toBeGreaterThan(0);
    expect(there.thinWalls).toBe(here.thinWalls);
    expect(there.mesh.name).toBe(here.mesh.name);
    expectSame(there, here);

    const path = cuttingPath({ poses: 40 });
    const pose = (row: number) => path.subarray(16 * row, 16 * row + 16);
    let removed = 0;
    for (let row = 20; row < 24; row++) {
      const motion = { from: pose(row), to: pose(row + 1) };
      const [theirs, own] = [there.cut(tool, motion), here.cut(tool, motion)];
      expect(theirs.edit).toEqual(own.edit);
      removed += own.edit.remove.length;
    }
    expect(removed).toBeGreaterThan(0);
    expectSame(there, here);
    expect(there.undo()).toEqual(here.undo());
    expectSame(there, here);
  }),
);

test('a small bone is made here', async () => {
  await createCuttableBone({ surface: sphere({ radius: 10, subdivisions: 3 }), cell: 1 });
  expect(watched.all).toHaveLength(0);
});

const refused = [
  ['an open bone', createMesh(surface.positions, surface.faces.subarray(3), { name: 'open' }), CELL, 'NOT_SOLID'],
  ['a cell for which there is no memory', surface, 1e-3, 'CELL_TOO_SMALL'],
] as const;
splitCases(refused, [1], (some) =>
  test.each(some)('%s: the error of this thread', async (_, bone, cell, code) => {
    const failed = async () => {
      try {
        await createCuttableBone({ surface: bone, cell });
        throw new Error('was made');
      } catch (error) {
        return error as Error & { code: string };
      }
    };
    const there = await failed();
    expect(watched.all).toHaveLength(1);
    watched.onAsked = dying;
    const here = await failed();
    expect(there.code).toBe(code);
    expect(there.constructor).toBe(here.constructor);
    expect([there.code, there.message]).toEqual([here.code, here.message]);
  }),
);

function expectSame(one: CuttableBone, other: CuttableBone): void {
  const parts = (bone: CuttableBone) => [bone.save(), bone.mesh.positions, bone.mesh.faces, bone.faceNumbers];
  const theirs = parts(other).map(bytesOf);
  expect(parts(one).map((part, i) => bytesOf(part).equals(theirs[i]))).toEqual([true, true, true, true]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBufferLike>) =>
  Buffer.from(buffer, byteOffset, byteLength);
