// Cuts by spheres and capsules: the interval holds the closed form of the true tool, the surface is within its bound of
// that, and what no mesh can represent is refused. A box is its own mesh.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import type { ConvexBody } from '#convex';
import { roundMeshes } from '#cutting/round-mesh.ts';
import {
  type ConvexShape,
  createConvex,
  createCuttableBone,
  inspectMesh,
  MeshError,
  OptionError,
  type RigidMotion,
  selfIntersections,
} from '#kerf';
import { isRefused } from '#harness/detector-refusals.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, strained } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';

/** Faces on the lattice's planes: the bone's mesh is the block itself. */
const [HALF_X, HALF_Y, TOP] = [7, 4, 6];
const block = box({ size: [2 * HALF_X, 2 * HALF_Y, 2 * TOP] });
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const along = (from: number[], to: number[]): RigidMotion => ({ from, to, motion: 'linear' });

/** mm³ of a parallelogram with these sides and this area, rounded by a ball. */
const rounded = (r: number, a: number, b: number, area = a * b) =>
  (4 / 3) * Math.PI * r ** 3 + Math.PI * r * r * (a + b) + 2 * r * area;

interface Case {
  readonly name: string;
  readonly shape: ConvexShape;
  readonly motion: RigidMotion;
  readonly volume: number;
  /** mm from a point to the swept solid's surface. */
  readonly distance: (x: number, y: number, z: number) => number;
}

const R = 2.3;
const toBox = (x: number, y: number, z: number, a: number, b: number, c: number) =>
  Math.hypot(...[x, y, z].map((v, k) => Math.max(0, Math.abs(v) - [a, b, c][k])));
const cases: Case[] = [
  {
    name: 'a ball that stays within',
    shape: { kind: 'sphere', radius: R },
    motion: along(at(0.13, -0.21, 0.37), at(0.13, -0.21, 0.37)),
    volume: rounded(R, 0, 0),
    distance: (x, y, z) => Math.abs(Math.hypot(x - 0.13, y + 0.21, z - 0.37) - R),
  },
  {
    name: 'a ball that drills a tunnel',
    shape: { kind: 'sphere', radius: R },
    motion: along(at(-3, 0.1, 0.2), at(3, 0.1, 0.2)),
    volume: rounded(R, 6, 0),
    distance: (x, y, z) => Math.abs(toBox(x, y - 0.1, z - 0.2, 3, 0, 0) - R),
  },
  {
    name: 'a ball sunk to its middle',
    shape: { kind: 'sphere', radius: R },
    motion: along(at(0.3, 0.4, TOP + 5), at(0.3, 0.4, TOP)),
    volume: rounded(R, 0, 0) / 2,
    distance: (x, y, z) => Math.abs(Math.hypot(x - 0.3, y - 0.4, z - TOP) - R),
  },
  {
    name: 'a capsule that goes sideways',
    shape: { kind: 'capsule', radius: R, length: 5 },
    motion: along(at(-2, 0.3, -0.1), at(2, 0.3, -0.1)),
    volume: rounded(R, 5, 4),
    distance: (x, y, z) => Math.abs(toBox(x, y - 0.3, z + 0.1, 2, 0, 2.5) - R),
  },
];

splitCases(cases, [2], (some) =>
  describe.each(some)('$name', ({ name, shape, motion, volume, distance }) => {
    const place = cases.findIndex((given) => given.name === name);
    test.each(partOf([1, 0.7], 2, place % 2))('cell %s mm', async (cell) => {
      const bone = await createCuttableBone({ surface: block, cell });
      const tool = createConvex(shape);
      const { removedVolume, volumeLoss } = bone.cut(tool, motion);
      expect(removedVolume.low).toBeLessThanOrEqual(volume);
      expect(removedVolume.high).toBeGreaterThanOrEqual(volume);
      expect(removedVolume.high - removedVolume.low).toBeLessThan(0.06 * volume * cell);
      expect(Math.abs(volumeLoss / volume - 1)).toBeLessThan(0.06 * cell);
      const { mesh, bound } = bone;
      expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true });
      expect(selfIntersections(mesh)).toHaveLength(0);
      let checked = 0;
      let farthest = 0;
      for (let n = 0; n < mesh.positions.length; n += 3) {
        const [x, y, z] = mesh.positions.subarray(n, n + 3);
        if (Math.min(HALF_X - Math.abs(x), HALF_Y - Math.abs(y), TOP - Math.abs(z)) < cell) continue;
        farthest = Math.max(farthest, distance(x, y, z));
        checked++;
      }
      expect(farthest).toBeLessThanOrEqual(bound);
      expect(checked).toBeGreaterThan(20);
    });
  }),
);

test('a second cut goes on where the first ended, and the two hold the whole', async () => {
  const bone = await createCuttableBone({ surface: block, cell: longRun(0.5, 1) });
  const tool = createConvex({ kind: 'sphere', radius: R });
  const parts = [along(at(-3, 0, 0), at(0, 0, 0)), along(at(0, 0, 0), at(3, 0, 0))].map((m) => bone.cut(tool, m));
  const volume = rounded(R, 6, 0);
  expect(parts[0].removedVolume.high).toBeGreaterThanOrEqual(rounded(R, 3, 0));
  expect(parts[0].removedVolume.low).toBeLessThanOrEqual(rounded(R, 3, 0));
  expect(Math.abs(parts[0].volumeLoss + parts[1].volumeLoss - volume)).toBeLessThan(0.05 * volume);
});

const SEED = 77;
inDeep(() =>
  test(`turned, strained and moved anywhere within the block: the interval holds the closed form (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const wide = box({ size: [24, 24, 24] });
    for (let i = 0; i < longRun(300, 3); i++) {
      const bone = await createCuttableBone({ surface: wide, cell: [1.5, 1, 0.7][i % 3] });
      const radius = 0.2 + 3.5 * random();
      const length = i % 2 === 0 ? 0 : 6 * random();
      const strain = Array.from({ length: 6 }, () => (i % 3 === 0 ? 4e-6 * signed(random) : 0));
      const from = strained(rigidPose(random, 1), strain);
      const way = [0, 1, 2].map(() => 4 * signed(random));
      const to = from.map((x, n) => x + (n >= 12 && n < 15 ? way[n - 12] : 0));
      const axis = from.slice(8, 11).map((x) => length * x);
      const across = [0, 1, 2].map((k) => axis[(k + 1) % 3] * way[(k + 2) % 3] - axis[(k + 2) % 3] * way[(k + 1) % 3]);
      const volume = rounded(radius, Math.hypot(...axis), Math.hypot(...way), Math.hypot(...across));
      const shape = length === 0 ? { kind: 'sphere' as const, radius } : { kind: 'capsule' as const, radius, length };
      const { low, high } = bone.cut(createConvex(shape), along(from, to)).removedVolume;
      expect([i, low <= volume, volume <= high]).toEqual([i, true, true]);
    }
  }),
);

test(`about as large as a cell, at rest anywhere: the interval holds the closed form, also where the surface loses less (seed ${SEED})`, async () => {
  const random = mulberry32(SEED + 1);
  const bone = await createCuttableBone({ surface: block, cell: 1 });
  let less = 0;
  for (let i = 0; i < 30; i++) {
    const radius = 0.2 + 0.5 * random();
    const length = i % 2 === 0 ? 0 : 0.5 * random();
    const pose = rigidPose(random, 2);
    const shape = length === 0 ? { kind: 'sphere' as const, radius } : { kind: 'capsule' as const, radius, length };
    const { removedVolume, volumeLoss } = bone.cut(createConvex(shape), along(pose, pose));
    const volume = rounded(radius, length, 0);
    expect([i, removedVolume.low <= volume, volume <= removedVolume.high]).toEqual([i, true, true]);
    if (volumeLoss < volume) less++;
    bone.undo();
  }
  expect(less).toBeGreaterThan(5);
});

test('meshes lie within the true tool and about it, stretched by what a pose may stretch them', () => {
  for (const [radius, half, deviation] of [
    [3, 0, 0.01],
    [0.5, 4, 0.02],
    [40, 1, longRun(0.05, 0.5)],
    [1e-3, 1e-3, 1e-5],
  ]) {
    const points = half === 0 ? new Float64Array(3) : Float64Array.of(0, 0, -half, 0, 0, half);
    const { within, about } = roundMeshes({ points, radius }, deviation);
    expect(inspectMesh(within)).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1 });
    const exact = (4 / 3) * Math.PI * radius ** 3 + 2 * half * Math.PI * radius ** 2;
    expect(inspectMesh(within).volume).toBeLessThan(exact);
    expect(inspectMesh(about).volume).toBeGreaterThan(exact);
    const toAxis = (x: number, y: number, z: number) => Math.hypot(x, y, Math.max(0, Math.abs(z) - half));
    // In any direction from the axis the mesh's surface is as far away as its faces allow: at most at corners, at least
    // at its planes.
    const stretch = 1 + 2 ** -16;
    for (let n = 0; n < within.positions.length; n += 3)
      expect(
        toAxis(...(within.positions.subarray(n, n + 3) as unknown as [number, number, number])) * stretch,
      ).toBeLessThan(radius);
    expect(leastPlane(about, half) / stretch).toBeGreaterThan(radius);
    expect(leastPlane(within, half) / stretch).toBeGreaterThan(radius - deviation);
  }
});

/** The least distance from the faces' planes to the axis's end on their side. */
function leastPlane({ positions, faces }: ReturnType<typeof roundMeshes>['within'], half: number): number {
  let least = Infinity;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...positions.subarray(3 * faces[f + k], 3 * faces[f + k] + 3)]);
    const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const end = Math.sign(n[2]) * half;
    least = Math.min(least, (n[0] * a[0] + n[1] * a[1] + n[2] * (a[2] - end)) / Math.hypot(...n));
  }
  return least;
}

test('a box is its own mesh: the same edit', async () => {
  const shape = createConvex({ kind: 'box', size: [3, 4, 5] }) as ConvexBody;
  const mesh = { positions: shape.points, faces: shape.faces, name: 'box' };
  const [a, b] = await Promise.all([shape, mesh].map(() => createCuttableBone({ surface: block, cell: 1 })));
  const motion = along(at(1, 1, TOP - 0.7), at(2, 1, TOP - 1.9));
  expect(a.cut(shape, motion).edit).toEqual(b.cut(mesh, motion).edit);
});

test('what has no volume, or is too large for the cell, is refused, and the bone is as it was', async () => {
  const bone = await createCuttableBone({ surface: block, cell: 1 });
  const before = bone.mesh;
  const motion = along(at(0, 0, 0), at(1, 0, 0));
  for (const shape of [
    { kind: 'sphere', radius: 0 },
    { kind: 'capsule', radius: 0, length: 3 },
  ] as const)
    isRefused(() => bone.cut(createConvex(shape), motion), {
      Class: MeshError,
      code: 'NOT_SOLID',
      names: ['radius', '0 mm'],
    });
  const wide = createConvex({ kind: 'sphere', radius: 500 });
  isRefused(() => bone.cut(wide, motion), {
    Class: OptionError,
    code: 'TOOL_TOO_LARGE',
    names: ['500 mm', /1\d\d mm/],
  });
  const raw = { kind: 'sphere', radius: 2 } as const;
  isRefused(() => bone.cut(raw, motion), { Class: OptionError, code: 'MISSING_MESH', names: ['createConvex'] });
  expect(bone.mesh).toBe(before);
});
