// A bone that keeps exact slots: as given at first, exact while blades stay in planes, the grid's from the first other
// cut on, and slots again when that is undone.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import {
  type CuttableBone,
  createCuttableBone,
  createDetector,
  inspectMesh,
  loadCuttableBone,
  type RigidMotion,
  type TriangleMesh,
} from '#kerf';
import { VoxelStream } from '#cutting';
import { refusal } from '#harness/io-errors.ts';

/** mm: a block whose corner is at 0. */
const SIDE = 20;
const block = moved(box({ size: [SIDE, SIDE, SIDE] }), SIDE / 2);
const CELL = 1;
const blade = box({ size: [0.5, 8, 12] });
const burr = sphere({ radius: 3, subdivisions: 2 });

function moved(mesh: TriangleMesh, by: number): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((x) => x + by) as Float64Array };
}

const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const along = (x: number, from: number, to: number, z: number): RigidMotion => ({
  from: at(x, from, z),
  to: at(x, to, z),
});
const slotted = () => createCuttableBone({ surface: block, cell: CELL, exactSlots: true });
const bytes = ({ mesh, faceNumbers }: CuttableBone) => [mesh.positions, mesh.faces, faceNumbers.length];
const volumeOf = (bone: CuttableBone) => inspectMesh(bone.mesh).volume;
/** mm³: a sum of one term a face, each no larger than the block, rounds by no more. */
const roundingOf = ({ mesh }: CuttableBone) => (mesh.faces.length / 3) * SIDE ** 3 * 2 ** -52;

describe('exact', () => {
  test('before any cut it is the surface as given', async () => {
    const bone = await slotted();
    expect(bone.mesh.faces.length).toBe(block.faces.length);
    expect(volumeOf(bone)).toBe(SIDE ** 3);
    expect([bone.bound, bone.thinWalls, bone.lost?.walls]).toEqual([0, 0, 0]);
    expect([...bone.faceNumbers]).toEqual([...bone.faceNumbers.keys()]);
  });

  test('a slot along the axes has the volume of its box, which the interval holds', async () => {
    const bone = await slotted();
    const result = bone.cut(blade, along(10, -10, 4, 14));
    // The blade ends at y = 8 and z = 8.
    const swept = 0.5 * 8 * 12;
    expect(result).toMatchObject({ layer: 'slot', beyondSlots: null, lost: { walls: 0, gaps: 0, spikes: 0 } });
    expect(Math.abs(SIDE ** 3 - volumeOf(bone) - swept)).toBeLessThan(roundingOf(bone));
    expect(Math.abs(result.volumeLoss - swept)).toBeLessThan(roundingOf(bone));
    expect(result.removedVolume.low).toBeLessThanOrEqual(swept);
    expect(result.removedVolume.high).toBeGreaterThanOrEqual(swept);
    expect(result.removedVolume.high - result.removedVolume.low).toBeLessThan(0.01 * swept);
    expect(bone.bound).toBe(result.bound);
    expect(result.bound).toBeLessThan(2 ** -15);
  });

  test('a wall far thinner than a cell stands between two slots, and pieces that it holds are one', async () => {
    const thin = 2 ** -7;
    const bone = await slotted();
    const deep = box({ size: [0.5, 30, 30] });
    bone.cut(deep, along(10, 10, 10.25, 10));
    expect(bone.pieces().map(({ volume }) => Math.round(volume))).toEqual([3900, 3900]);
    for (let edit = bone.undo(); edit !== null; edit = bone.undo());
    bone.cut(deep, along(8, -20, 4, 10));
    bone.cut(deep, along(8 + 0.5 + thin, -20, 4, 10));
    const cut = 2 * 0.5 * 19 * SIDE;
    expect(Math.abs(SIDE ** 3 - volumeOf(bone) - cut)).toBeLessThan(roundingOf(bone));
    expect(bone.pieces().length).toBe(1);
  });

  test('a bone that a blade takes as a whole is refused, and stays', async () => {
    const bone = await slotted();
    const before = bytes(bone);
    const whole = box({ size: [60, 70, 80] });
    expect(refusal(() => bone.cut(whole, along(10, 10, 11, 10)))).toBe('EMPTY_MESH');
    expect(bytes(bone)).toEqual(before);
    expect(bone.undo()).toBeNull();
  });
});

describe('beyond slots', () => {
  test('a burr makes the grid take over, with the slots before it; undo brings them back', async () => {
    const bone = await slotted();
    const cuts: RigidMotion[] = [along(10, -10, 4, 14), along(5, -10, 6, 14)];
    for (const motion of cuts) expect(bone.cut(blade, motion).layer).toBe('slot');
    const [before, exact] = [bytes(bone), volumeOf(bone)];
    const last = bone.cut(burr, along(15, 10, 10.5, 20));
    expect(last.layer).toBe('grid');
    expect(last.beyondSlots).toContain('blade');
    expect(last.bound).toBe(bone.bound);
    expect(Math.abs(exact - volumeOf(bone) - last.volumeLoss)).toBeLessThan(roundingOf(bone));
    const plain = await createCuttableBone({ surface: block, cell: CELL });
    for (const motion of cuts) plain.cut(blade, motion);
    plain.cut(burr, along(15, 10, 10.5, 20));
    expect(bytes(bone).slice(0, 2)).toEqual(bytes(plain).slice(0, 2));
    const withGrid = bytes(bone);
    bone.undo();
    expect(bytes(bone)).toEqual(before);
    bone.undo();
    bone.redo();
    expect(bytes(bone)).toEqual(before);
    bone.redo();
    expect(bytes(bone)).toEqual(withGrid);
    expect(bone.redo()).toBeNull();
    for (let edit = bone.undo(); edit !== null; edit = bone.undo());
    expect(volumeOf(bone)).toBe(SIDE ** 3);
  });

  test.each([
    [
      'a turn in the plane',
      [1, 0, 0, 0, 0, Math.cos(0.01), Math.sin(0.01), 0, 0, -Math.sin(0.01), Math.cos(0.01), 0, 10, 4, 14, 1],
      'slot',
    ],
    [
      'a turn out of the plane',
      [Math.cos(0.01), Math.sin(0.01), 0, 0, -Math.sin(0.01), Math.cos(0.01), 0, 0, 0, 0, 1, 0, 10, 4, 14, 1],
      'grid',
    ],
    ['2^-12 mm sideways', at(10 + 2 ** -12, 4, 14), 'grid'],
  ])('after %s', async (_name, to, layer) => {
    const bone = await slotted();
    bone.cut(blade, along(10, -10, 3, 14));
    expect(bone.cut(blade, { from: at(10, 3, 14), to }).layer).toBe(layer);
  });

  test('what is made of the grid holds the slots: a file, a path', async () => {
    const [bone, plain] = [await slotted(), await createCuttableBone({ surface: block, cell: CELL })];
    for (const each of [bone, plain]) {
      each.cut(blade, along(10, -10, 4, 14));
      each.cut(blade, along(5, -10, 6, 14));
      each.undo();
    }
    expect(bytes(loadCuttableBone(bone.save()))).toEqual(bytes(loadCuttableBone(plain.save())));
    const again = [bone, plain].map((each) => {
      const path = each.pathVolume();
      path.add(blade, along(10, -10, 4, 14));
      return path.volume;
    });
    expect(again[0]).toEqual(again[1]);
  });
});

test('voxels leave as the slots pass their centres, then as the grid does', async () => {
  const bone = await slotted();
  const count = 2 * SIDE;
  const indexToWorld = [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.13, 0.13, 0.13, 1];
  const stream = new VoxelStream(bone, { dimensions: [count, count, count], indexToWorld }, []);
  const leave = (tool: TriangleMesh, motion: RigidMotion) => {
    stream.note(bone.cut(tool, motion).edit);
    return stream.take();
  };
  const { removed, regained } = leave(blade, along(10, -10, 4, 14));
  // Centres are at 0.13 + i/2: one lies in x from 9.75 to 10.25, 16 in y below 8, 24 in z from 8 on.
  expect([removed.length, regained.length]).toEqual([1 * 16 * 24, 0]);
  expect(leave(burr, along(15, 10, 10.5, 20)).removed.length).toBeGreaterThan(100);
  const edit = bone.undo();
  if (edit !== null) stream.note(edit);
  const edited = bone.undo();
  if (edited !== null) stream.note(edited);
  const back = stream.take();
  expect(back.removed.length).toBe(0);
  expect(back.regained.length).toBeGreaterThan(16 * 24 + 100);
});

test('a detector that compacts its bone goes on with the numbers that the bone adopts', async () => {
  const bone = await slotted();
  const detector = await createDetector({
    bone: bone.mesh,
    tool: burr,
    contactDistance: 1,
    resolution: 2,
    backend: 'cpu',
  });
  for (const [x, y] of [
    [10, 4],
    [5, 6],
    [14, 9],
  ] as const) {
    detector.editBone(bone.cut(blade, along(x, -10, y, 14)).edit);
    bone.renumber(await detector.compactBone());
    const numbers = [...bone.faceNumbers].sort((a, b) => a - b);
    expect(numbers).toEqual([...numbers.keys()]);
  }
  for (let edit = bone.undo(); edit !== null; edit = bone.undo()) detector.editBone(edit);
  const fresh = await createDetector({
    bone: bone.mesh,
    tool: burr,
    contactDistance: 1,
    resolution: 2,
    backend: 'cpu',
  });
  for (const y of [-4, -2.5, 0]) {
    const [mine, theirs] = [detector, fresh].map((each) => each.detectSync(at(10, y, 14)));
    expect([mine.state, mine.contacts.length]).toEqual([theirs.state, theirs.contacts.length]);
  }
  for (const each of [detector, fresh]) each.dispose();
});

test.each(['yes', 1, null])('exactSlots: %p is refused', async (exactSlots) => {
  await expect(
    createCuttableBone({ surface: block, cell: CELL, exactSlots: exactSlots as unknown as boolean }),
  ).rejects.toMatchObject({
    code: 'WRONG_TYPE',
  });
});
