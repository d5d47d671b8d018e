// The built package in a real browser: WebGPU reports compared with the CPU's from the same sources, an image's with
// those by scanlines, and with KERF_LONG=1 the counts of the classic image method and a device that is lost during a
// query. Needs dist/, which `npm test` builds first.

import { afterAll, describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { type ContactReport, createDetector, createMesh } from '#kerf';
import { randomPoses } from '#validation';
import { answerOf } from '#harness/candidate-stages.ts';
import { openChromium } from '#harness/chromium.mjs';
import { compareBackends } from '#harness/compare-backends.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { inLong } from '#harness/sets.ts';
import { tetrahedra } from '#harness/stage-bodies.ts';
import { expectCounts } from '#harness/stencil-counts.ts';

const SEED = 29;
const BACKEND = 'webgpu';
const bone = phantom(longRun(10_000, 5_000));
const tool = sawBlade({ targetFaces: 1_200 });
const options = { bone, tool, contactDistance: 0.5, resolution: longRun(1, 2) } as const;

const onPath = cuttingPath({ poses: 1000 });
const corpus = (() => {
  const random = mulberry32(SEED);
  const count = longRun(10, 4);
  const chosen = Array.from({ length: count }, (_, i) => Math.floor(((i + random()) * 1000) / count));
  return [
    ...chosen.flatMap((row) => [...onPath.subarray(16 * row, 16 * row + 16)]),
    ...randomPoses(bone, tool, { count: 4, seed: SEED, contactDistance: 0.5 }),
  ];
})();
const cpu = await createDetector({ ...options, backend: 'cpu' });
const reports: readonly ContactReport[] = Array.from({ length: corpus.length / 16 }, (_, i) =>
  cpu.detectSync(corpus.slice(16 * i, 16 * i + 16)),
);
/** The first of each state, or with KERF_LONG=1 all. */
const rows = [...reports.keys()].filter(
  (row) => longRun(1, 0) === 1 || reports.findIndex(({ state }) => state === reports[row].state) === row,
);
const poses = rows.flatMap((row) => corpus.slice(16 * row, 16 * row + 16));
const expected = rows.map((row) => reports[row]);

const chromium = await openChromium();
afterAll(() => chromium.close());
// One page for all GPU detectors: they share a device, whose kernels take a software adapter ten seconds to compile.
const shared = await chromium.page();

const saidBy = async (backend: 'cpu' | 'webgpu', candidates: 'scanlines' | 'image') => {
  expect(await shared.createDetector({ ...options, backend, candidates })).toMatchObject({ backend });
  return shared.answers(poses);
};

describe('in Chromium', () => {
  test(`${expected.length} poses of saw and phantom, seed ${SEED}: the reports of the CPU`, async () => {
    const page = shared;
    const made = await page.createDetector({ ...options, backend: BACKEND });
    expect(made).toMatchObject({ backend: BACKEND, backendReason: expect.stringMatching(/swiftshader/i) });
    let row = 0;
    for await (const report of page.detectMany(poses)) {
      expect([row, compareBackends(expected[row], report).differences]).toEqual([row, []]);
      expect(report.stats.backend).toBe(BACKEND);
      row++;
    }
    expect(row).toBe(expected.length);
    expect(page.said).toEqual([]);
    const states = expected.map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['separated', 'near', 'intersecting']));
    expect(states.filter((state) => state === 'intersecting').length).toBeGreaterThan(longRun(4, 0));
  });

  test('candidates by an image on the CPU: the bytes of Node', async () => {
    expect(await saidBy('cpu', 'image')).toEqual(expected.map(answerOf));
    expect(shared.said).toEqual([]);
  });
});

inLong(() => {
  test('candidates by an image on the GPU: the bytes of its scanlines', async () => {
    const byScanlines = await saidBy(BACKEND, 'scanlines');
    expect(new Set(byScanlines.map(({ hash }) => hash)).size).toBeGreaterThan(3);
    expect(await saidBy(BACKEND, 'image')).toEqual(byScanlines);
    expect(shared.said).toEqual([]);
  });

  test(`the classic image method counts what lies at the centres of pixels, seed ${SEED}`, async () => {
    const page = await chromium.page();
    const random = mulberry32(SEED);
    const [bone, tool] = [30, 20].map((count) => {
      const { positions, faces } = tetrahedra(random, count, 1, 0, 0);
      return createMesh(Float64Array.from(positions), Uint32Array.from(faces));
    });
    const pose = rigidPose(random, 0.3);
    const counts = expectCounts(await page.stencilLook({ bone, tool }, pose, 50), bone, tool, pose);
    expect(counts.judged).toBeGreaterThan(counts.all / 3);
    expect(counts.marked).toBeGreaterThan(50);
    expect(page.said).toEqual([]);
    await page.close();
  });

  // Other specs lose a device once and repeatedly: workbench.spec.ts in Chromium, in queries of one pose, and
  // gpu-loss.spec.ts in Node, in queries of many poses. Here it is in queries of many poses.
  const few = poses.slice(16 * 4, 16 * 8);
  const fewExpected = expected.slice(4, 8);
  const none = fewExpected.map(() => []);

  test('a device destroyed with a query under way: another takes over, and every pose is answered as before', async () => {
    const page = shared;
    await page.createDetector({ ...options, backend: BACKEND });
    const { reports, devices, after } = await page.detectManyThroughLosses(few, 1);
    expect(devices).toBe(1);
    expect(after.backend).toBe(BACKEND);
    expect(reports.map((report, i) => compareBackends(fewExpected[i], report).differences)).toEqual(none);
    expect(reports.map(({ stats }) => stats.backend)).toEqual(reports.map(() => BACKEND));
  });
});
