// Impacts of deforming surfaces by the GPU: the CPU's tables byte for byte, step after step with a front that is kept;
// every stream overflows and every descent stops; the cost of a step for any number of faces.

import { describe, expect, test } from '@jest/globals';
import { buildMedianTree } from '#bvh';
import { findAdapter } from '#gpu/find-adapter.ts';
import { createImpactDetector } from '#kerf';
import { DeformingSurface } from '#motion/deforming/deforming-surface.ts';
import { GpuImpactSearch, type GpuStep, type SearchSizes } from '#motion/deforming/gpu-impact-search.ts';
import { GpuImpactSteps } from '#motion/deforming/gpu-impact-steps.ts';
import { itemCentres } from '#motion/deforming/item-centres.ts';
import { findOrphans } from '#motion/deforming/orphans.ts';
import { countWork } from '#spec/bench/gpu/count-work.mjs';
import { type DeformingCase, deformingCases, tableBytes } from '#harness/deforming-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { DEFAULT_LIMITS, watchedDevice } from '#harness/watched-device.ts';

const gpu = await specGpu();
const workSinceLast = countWork();
const SEED = 2011;

/** The surface's positions, step by step: mostly small moves; now and then every vertex at once. */
function wayOf(start: readonly number[], random: () => number, steps: number): number[][] {
  const size = Math.max(...start) - Math.min(...start);
  const way = [[...start]];
  for (let step = 0; step < steps; step++) {
    const far = (step % 5 === 4 ? 0.5 : 0.03) * size;
    way.push(way[step].map((x) => x + far * signed(random)));
  }
  return way;
}

const surfaceOf = ({ vertexCount, faces }: DeformingCase) => new DeformingSurface(vertexCount, Uint32Array.from(faces));

/** Tables of all steps of a path, as bytes, and their number of rows. */
async function tablesOf(
  detector: { find(start: Float64Array, end: Float64Array): ReturnType<GpuImpactSteps['find']> },
  way: readonly (readonly number[])[],
): Promise<{ bytes: string[]; rows: number }> {
  const bytes: string[] = [];
  let rows = 0;
  for (let step = 0; step + 1 < way.length; step++) {
    const table = await detector.find(Float64Array.from(way[step]), Float64Array.from(way[step + 1]));
    bytes.push(tableBytes(table));
    rows += table.length;
  }
  return { bytes, rows };
}

async function byCpu({ vertexCount, faces }: DeformingCase) {
  const detector = await createImpactDetector({ vertexCount, faces, backend: 'cpu' });
  return { find: (start: Float64Array, end: Float64Array) => detector.impacts(start, end) };
}

describe('by the GPU the same bytes', () => {
  const rounds = longRun(5, 1);
  test(`of every surface in every motion, seed ${SEED}, ${rounds} rounds`, async () => {
    const random = mulberry32(SEED);
    let hits = 0;
    for (let round = 0; round < rounds; round++)
      for (const { name, vertexCount, faces, start, end } of partOf(deformingCases(random), 4, 2)) {
        const onGpu = await createImpactDetector({ vertexCount, faces, backend: 'webgpu' });
        const onCpu = await createImpactDetector({ vertexCount, faces });
        const [found, expected] = [await onGpu.impacts(start, end), await onCpu.impacts(start, end)];
        expect([name, tableBytes(found)]).toEqual([name, tableBytes(expected)]);
        expect(await onGpu.freeUntil(start, end)).toBe(await onCpu.freeUntil(start, end));
        if (found.length > 0) hits++;
        onGpu.dispose();
      }
    console.log(`seed ${SEED}: ${hits} steps with impacts`);
    expect(hits).toBeGreaterThan(longRun(20, 4) * rounds);
  });

  const STEPS = longRun(10, 5);
  test(`in every one of ${STEPS} steps, the front kept, seed ${SEED + 1}`, async () => {
    const random = mulberry32(SEED + 1);
    let hits = 0;
    for (const one of deformingCases(random).filter((_, i) => i % 5 < 2)) {
      const surface = surfaceOf(one);
      const steps = await GpuImpactSteps.open(surface, findOrphans(surface));
      const way = wayOf(one.start, random, STEPS);
      const [found, expected] = [await tablesOf(steps, way), await tablesOf(await byCpu(one), way)];
      expect([one.name, found.bytes]).toEqual([one.name, expected.bytes]);
      hits += found.rows;
      steps.end(new Error('the spec is done'));
    }
    expect(hits).toBeGreaterThan(100 * STEPS);
  });

  test('of questions asked at once, as of questions asked in turn; those under way are rejected by dispose', async () => {
    const one = deformingCases(mulberry32(SEED + 2)).find(({ name }) => name === 'sheet, freely') as DeformingCase;
    const way = wayOf(one.start, mulberry32(SEED + 2), 4);
    const detector = await createImpactDetector({ vertexCount: one.vertexCount, faces: one.faces, backend: 'webgpu' });
    const asked = await Promise.all(way.slice(1).map((end, step) => detector.impacts(way[step], end)));
    expect(asked.map(tableBytes)).toEqual((await tablesOf(await byCpu(one), way)).bytes);
    const late = [detector.impacts(way[0], way[1]), detector.impacts(way[1], way[2])];
    const told = Promise.allSettled(late);
    detector.dispose();
    for (const { status, reason } of (await told) as PromiseRejectedResult[])
      expect([status, reason.code]).toEqual(['rejected', 'DISPOSED']);
  });
});

describe('a step whose buffers are too small is run again', () => {
  const sizes: Record<string, Partial<SearchSizes>> = {
    'the next front': { front: 1 },
    'pairs of items': { items: 1 },
    'pairs of features': { features: 1 },
    'all of them': { front: 1, items: 1, features: 1 },
    'none, but descents stop': { mostTests: 2 },
    'all of them, and descents stop': { front: 1, items: 1, features: 1, mostTests: 3 },
  };
  const turns = Object.entries(sizes).map(([name, given], turn) => ({ name, given, turn }));
  test.each(turns)('$name', async ({ given, turn }) => {
    const random = mulberry32(SEED + 3);
    const cases = deformingCases(random)
      .filter(({ name }) => /^(sheet|soup|tetrahedra), (freely|into)/.test(name))
      .map((one) => ({ one, way: wayOf(one.start, random, 5) }));
    for (const { one, way } of partOf(cases, 3, turn % 3)) {
      const surface = surfaceOf(one);
      const runs: number[] = [];
      const { find } = GpuImpactSearch.prototype;
      GpuImpactSearch.prototype.find = async function (...asked): Promise<GpuStep> {
        const step = await find.apply(this, asked);
        runs.push(step.runs);
        return step;
      };
      try {
        const steps = await GpuImpactSteps.open(surface, findOrphans(surface), given);
        const [found, expected] = [await tablesOf(steps, way), await tablesOf(await byCpu(one), way)];
        expect([one.name, found.bytes]).toEqual([one.name, expected.bytes]);
        steps.end(new Error('the spec is done'));
      } finally {
        GpuImpactSearch.prototype.find = find;
      }
      expect(Math.max(...runs)).toBeGreaterThan(1);
      // Grown buffers are kept.
      if (given.mostTests === undefined) expect(Math.min(...runs)).toBe(1);
    }
  });

  test('what left the first reading behind is read as well', async () => {
    const one = deformingCases(mulberry32(SEED + 4)).find(
      ({ name }) => name === 'sheet, into one point',
    ) as DeformingCase;
    const surface = surfaceOf(one);
    const search = await GpuImpactSearch.open(surface, {}, { features: 10_000 });
    if ('reason' in search) throw new Error(search.reason);
    const at = Float64Array.from(one.start);
    search.begin(buildMedianTree(itemCentres(surface, at)));
    workSinceLast();
    const { counts, features, runs } = await search.find(at, Float64Array.from(one.end));
    expect(counts.features).toBeGreaterThan(256);
    expect([runs, workSinceLast()]).toMatchObject([1, { submits: 2, maps: 2 }]);
    expect(features.length).toBe(2 * counts.features);
    const different = new Set(
      Array.from({ length: counts.features }, (_, i) => `${features[2 * i]} ${features[2 * i + 1]}`),
    );
    expect(different.size).toBe(counts.features);
    search.dispose();
  });
});

describe('what the device cannot hold is refused by name', () => {
  const one = deformingCases(mulberry32(SEED + 5)).find(
    ({ name }) => name === 'sheet, into one point',
  ) as DeformingCase;
  const surface = surfaceOf(one);
  const at = Float64Array.from(one.start);
  const sizes = { front: 8, items: 8, features: 8 };

  test('the surface, when it is put there; pairs, when a step has them, and a step of fewer is answered after it', async () => {
    // The few kernels of this search are compiled for a device that has WebGPU's default limits and no feature, whose
    // driver refuses more. In the other specs watchedDevice only reports these, so that the kept device will do.
    const found = await findAdapter();
    if ('reason' in found) throw new Error(found.reason);
    const real = await found.adapter.requestDevice();
    expect(real.limits).toMatchObject(DEFAULT_LIMITS);
    expect(real.features.has('timestamp-query')).toBe(false);
    const watched = await watchedDevice(real);
    const { device } = watched;
    watched.limit = 512;
    const refused = { name: 'DeviceError', code: 'TOO_LARGE_FOR_DEVICE' };
    await expect(GpuImpactSearch.open(surface, { device }, sizes)).rejects.toMatchObject(refused);
    watched.limit = 9216;
    const search = await GpuImpactSearch.open(surface, { device }, sizes);
    if ('reason' in search) throw new Error(search.reason);
    search.begin(buildMedianTree(itemCentres(surface, at)));
    await expect(search.find(at, Float64Array.from(one.end))).rejects.toMatchObject(refused);
    const apart = at.map((x, i) => (i % 3 === 2 ? 0 : x));
    const { counts } = await search.find(apart, apart);
    expect(counts.kept).toBeGreaterThan(0);
    search.dispose();
    expect(watched.uncaptured).toEqual([]);
    await watched.giveBack();
    real.destroy();
  });
});

describe('what a step costs', () => {
  /** Two sheets of 2·size² faces each, one wave above the other. */
  const sheets = (size: number) => {
    const n = size + 1;
    const cells = Array.from({ length: 2 * size * size }, (_, i) => [Math.floor(i / size ** 2), Math.floor(i / size) % size, i % size]); // biome-ignore format: a table
    const at = (t: number) =>
      Float64Array.from({ length: 6 * n * n }, (_, i) => {
        const [sheet, x, y] = [
          Math.floor(i / 3 / n ** 2),
          (Math.floor(i / 3 / n) % n) / size,
          (Math.floor(i / 3) % n) / size,
        ];
        const wave = 0.05 * Math.sin(9 * x + 3 * t + sheet) * Math.cos(7 * y - 2 * t);
        return [x + 0.001 * sheet, y + 0.002 * sheet, wave + sheet * (0.03 - 0.01 * t)][i % 3];
      });
    const corner = (sheet: number, i: number, j: number) => n * n * sheet + n * i + j;
    const faces = cells.flatMap(([sheet, i, j]) => [
      ...[corner(sheet, i, j), corner(sheet, i + 1, j), corner(sheet, i, j + 1)],
      ...[corner(sheet, i + 1, j), corner(sheet, i + 1, j + 1), corner(sheet, i, j + 1)],
    ]);
    return { vertexCount: 2 * n * n, faces, at };
  };

  test('one submit, one map, as many launches for eight times the faces; bytes that are left; the tests of the CPU', async () => {
    const launches: number[] = [];
    for (const size of [12, 34]) {
      const { vertexCount, faces, at } = sheets(size);
      const onGpu = await createImpactDetector({ vertexCount, faces, backend: 'webgpu' });
      const onCpu = await createImpactDetector({ vertexCount, faces });
      const { vertexFaces, edgePairs } = findOrphans(new DeformingSurface(vertexCount, Uint32Array.from(faces)));
      const orphans = (vertexFaces.length + edgePairs.length) / 2;
      for (let step = 0; step < 3; step++) {
        const [start, end] = [at(0.02 * step), at(0.02 * step + 0.02)];
        const expected = await onCpu.impacts(start, end);
        workSinceLast();
        const found = await onGpu.impacts(start, end);
        const work = workSinceLast();
        expect([step, tableBytes(found)]).toEqual([step, tableBytes(expected)]);
        if (step === 0) continue;
        console.log(`${faces.length / 3} faces: ${JSON.stringify({ ...work, ...found.stats })}, CPU ${JSON.stringify(expected.stats)}`); // biome-ignore format: one line
        expect(work).toMatchObject({ submits: 1, maps: 1, indirect: 0 });
        expect(work.bytesUp).toBeLessThan(24 * vertexCount + 256);
        // What comes down is the impacts, and little else; a quarter more than in the last step is read at once.
        expect(found.stats.elementaryTests - orphans).toBeLessThan(1.1 * found.length + 16);
        expect(work.bytesDown).toBeLessThan(8 * 1.5 * found.length + 4096);
        expect(found.stats.itemPairs).toBe(expected.stats.itemPairs);
        expect(found.stats.featurePairs).toBe(expected.stats.featurePairs);
        expect(found.stats.nodePairs).toBeLessThan(2 * expected.stats.nodePairs);
        launches.push(work.launches);
      }
      expect(gpu.lost).toBeNull();
      onGpu.dispose();
    }
    // A prefix sum of few numbers takes one launch instead of two.
    expect(Math.max(...launches)).toBeLessThanOrEqual(14);
    expect(Math.min(...launches)).toBeGreaterThanOrEqual(11);
  });
});
