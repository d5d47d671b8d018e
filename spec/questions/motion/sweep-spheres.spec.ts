// Many sweeps at a time: the GPU gives the same bytes as the CPU, which are those of each sweep alone, whichever faces
// are tried, in any order; how few faces the GPU names; refusals.

import { describe, expect, jest, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import {
  buildIndex,
  createMesh,
  loadMesh,
  OptionError,
  type SphereImpact,
  sweepSphere,
  sweepSpheres,
  type TriangleMesh,
} from '#kerf';
import { GpuSphereSweeps } from '#motion/sphere/gpu-sphere-sweeps.ts';
import { SphereOnFace } from '#motion/sphere/sphere-on-face.ts';
import { SweptSlabs } from '#motion/sphere/swept-slabs.ts';
import { sweptSurface } from '#motion/sphere/swept-surface.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { testWithData } from '#harness/real-data.ts';
import { inDeep } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { kindOf, movedMesh, sweepsAround } from '#harness/sphere-sweeps.ts';

await specGpu();
const SEED = 1706;

const each = (mesh: TriangleMesh, sweeps: Float64Array): (SphereImpact | null)[] =>
  Array.from({ length: sweeps.length / 7 }, (_, i) => {
    const of = sweeps.subarray(7 * i, 7 * i + 7);
    return sweepSphere(mesh, { from: of.subarray(0, 3), to: of.subarray(3, 6), radius: of[6] });
  });

/** All numbers of the answers: the answers are the same bytes if these are equal, NaN included. */
const numbersOf = (found: readonly (SphereImpact | null)[]): Float64Array =>
  Float64Array.from(
    found.flatMap((impact) =>
      impact === null ? [-1] : [impact.time.low, impact.time.high, impact.face, ...impact.point, ...impact.normal],
    ),
  );

/** Both backends and single sweeps must agree. @returns the number of answers of each kind. */
async function expectSame(mesh: TriangleMesh, sweeps: Float64Array): Promise<Record<string, number>> {
  const byGpu = await sweepSpheres(mesh, sweeps, { backend: 'webgpu' });
  const byCpu = await sweepSpheres(mesh, sweeps, { backend: 'cpu' });
  expect(byGpu.length).toBe(sweeps.length / 7);
  const different = byGpu.findIndex(
    (impact, i) => !Buffer.from(numbersOf([impact]).buffer).equals(Buffer.from(numbersOf([byCpu[i]]).buffer)),
  );
  if (different >= 0)
    throw new Error(
      `${mesh.name}, sweep ${different}, ${sweeps.subarray(7 * different, 7 * different + 7).join(' ')}: ${JSON.stringify([byGpu[different], byCpu[different]])}`,
    );
  expect(numbersOf(byCpu)).toEqual(numbersOf(each(mesh, sweeps)));
  const count: Record<string, number> = { free: 0, initial: 0, contact: 0 };
  for (const impact of byGpu) count[kindOf(impact)]++;
  return count;
}

/** Boxes and faces that the CPU's search tests. */
function cpuWork(mesh: TriangleMesh, sweeps: Float64Array): { boxes: number; faces: number } {
  const boxes = jest.spyOn(SweptSlabs.prototype, 'entryOf');
  const faces = jest.spyOn(SphereOnFace.prototype, 'meet');
  each(mesh, sweeps);
  const work = { boxes: boxes.mock.calls.length, faces: faces.mock.calls.length };
  for (const spy of [boxes, faces]) spy.mockRestore();
  return work;
}

/** What the GPU reports for each sweep: faces named, cases left undecided, tests made. */
async function expectFew(mesh: TriangleMesh, sweeps: Float64Array, most: number): Promise<void> {
  const onGpu = await GpuSphereSweeps.open(sweptSurface(mesh), { software: true });
  if ('reason' in onGpu) throw new Error(onGpu.reason);
  const named = await onGpu.named(sweeps);
  onGpu.dispose();
  const count = sweeps.length / 7;
  const sum = { named: 0, undecided: 0, boxes: 0, faces: 0 };
  for (let i = 0; i < count; i++) {
    const faces = named.of(i);
    if (faces === null) sum.undecided++;
    sum.named += faces?.length ?? 0;
    sum.boxes += named.workOf(i).boxes;
    sum.faces += named.workOf(i).faces;
  }
  const cpu = cpuWork(mesh, sweeps);
  const a = (total: number) => (total / count).toFixed(2);
  console.log(
    `${mesh.name}, ${count} sweeps: a sweep, ${a(sum.named)} faces named of ${a(sum.faces)} tested, ${a(sum.boxes)} boxes; ${sum.undecided} undecided. The CPU alone: ${a(cpu.faces)} faces, ${a(cpu.boxes)} boxes, those of faces among them`,
  );
  expect(sum.named / count).toBeLessThan(most);
  expect(sum.undecided / count).toBeLessThan(0.05);
}

/** Thin, hollow and concave. */
const bone = longRun(1, 0) === 1 ? phantom(20_000) : cappedShell({ outerRadius: 70, innerRadius: 64, segments: 24 });
/** No multiples of a workgroup's size. */
const [ON_BONE, ON_MOVED, ON_SKULL] = [longRun(2001, 131), longRun(301, 67), longRun(1500, 300)];

describe('by the GPU the same bytes', () => {
  test(`${ON_BONE} sweeps on a ${bone.name}, seed ${SEED}`, async () => {
    const sweeps = sweepsAround(bone, mulberry32(SEED), ON_BONE);
    const count = await expectSame(bone, sweeps);
    console.log(`${bone.name}: ${JSON.stringify(count)}`);
    for (const kind of ['free', 'initial', 'contact']) expect(count[kind]).toBeGreaterThan(longRun(200, 13));
    await expectFew(bone, sweeps, 4);
  });

  test.each([
    [1e-3, 0],
    [1, 1e5],
    [1e3, 0],
    [1e3, 1e8],
    // Too far away for any grid: the CPU sweeps alone.
    [1, 1e9],
  ])(`at scale %d, offset %d, seed ${SEED}`, async (scale, offset) => {
    const mesh = movedMesh(bone, scale, offset);
    const count = await expectSame(mesh, sweepsAround(mesh, mulberry32(SEED + 1), ON_MOVED));
    for (const kind of ['free', 'initial', 'contact']) expect(count[kind]).toBeGreaterThan(longRun(20, 4));
  });

  const ball = sphere({ radius: 10, subdivisions: 2 });
  // In this order: buffers that are too small must grow.
  test.each([0, 1, 2, 63, 64, 65, longRun(1000, 200), 1])('a batch of %d', async (batch) => {
    await expectSame(ball, sweepsAround(ball, mulberry32(SEED + 2), batch));
  });

  inDeep(() =>
    testWithData(['skull-ct/skull-ct-0200k.ply'], `${ON_SKULL} sweeps on a CT skull, seed ${SEED}`, async (path) => {
      const skull = await loadMesh(path);
      const sweeps = sweepsAround(skull, mulberry32(SEED + 3), ON_SKULL);
      const count = await expectSame(skull, sweeps);
      console.log(`${skull.name}: ${JSON.stringify(count)}`);
      for (const kind of ['free', 'initial', 'contact']) expect(count[kind]).toBeGreaterThan(longRun(100, 20));
      await expectFew(skull, sweeps, 4);
    }),
  );
});

describe('whatever the order', () => {
  test(`all faces, shuffled, in place of the walk, seed ${SEED}`, () => {
    const ball = sphere({ radius: 10, subdivisions: 2 });
    const { sweeper } = sweptSurface(ball);
    const random = mulberry32(SEED + 4);
    const asked = longRun(400, 60);
    const sweeps = sweepsAround(ball, random, asked);
    const faces = Uint32Array.from({ length: ball.faces.length / 3 }, (_, i) => i);
    let contacts = 0;
    for (let i = 0; i < asked; i++) {
      const key = Float64Array.from(faces, random);
      const shuffled = faces.slice().sort((a, b) => key[a] - key[b]);
      const [walked, among] = [sweeper.sweep(sweeps, 7 * i), sweeper.sweepAmong(sweeps, 7 * i, shuffled)];
      expect(numbersOf([among])).toEqual(numbersOf([walked]));
      if (kindOf(walked) === 'contact') contacts++;
    }
    expect(contacts).toBeGreaterThan(longRun(50, 7));
  });
  test(`straight on to edges and corners, which several faces share, seed ${SEED}`, async () => {
    const mesh = box({ size: [20, 16, 12], divisions: 3 });
    const random = mulberry32(SEED + 5);
    const { sweeper } = sweptSurface(mesh);
    const faces = Uint32Array.from({ length: mesh.faces.length / 3 }, (_, i) => i);
    const sweeps: number[] = [];
    for (let i = 0; i < longRun(300, 72); i++) {
      const side = [0, 1, 2].map(() => Math.sign(random() - 0.5));
      const free = i % 2 === 0 ? Math.floor(3 * random()) : -1;
      const on = [10, 8, 6].map((half, k) => half * (k === free ? 1.8 * random() - 0.9 : side[k]));
      const out = side.map((sign, k) => (k === free ? 0 : sign * (0.2 + random())));
      const [start, end] = [5 + 20 * random(), -1 - random()].map((by) => on.map((x, k) => x + by * out[k]));
      sweeps.push(...start, ...end, [0, 0.01, 1, 3][i % 4]);
    }
    const found = await sweepSpheres(mesh, sweeps, { backend: 'webgpu' });
    for (const [i, impact] of found.entries()) {
      const inTurn = [faces, faces.slice().reverse()].map((order) => sweeper.sweepAmong(sweeps, 7 * i, order));
      const walked = sweeper.sweep(sweeps, 7 * i);
      expect(kindOf(impact)).toBe('contact');
      for (const other of [walked, ...inTurn]) expect(numbersOf([other])).toEqual(numbersOf([impact]));
    }
  });
  test('of faces at the same place, the one with the least number', async () => {
    const twice = createMesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 2, 0, 0, 1, 2, 0, 2, 1]);
    const { sweeper } = sweptSurface(twice);
    const sweep = [1, 1, 5, 1, 1, -5, 1];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ])
      expect(sweeper.sweepAmong(sweep, 0, Uint32Array.from(order))?.face).toBe(0);
    for (const backend of ['cpu', 'webgpu'] as const)
      expect((await sweepSpheres(twice, sweep, { backend }))[0]?.face).toBe(0);
  });
  test('more faces at one corner than can be named: left to the CPU, with the same answer', async () => {
    const count = 60;
    const rim = Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count);
    const positions = [0, 0, 1, ...rim.flatMap((angle) => [4 * Math.cos(angle), 4 * Math.sin(angle), 0])];
    // The face with the least number is reported, whichever it is.
    for (let first = 0; first < count; first += longRun(7, 20)) {
      const faces = rim.flatMap((_, k) => [0, 1 + ((first + k) % count), 1 + ((first + k + 1) % count)]);
      const cone = createMesh(positions, faces);
      const sweep = [0, 0, 5, 0, 0, -5, 0.5];
      const found = await sweepSpheres(cone, sweep, { backend: 'webgpu' });
      expect(numbersOf(found)).toEqual(numbersOf(await sweepSpheres(cone, sweep, { backend: 'cpu' })));
      expect(found[0]?.time.high).toBeCloseTo(0.35, 12);
    }
  });
});

test('an index, whole numbers, backend auto: the same answers', async () => {
  const mesh = box({ size: [20, 16, 12] });
  const sweeps = [-30, 1, 2, 30, 1, 2, 1, 0, 0, 30, 0, 0, 31, 1];
  const found = await sweepSpheres(await buildIndex(mesh), sweeps, { backend: 'webgpu' });
  expect(found[0]?.time.high).toBeCloseTo(19 / 60, 12);
  expect(found[1]).toBeNull();
  expect(numbersOf(await sweepSpheres(mesh, sweeps))).toEqual(numbersOf(found));
});

describe('refusals', () => {
  const fine = [0, 0, 9, 0, 0, 0, 1];
  const mesh = box({ size: [1, 1, 1] });
  test.each([
    ['a number too few', [...fine, ...fine.slice(1)], 'BAD_LENGTH', '13 numbers'],
    ['a negative radius', [...fine, ...fine.slice(0, 6), -1], 'BAD_RADIUS', 'sweep 1'],
    ['a radius that is NaN', [...fine.slice(0, 6), Number.NaN], 'BAD_RADIUS', 'sweep 0'],
    ['NaN', [...fine, ...fine, 0, 0, 9, 0, 0, Number.NaN, 1], 'NON_FINITE_COORDINATE', 'z of to of sweep 2'],
    ['light years', [...fine, 1e40, 0, 9, 0, 0, 0, 1], 'COORDINATE_RANGE', 'x of from of sweep 1'],
    ['a text', 'seven', 'WRONG_TYPE', 'sweeps'],
    ['texts', ['0', 0, 9, 0, 0, 0, 1], 'WRONG_TYPE', 'sweeps[0]'],
  ])('%s', async (_, sweeps, code, says) => {
    for (const backend of ['cpu', 'webgpu'] as const)
      await expect(sweepSpheres(mesh, sweeps as never, { backend })).rejects.toMatchObject({
        ...{ code, name: OptionError.name },
        message: expect.stringContaining(says),
      });
  });
  test('a backend that there is not, an unknown option, no surface', async () => {
    const refused = (code: string) => expect.objectContaining({ code });
    await expect(sweepSpheres(mesh, fine, { backend: 'gpu' as never })).rejects.toEqual(refused('BAD_BACKEND'));
    await expect(sweepSpheres(mesh, fine, { device: null } as never)).rejects.toEqual(refused('UNKNOWN_OPTION'));
    await expect(sweepSpheres(undefined as never, fine)).rejects.toEqual(refused('MISSING_MESH'));
  });
});
