// boneLabels: counts by hand on boxes; each voxel of oblique frames by the solid angle of the mesh before and after
// each cut; undo and redo, windows that grow, structures, saved bones, centres on faces, and what is refused.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import {
  type BoneLabels,
  type BoneLabelsOptions,
  boneLabels,
  type CuttableBone,
  createCuttableBone,
  loadCuttableBone,
  type RigidMotion,
  type TriangleMesh,
  type VolumeInMemory,
} from '#kerf';
import { poseOf, identityPose } from '#harness/contact-cases.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 5348;
const EYE = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const along = (from: readonly number[], to: readonly number[]): RigidMotion => ({
  from: poseOf(EYE, from),
  to: poseOf(EYE, to),
  motion: 'linear',
});

type Dimensions = readonly [number, number, number];
const ctOf = (dimensions: Dimensions, indexToWorld: readonly number[]): VolumeInMemory => ({
  ...{ dimensions, indexToWorld, frame: 'LPS' },
  values: new Uint8Array(dimensions[0] * dimensions[1] * dimensions[2]),
});
/** Voxels of a size, the first one's centre at (at, at, at). */
const grid = (count: number, size: number, at: number) =>
  ctOf([count, count, count], [size, 0, 0, at, 0, size, 0, at, 0, 0, size, at]);

describe('a box of 10 mm, voxels of 0.5 mm whose centres are a quarter of a mm off its planes', () => {
  /** 36 voxels from −8.75 on: 20 have their centre between −5 and 5. */
  const ct = grid(36, 0.5, -8.75);
  const slot = box({ size: [2, 30, 10], center: [0, 0, 5] });

  test('a slot 2 mm wide and 5 mm deep takes 4 × 20 × 10 of 20³', async () => {
    const bone = await createCuttableBone({ surface: box({ size: 10 }), cell: 1 });
    bone.cut(slot, along([0, 0, 8], [0, 0, 0]));
    const { labels, times, table, unsure, bound, slack } = await boneLabels(bone, ct);
    expect(table).toEqual([
      { label: 1, name: 'bone', voxels: 8000 - 800, volume: 900 },
      { label: 2, name: 'removed', voxels: 800, volume: 100 },
    ]);
    expect([unsure, bound]).toEqual([0, bone.bound]);
    expect(slack).toBeLessThan(1e-9);
    for (let n = 0; n < labels.values.length; n++) {
      const [x, y, z] = [n % 36, Math.floor(n / 36) % 36, Math.floor(n / 1296)].map((i) => 0.5 * i - 8.75);
      const isBone = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < 5;
      const label = isBone ? (Math.abs(x) < 1 && z > 0 ? 2 : 1) : 0;
      if (labels.values[n] !== label || times.values[n] !== (label === 2 ? 1 : -1))
        throw new Error(`(${x}, ${y}, ${z}) has ${labels.values[n]} at ${times.values[n]}, expected ${label}`);
    }
  });

  test('the same slot in 70 cuts: each layer by the last before which it was in the mesh', async () => {
    const bone = await createCuttableBone({ surface: box({ size: 10 }), cell: 1 });
    const height = (cut: number) => 8 - (8 * cut) / 70;
    const layers = Array.from({ length: 10 }, (_, n) => 18 + n);
    const lastIn = layers.map(() => 0);
    for (let cut = 0; cut < 70; cut++) {
      for (const [n, k] of layers.entries())
        if (windingAt(bone.mesh, [-0.75, 4.75, 0.5 * k - 8.75]) !== 0) lastIn[n] = cut + 1;
      bone.cut(slot, along([0, 0, height(cut)], [0, 0, height(cut + 1)]));
    }
    const { times } = await boneLabels(bone, ct);
    expect(layers.map((k) => times.values[16 + 36 * (27 + 36 * k)])).toEqual(lastIn);
    expect(new Set(lastIn).size).toBe(10);
  });

  test('in a structure, in two, and at the times given', async () => {
    const bone = await createCuttableBone({ surface: box({ size: 10 }), cell: 1 });
    bone.cut(slot, along([0, 0, 8], [0, 0, 2]));
    bone.cut(slot, along([0, 0, 2], [0, 0, 0]));
    const structures = [
      { name: 'nerve', surface: box({ size: [20, 2, 20] }) },
      { name: 'sinus', surface: box({ size: [20, 4, 20] }) },
    ];
    const { times, table } = await boneLabels(bone, ct, { structures, times: [0, 2.5] });
    // The nerve takes 4 of 20 voxels along y; the sinus 8, 4 of which are the nerve's.
    expect(table.map(({ name, voxels }) => [name, voxels])).toEqual([
      ['bone', 7200],
      ['removed', 4 * 12 * 10],
      ['removed from nerve', 4 * 4 * 10],
      ['removed from sinus', 4 * 4 * 10],
    ]);
    const counts = new Map<number, number>();
    for (const time of times.values) counts.set(time, (counts.get(time) ?? 0) + 1);
    expect([counts.get(0), counts.get(2.5), counts.get(-1)]).toEqual([4 * 20 * 6, 4 * 20 * 4, 36 ** 3 - 800]);
  });
});

test('centres on a face are counted, and those on an edge of two', async () => {
  const bone = await createCuttableBone({ surface: box({ size: 10 }), cell: 1 });
  const side = Math.max(...bone.mesh.positions);
  // A plane of centres in the face at high x; along it 20 × 20, a quarter of a mm from the other faces.
  const face = ctOf([3, 30, 30], [0.5, 0, 0, side - 0.5, 0, 0.5, 0, -7.25, 0, 0, 0.5, -7.25]);
  expect((await boneLabels(bone, face)).unsure).toBe(20 * 20);
  // Another in the face at high y: of six centres in each plane along z one is within, one in either face, one on the
  // edge of both, two beyond.
  const edge = ctOf([3, 2, 30], [0.5, 0, 0, side - 0.5, 0, 0.5, 0, side - 0.5, 0, 0, 0.5, -7.25]);
  expect((await boneLabels(bone, edge)).unsure).toBe(3 * 20);
  // And in the face at high z: of the eight within and on them, one is within; the corner is among the others.
  const at = side - 0.5;
  const corner = ctOf([2, 2, 2], [0.5, 0, 0, at, 0, 0.5, 0, at, 0, 0, 0.5, at]);
  expect((await boneLabels(bone, corner)).unsure).toBe(7);
});

/** The winding number of a mesh around a point: the sum of its faces' solid angles (van Oosterom & Strackee 1983). */
function windingAt({ positions: P, faces }: TriangleMesh, [x, y, z]: readonly number[]): number {
  const { sqrt } = Math;
  let sum = 0;
  for (let n = 0; n < faces.length; n += 3) {
    const [p, q, r] = [3 * faces[n], 3 * faces[n + 1], 3 * faces[n + 2]];
    const [ax, ay, az] = [P[p] - x, P[p + 1] - y, P[p + 2] - z];
    const [bx, by, bz] = [P[q] - x, P[q + 1] - y, P[q + 2] - z];
    const [cx, cy, cz] = [P[r] - x, P[r + 1] - y, P[r + 2] - z];
    const [a, b, c] = [
      sqrt(ax * ax + ay * ay + az * az),
      sqrt(bx * bx + by * by + bz * bz),
      sqrt(cx * cx + cy * cy + cz * cz),
    ];
    const [ab, bc, ca] = [ax * bx + ay * by + az * bz, bx * cx + by * cy + bz * cz, cx * ax + cy * ay + cz * az];
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sum += 2 * Math.atan2(det, a * b * c + ab * c + bc * a + ca * b);
  }
  const winding = sum / (4 * Math.PI);
  if (Math.abs(winding - Math.round(winding)) > 1e-6) throw new Error(`(${x}, ${y}, ${z}) is on the surface`);
  return Math.round(winding);
}

/** By mesh, before the first cut and after each: whether each voxel's centre is inside. */
type Sides = readonly (readonly boolean[])[];

/** @returns how many are removed. */
function expectLabels({ labels, times, unsure }: BoneLabels, sides: Sides): number {
  const [first, now] = [sides[0], sides[sides.length - 1]];
  const expected = now.map((isNow, voxel) => (isNow ? 1 : first[voxel] ? 2 : 0));
  expect([...labels.values]).toEqual(expected);
  const last = (voxel: number) => sides.findLastIndex((inside) => inside[voxel]) + 1;
  expect([...times.values]).toEqual(expected.map((label, voxel) => (label === 2 ? last(voxel) : -1)));
  expect(unsure).toBe(0);
  return expected.filter((label) => label === 2).length;
}

const burr = sphere({ radius: 2.2, subdivisions: 1 });
const blade = box({ size: [1.3, 9, 7] });
const ball = (center: [number, number, number]) => sphere({ radius: 6, center, subdivisions: 2 });

describe.each([
  ['turned', [0, 0, 0], false],
  ['mirrored, a metre away', [1000, -700, 300], true],
] as const)('%s', (_, middle, isMirrored) => {
  const random = mulberry32(SEED);
  const signed = () => 2 * random() - 1;
  /** Oblique and sheared axes, about the middle, other numbers of voxels along each. */
  const dimensions = [longRun(19, 7), longRun(25, 8), longRun(23, 6)] as const;
  const columns = [0, 1, 2].map((c) => {
    const length = 15 / dimensions[c];
    return [0, 1, 2].map((k) => (k === (c + 1) % 3 ? length : 0) + 0.2 * length * signed());
  });
  if (isMirrored) for (let k = 0; k < 3; k++) columns[1][k] = -columns[1][k];
  const indexToWorld = [0, 1, 2].flatMap((k) => [
    ...columns.map((column) => column[k]),
    middle[k] - columns.reduce((sum, column, c) => sum + ((dimensions[c] - 1) / 2) * column[k], 0),
  ]);
  const centres = Array.from({ length: dimensions[0] * dimensions[1] * dimensions[2] }, (_, voxel) => {
    const row = Math.floor(voxel / dimensions[0]);
    const index = [voxel % dimensions[0], row % dimensions[1], Math.floor(row / dimensions[1]), 1];
    return [0, 4, 8].map((at) => index.reduce((sum, i, k) => sum + indexToWorld[at + k] * i, 0));
  });
  const sidesOf = (mesh: TriangleMesh) => centres.map((centre) => windingAt(mesh, centre) !== 0);
  const ct = ctOf(dimensions, indexToWorld);
  const motion = () => {
    const [a, b] = [0, 1].map(() => middle.map((x) => x + 6 * signed()));
    return along(a, b);
  };

  const name = (isWindow: boolean) => `each voxel, as meshes say it; window: ${isWindow} (seed ${SEED})`;
  test(name(isMirrored), () => eachVoxel(isMirrored));
  inDeep(() => {
    test(name(!isMirrored), () => eachVoxel(!isMirrored));
  });

  async function eachVoxel(isWindow: boolean): Promise<void> {
    const surface = ball([...middle]);
    const window = { min: middle.map((x) => x + 1), max: middle.map((x) => x + 7) };
    const bone: CuttableBone = await createCuttableBone({ surface, cell: 1, ...(isWindow && { window }) });
    const sides = [sidesOf(bone.mesh)];
    let grown = 0;
    for (let cut = 0; cut < 4; cut++) {
      const before = bone.window?.min.join();
      bone.cut(cut % 2 === 0 ? burr : blade, motion());
      if (bone.window?.min.join() !== before) grown++;
      sides.push(sidesOf(bone.mesh));
    }
    if (isWindow) expect(grown).toBeGreaterThan(0);
    const all = await boneLabels(bone, ct);
    expect(expectLabels(all, sides)).toBeGreaterThan(10);
    expect(all.labels).toMatchObject({ dimensions, indexToWorld, frame: 'LPS' });
    // Undone cuts do not count, redone ones do, and a file keeps them.
    bone.undo();
    bone.undo();
    expectLabels(await boneLabels(bone, ct), sides.slice(0, 3));
    const saved = await boneLabels(loadCuttableBone(bone.save()), ct);
    if (!isWindow) expectLabels(saved, sides.slice(0, 3));
    bone.redo();
    bone.redo();
    expect(await boneLabels(bone, ct)).toEqual(all);
    // The same bone, its numbers its own axes turned by half about z, as RAS and LPS are.
    const turned = { ...ct, frame: 'RAS', indexToWorld: indexToWorld.map((x, n) => (n < 8 ? 0 - x : x)) } as const;
    const inLps = await boneLabels(bone, turned, { frame: 'LPS' });
    expect(inLps.labels.values).toEqual(all.labels.values);
    expect(inLps.labels).toMatchObject({ frame: 'RAS', indexToWorld: turned.indexToWorld });
  }
});

test('a frame that misses the bone has none of it, a cut that misses removes nothing', async () => {
  const bone = await createCuttableBone({ surface: box({ size: 10 }), cell: 1 });
  bone.cut(burr, along([40, 0, 0], [50, 0, 0]));
  const ct = grid(4, 1, 100);
  const { table, unsure } = await boneLabels(bone, ct, { structures: [{ name: 'far', surface: ball([90, 0, 0]) }] });
  expect([unsure, ...table.map(({ voxels }) => voxels)]).toEqual([0, 0, 0, 0]);
});

test('bad input is refused in a sentence', async () => {
  const bone = await createCuttableBone({ surface: box({ size: 10 }), cell: 1 });
  bone.cut(burr, { from: poseOf(EYE, [5, 0, 0]), to: identityPose });
  const ct = grid(4, 1, 0);
  const refused = (options: object, source: object = ct, given: object = bone) =>
    asyncRefusal(boneLabels(given as CuttableBone, source as VolumeInMemory, options as BoneLabelsOptions));
  expect(await refused({}, ct, { mesh: bone.mesh })).toBe('WRONG_TYPE');
  expect(await refused({}, { ...ct, values: ct.values.length })).toBe('WRONG_TYPE');
  expect(await refused({}, { ...ct, dimensions: [4, 4, 0] })).toBe('BAD_DIMENSIONS');
  expect(await refused({}, { ...ct, indexToWorld: Array(12).fill(Number.NaN) })).toBe('BAD_HEADER');
  const far = ct.indexToWorld.map((x, n) => (n === 3 ? 1e15 : x));
  expect(await refused({}, { ...ct, indexToWorld: far })).toBe('FRAME_TOO_FAR');
  expect(await refused({}, { ...ct, indexToWorld: [1, 1, 0, 0, 1, 1 + 1e-14, 0, 0, 0, 0, 1, 0] })).toBe(
    'FRAME_TOO_FAR',
  );
  const { frame, ...unknown } = ct;
  expect(await refused({ frame: 'RAS' }, unknown)).toBe('UNKNOWN_FRAME');
  expect(await refused({ times: [] })).toBe('BAD_TIMES');
  for (const time of [-1, Number.NaN, 1e39]) expect(await refused({ times: [time] })).toBe('BAD_TIMES');
  const { positions, faces } = box({ size: 2 });
  const open = { positions, faces: faces.subarray(3), name: 'open' };
  expect(await refused({ structures: [{ name: 'open', surface: open }] })).toBe('NOT_SOLID');
  expect(await refused({ structures: [{ surface: box({ size: 2 }) }] })).toBe('WRONG_TYPE');
  const many = Array.from({ length: 254 }, (_, n) => ({ name: `${n}`, surface: box({ size: 2 }) }));
  expect(await refused({ structures: many })).toBe('TOO_MANY');
  expect(await refused({ label: 2 })).toBe('UNKNOWN_OPTION');
});
