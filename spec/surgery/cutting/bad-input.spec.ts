// What createCuttableBone and cut refuse, by name, and odd input that they answer: bodies far away, tiny and huge,
// tools beside the bone and wholly inside it, and a cut that would leave nothing.

import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import {
  type CuttableBone,
  createCuttableBone,
  createMesh,
  inspectMesh,
  type KerfError,
  selfIntersections,
  type TriangleMesh,
} from '#kerf';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { asyncRefusal, refusal } from '#harness/io-errors.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';

const SEED = 1911;
const bone = sphere({ radius: 10, subdivisions: 3 });
const tool = box({ size: 4 });
const opened = (mesh: TriangleMesh) => createMesh(mesh.positions, mesh.faces.subarray(3), { name: 'opened' });
const inverted = ({ positions, faces }: TriangleMesh) =>
  createMesh(positions, Uint32Array.from(faces).reverse(), { name: 'inverted' });
const moved = ({ positions, faces }: TriangleMesh, scale: number, offset: readonly number[]) =>
  createMesh(
    Float64Array.from(positions, (x, i) => scale * x + offset[i % 3]),
    faces,
  );
const still = (x: number, y: number, z: number) => ({ from: translation(x, y, z), to: translation(x, y, z) });
const make = (surface: TriangleMesh, cell = 1) => createCuttableBone({ surface, cell });

/** All bits of the mesh, hashed. */
const bytesOf = ({ mesh }: CuttableBone) =>
  [mesh.positions, mesh.faces].map(({ buffer }) => createHash('sha256').update(Buffer.from(buffer)).digest('hex'));
const expectSound = ({ mesh }: CuttableBone) => {
  expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
  expect(selfIntersections(mesh)).toHaveLength(0);
};

describe('a bone is refused', () => {
  test.each<[string, () => TriangleMesh, number, string]>([
    ['open', () => opened(bone), 1, 'NOT_SOLID'],
    ['inside out', () => inverted(bone), 1, 'NOT_SOLID'],
    ['with a cell of 0', () => bone, 0, 'BAD_CELL'],
    ['with a negative cell', () => bone, -1, 'BAD_CELL'],
    ['with a cell that is no number', () => bone, Number.NaN, 'BAD_CELL'],
    ['with an endless cell', () => bone, Number.POSITIVE_INFINITY, 'BAD_CELL'],
    ['with a cell that memory does not hold', () => bone, 1e-3, 'CELL_TOO_SMALL'],
    [
      'with a cell that the distance from the origin does not allow',
      () => moved(bone, 1e-3, [1e5, 0, 0]),
      1e-4,
      'CELL_TOO_SMALL',
    ],
    [
      'with a cell larger than it is',
      () => moved(sphere({ radius: 1, subdivisions: 1 }), 1, [5, 5, 5]),
      30,
      'EMPTY_MESH',
    ],
  ])('%s', async (_what, surface, cell, code) => {
    expect(await asyncRefusal(make(surface(), cell))).toBe(code);
  });

  test('a cell that is too small is refused with the number that is allowed, and that number is accepted', async () => {
    const error = await make(bone, 1e-3).then(
      () => null,
      (caught: unknown) => caught as KerfError,
    );
    expect(error?.message).toMatch(/ at least ([\d.e-]+) mm\.$/);
    const least = Number(/ at least ([\d.e-]+) mm\.$/.exec(error?.message ?? '')?.[1]);
    // 2^32 ÷ 3 edge numbers for a box of 20 mm: a vertex every 20 ÷ (2^32 ÷ 3)^⅓ mm.
    expect(least).toBeGreaterThan(20 / Math.cbrt(2 ** 32 / 3));
    expect(least).toBeLessThan(1.05 * (20 / Math.cbrt(2 ** 32 / 3)));
  });
});

describe('walls thinner than two cells', () => {
  /** A box with a hollow that leaves a wall of this thickness on one side; no face is on a line of the lattice. */
  const hollow = (wall: number) => {
    const center = [0.37 + 6 - 4 - wall, 0.41, 0.43] as const;
    const outer = box({ size: 12, center: [0.37, 0.41, 0.43], divisions: 4 });
    const inner = inverted(box({ size: 8, center, divisions: 4 }));
    const base = outer.positions.length / 3;
    return createMesh(
      [...outer.positions, ...inner.positions],
      [...outer.faces, ...Array.from(inner.faces, (v) => v + base)],
    );
  };
  inDeep(() =>
    test('are reported if they pass between vertices, and how often', async () => {
      expect((await make(hollow(2))).thinWalls).toBe(0);
      const thin = await make(hollow(0.3));
      // One line for each of the 8 × 8 lattice points in the hollow's cross-section along the wall.
      expect(thin.thinWalls).toBe(64);
      expectSound(thin);
      expect(inspectMesh(thin.mesh).components).toBe(1);
    }),
  );
});

describe('a tool is refused, and the bone stays as it is', () => {
  /** Of a bone that was refused nothing: before any cut, after one and after two, and what the second removed. */
  async function refusedNothing() {
    const other = await make(bone);
    const uncut = bytesOf(other);
    other.cut(tool, still(10, 0, 0));
    const once = bytesOf(other);
    expectSound(other);
    const second = other.cut(tool, still(0, 10, 0)).removedVolume;
    return { uncut, once, second, twice: bytesOf(other) };
  }
  let other: ReturnType<typeof refusedNothing> | undefined;

  test.each<[string, TriangleMesh, unknown, string]>([
    ['open', opened(tool), still(0, 0, 0), 'NOT_SOLID'],
    ['inside out', inverted(tool), still(0, 0, 0), 'NOT_SOLID'],
    ['no mesh', null as never, still(0, 0, 0), 'WRONG_TYPE'],
    ['moved from NaN', tool, still(Number.NaN, 0, 0), 'NON_FINITE_POSE'],
    [
      'moved to infinity',
      tool,
      { ...still(0, 0, 0), to: translation(0, 0, Number.POSITIVE_INFINITY) },
      'NON_FINITE_POSE',
    ],
    ['moved by what is no motion', tool, { ...still(0, 0, 0), motion: 'leap' }, 'BAD_MOTION'],
    [
      'moved linearly and turned',
      tool,
      { from: translation(0, 0, 0), to: poseOf([0, 1, 0, -1, 0, 0, 0, 0, 1], [0, 0, 0]), motion: 'linear' },
      'BAD_MOTION',
    ],
    ['that takes all of it', sphere({ radius: 30, subdivisions: 2 }), still(0, 0, 0), 'EMPTY_MESH'],
  ])('%s', async (_what, given, motion, code) => {
    other ??= refusedNothing();
    const { uncut, once, second, twice } = await other;
    const cuttable = await make(bone);
    cuttable.cut(tool, still(10, 0, 0));
    const numbers = cuttable.faceNumbers;
    expect(refusal(() => cuttable.cut(given, motion as never))).toBe(code);
    expect(bytesOf(cuttable)).toEqual(once);
    // A detector that follows the edits received none: faces keep their numbers.
    expect(Buffer.compare(Buffer.from(cuttable.faceNumbers.buffer), Buffer.from(numbers.buffer))).toBe(0);
    // The next cut is that of a bone without the refused one.
    expect(cuttable.cut(tool, still(0, 10, 0)).removedVolume).toEqual(second);
    expect(bytesOf(cuttable)).toEqual(twice);
    expect(cuttable.undo()).not.toBeNull();
    expect(cuttable.undo()).not.toBeNull();
    expect(cuttable.undo()).toBeNull();
    expect(bytesOf(cuttable)).toEqual(uncut);
  });
});

describe('odd cuts are answered', () => {
  test('wholly outside: an empty edit, and nothing removed', async () => {
    const cuttable = await make(bone);
    const before = bytesOf(cuttable);
    const beside = { from: translation(20, 0, 0), to: translation(0, 20, 0) };
    for (const motion of [still(30, 0, 0), still(1e6, 0, 0), beside]) {
      const { edit, removedVolume } = cuttable.cut(tool, motion);
      expect([edit.remove.length, edit.positions.length, edit.faces.length]).toEqual([0, 0, 0]);
      expect(removedVolume.low).toBe(0);
      if (motion !== beside) expect(removedVolume.high).toBe(0);
    }
    expect(bytesOf(cuttable)).toEqual(before);
  });

  test('wholly inside: a cavity, closed, as large as the tool to the bound', async () => {
    const cuttable = await make(bone);
    const before = inspectMesh(cuttable.mesh).volume;
    const { removedVolume } = cuttable.cut(tool, still(0.3, 0.2, 0.1));
    expectSound(cuttable);
    expect(inspectMesh(cuttable.mesh).components).toBe(2);
    expect(cuttable.pieces()).toHaveLength(1);
    expect(removedVolume.low).toBeLessThanOrEqual(64);
    expect(removedVolume.high).toBeGreaterThanOrEqual(64);
    const lost = before - inspectMesh(cuttable.mesh).volume;
    expect(lost).toBeGreaterThan(removedVolume.low);
    expect(lost).toBeLessThan(removedVolume.high);
  });

  test('of what was cut before: nothing more is removed', async () => {
    const cuttable = await make(bone);
    cuttable.cut(tool, still(9, 0, 0));
    const before = bytesOf(cuttable);
    const { edit } = cuttable.cut(tool, still(9, 0, 0));
    expect([edit.remove.length, edit.faces.length]).toEqual([0, 0]);
    expect(bytesOf(cuttable)).toEqual(before);
  });
});

describe(`scales and places (seed ${SEED})`, () => {
  const places: [string, number, readonly number[]][] = [
    ['micrometres', 1e-3, [0, 0, 0]],
    ['metres', 1e3, [0, 0, 0]],
    ['1e5 mm from the origin', 1, [1e5, -1e5, 1e5]],
  ];
  splitCases(places, [2], (some) =>
    test.each(some)('%s: closed, oriented, manifold, simple, and the volume held', async (_what, scale, offset) => {
      const random = mulberry32(SEED);
      const cuttable = await make(moved(bone, scale, offset), scale);
      const blade = moved(tool, scale, [0, 0, 0]);
      for (let n = 0; n < longRun(6, 1); n++) {
        // Wholly in the bone, and separate from the last: it removes its whole volume.
        const at = [4 * Math.cos(n), 4 * Math.sin(n), 0].map((x, k) => scale * x + offset[k]);
        const pose = poseOf(randomRotation(random), at);
        const { removedVolume } = cuttable.cut(blade, { from: pose, to: pose });
        expect(removedVolume.high).toBeGreaterThan(0);
        if (n === 0) {
          expect(removedVolume.low).toBeLessThanOrEqual(64 * scale ** 3);
          expect(removedVolume.high).toBeGreaterThanOrEqual(64 * scale ** 3);
        }
        expectSound(cuttable);
      }
      while (cuttable.undo() !== null);
      expect(bytesOf(cuttable)).toEqual(bytesOf(await make(moved(bone, scale, offset), scale)));
    }),
  );
});
