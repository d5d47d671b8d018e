// The built package in a real browser: WebGPU reports compared with the CPU's from the same sources, an image's with
// those by scanlines, the counts of the classic image method, what kerf reports without a GPU, and with KERF_LONG=1 a
// device that is lost during a query. Needs dist/, which `npm test` builds first.

import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { type ContactReport, createDetector, createMesh } from '#kerf';
import { randomPoses } from '#validation';
import { answerOf } from '#harness/candidate-stages.ts';
import { type ChromiumPage, openChromium } from '#harness/chromium.mjs';
import { compareBackends } from '#harness/compare-backends.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { tetrahedra } from '#harness/stage-bodies.ts';
import { expectCounts } from '#harness/stencil-counts.ts';

const SEED = 29;
const BACKEND = 'webgpu';
const bone = phantom(longRun(10_000, 5_000));
const tool = sawBlade({ targetFaces: 1_200 });
const options = { bone, tool, contactDistance: 0.5, resolution: longRun(1, 2) } as const;

const onPath = cuttingPath({ poses: 1000 });
const poses = (() => {
  const random = mulberry32(SEED);
  const count = longRun(10, 4);
  const chosen = Array.from({ length: count }, (_, i) => Math.floor(((i + random()) * 1000) / count));
  return [
    ...chosen.flatMap((row) => [...onPath.subarray(16 * row, 16 * row + 16)]),
    ...randomPoses(bone, tool, { count: 4, seed: SEED, contactDistance: 0.5 }),
  ];
})();
const cpu = await createDetector({ ...options, backend: 'cpu' });
const expected: readonly ContactReport[] = Array.from({ length: poses.length / 16 }, (_, i) =>
  cpu.detectSync(poses.slice(16 * i, 16 * i + 16)),
);

const chromium = await openChromium();
afterAll(() => chromium.close());
const pages: ChromiumPage[] = [];
async function openPage(given?: Parameters<typeof chromium.page>[0]): Promise<ChromiumPage> {
  const page = await chromium.page(given);
  pages.push(page);
  return page;
}
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});

// One page for all GPU detectors: they share a device, whose kernels take a software adapter ten seconds to compile.
const shared = await chromium.page();

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
    expect(states.filter((state) => state === 'intersecting').length).toBeGreaterThan(longRun(4, 3));
  });

  test('candidates by an image: on the GPU the bytes of its scanlines, on the CPU those of Node', async () => {
    const page = shared;
    const first = Math.ceil(expected.length / 2);
    const saidBy = async (backend: 'cpu' | 'webgpu', candidates: 'scanlines' | 'image') => {
      expect(await page.createDetector({ ...options, backend, candidates })).toMatchObject({ backend });
      return page.answers(poses.slice(16 * first));
    };
    const [onGpu, onCpu] = [await saidBy(BACKEND, 'scanlines'), expected.slice(first).map(answerOf)];
    expect(new Set(onCpu.map(({ state }) => state)).size).toBeGreaterThan(1);
    expect(new Set(onGpu.map(({ hash }) => hash)).size).toBeGreaterThan(longRun(3, 2));
    expect(await saidBy(BACKEND, 'image')).toEqual(onGpu);
    expect(await saidBy('cpu', 'image')).toEqual(onCpu);
    expect(page.said).toEqual([]);
  });

  test(`the classic image method counts what lies at the centres of pixels, seed ${SEED}`, async () => {
    const page = await openPage();
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
  });

  test('auto takes the CPU beside a software adapter, and names it', async () => {
    const page = await openPage();
    const made = await page.createDetector({ ...options, backend: 'auto' });
    expect(made).toEqual({
      backend: 'cpu',
      backendReason: expect.stringMatching(/swiftshader.* computes on the CPU/i),
    });
  });

  test.each([
    ['navigator.gpu', 'webgpu', /no WebGPU \(navigator\.gpu\)/],
    ['an adapter', 'adapter', /no adapter/],
  ] as const)(
    'without %s: webgpu is refused with the reason, auto gives the CPU and the reason',
    async (_, without, reason) => {
      const page = await openPage({ without });
      await expect(page.createDetector({ ...options, backend: 'webgpu' })).rejects.toMatchObject({
        name: 'DeviceError',
        code: 'NO_ADAPTER',
        message: expect.stringMatching(reason),
      });
      const made = await page.createDetector({ ...options, backend: 'auto' });
      expect(made).toEqual({ backend: 'cpu', backendReason: expect.stringMatching(reason) });
      for await (const report of page.detectMany(poses.slice(0, 16)))
        expect([report.state, report.stats.backend]).toEqual([expected[0].state, 'cpu']);
      expect(page.said).toEqual([]);
    },
  );
});

// Other specs lose a device once and repeatedly: workbench.spec.ts in Chromium, in queries of one pose, and
// gpu-loss.spec.ts in Node, in queries of many poses. Here, in long runs only, it is in queries of many poses.
for (const times of [1].slice(0, longRun(1, 0)))
  describe('a device destroyed with a query under way, in Chromium', () => {
    const few = poses.slice(16 * 4, 16 * 8);
    const fewExpected = expected.slice(4, 8);
    const none = fewExpected.map(() => []);

    test('once: another takes over, and every pose is answered as before', async () => {
      const page = shared;
      await page.createDetector({ ...options, backend: BACKEND });
      const { reports, devices, after } = await page.detectManyThroughLosses(few, times);
      expect(devices).toBe(times);
      expect(after.backend).toBe(BACKEND);
      expect(reports.map((report, i) => compareBackends(fewExpected[i], report).differences)).toEqual(none);
      expect(reports.map(({ stats }) => stats.backend)).toEqual(reports.map(() => BACKEND));
    });
  });
