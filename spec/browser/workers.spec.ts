// The built package's detectMany, shared reports, broad phase and impacts over workers in a real browser, with and
// without shared memory: the bytes equal Node's on one thread, and the pairs those of brute force. Needs dist/, which
// `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { createDetector, createImpactDetector } from '#kerf';
import { overlappingBoxes } from '#reference';
import { boxSet } from '#harness/box-sets.ts';
import { openChromium } from '#harness/chromium.mjs';
import { deformingCases } from '#harness/deforming-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { tableHash } from '#harness/table-hash.ts';

const SEED = 1560;
const bone = phantom(5_000);
const tool = sawBlade({ targetFaces: 1_200 });
const options = { bone, tool, contactDistance: 0.5, resolution: 1.5, backend: 'cpu' } as const;
const COUNT = longRun(40, 8);
const poses = cuttingPath({ poses: COUNT });
const inNode = await createDetector(options);
const boxes = boxSet('size ratio 1 : 1000', longRun(3000, 1500), SEED);
const pairs = overlappingBoxes(boxes);
const expected = Array.from({ length: COUNT }, (_, row) =>
  reportHash(inNode.detectSync(poses.subarray(16 * row, 16 * row + 16))),
);

const chromium = await openChromium();
afterAll(() => chromium.close());

const ISOLATED = [true, false];

test.each(ISOLATED)(
  'a page of Chromium, cross-origin isolated: %p: 1, 2 and 3 workers: the bytes of Node',
  async (isolated) => {
    const page = await chromium.page({ isolated });
    expect(await page.isIsolated()).toBe(isolated);
    await page.createDetector(options);
    for (const [workers, made] of [
      [1, 0],
      [2, 2],
      [3, 3],
    ]) {
      expect(await page.hashes(poses, workers)).toEqual(expected);
      expect(page.workersMade).toBe(made);
    }
    // Without these instances, the script without WebAssembly would have answered.
    expect(await page.wasmInstances()).toBe(2);
    expect(page.said).toEqual([]);
    await page.close();
  },
);

test("a page whose policy lacks 'wasm-unsafe-eval', 1 and 2 workers: the bytes of Node, without WebAssembly", async () => {
  const page = await chromium.page({ strict: true });
  await page.createDetector(options);
  for (const workers of [1, 2]) expect(await page.hashes(poses, workers)).toEqual(expected);
  expect(page.workersMade).toBe(2);
  expect(await page.wasmInstances()).toBe(0);
  // The browser's own word about the policy, once a thread.
  expect(page.said).toEqual(page.said.map(() => expect.stringMatching(/wasm-unsafe-eval|Content Security Policy/)));
  await page.close();
});

test.each(partOf(ISOLATED, 2, 0))(
  'a page of Chromium, cross-origin isolated: %p: each report shared by 2 and by 3 threads: the bytes of Node',
  async (isolated) => {
    const page = await chromium.page({ isolated });
    await page.createDetector(options);
    for (const threads of [2, 3]) expect(await page.sharedHashes(poses, threads)).toEqual(expected);
    expect(page.workersMade).toBe(3);
    expect(page.said).toEqual([]);
    await page.close();
  },
);

const PHASES = [
  [true, 'lbvh'],
  [true, 'hybrid'],
  [false, 'hybrid'],
  [false, 'lbvh'],
] as const;
test.each(partOf(PHASES, 2, 0))(
  'a page of Chromium, cross-origin isolated: %p: a broad phase by %s over 2 workers: the pairs of brute force',
  async (isolated, method) => {
    const page = await chromium.page({ isolated });
    expect(pairs.length).toBeGreaterThan(1000);
    expect(await page.overlaps(boxes, method, 2)).toEqual([...pairs]);
    expect(page.workersMade).toBe(2);
    expect(page.said).toEqual([]);
    await page.close();
  },
);

test.each(partOf(ISOLATED, 2, 1))(
  'a page of Chromium, cross-origin isolated: %p: impacts of a deforming surface over 2 workers, step after step: those of Node',
  async (isolated) => {
    const page = await chromium.page({ isolated });
    const surface = deformingCases(mulberry32(SEED)).find(({ name }) => name === 'sheet, freely');
    if (surface === undefined) throw new Error('There is no such case.');
    const { start, end } = surface;
    const { vertexCount, faces } = surface;
    const here = await createImpactDetector({ vertexCount, faces });
    const tables = [await here.impacts(start, end), await here.impacts(end, start)];
    expect(Math.min(...tables.map(({ length }) => length))).toBeGreaterThan(10);
    const hashes = await Promise.all(tables.map(tableHash));
    expect(await page.impactHashes({ vertexCount, faces, workers: 2 }, [start, end, start])).toEqual(hashes);
    expect(page.workersMade).toBe(2);
    expect(page.said).toEqual([]);
    await page.close();
  },
);

test.each(partOf(ISOLATED, 2, 0))(
  'a page of Chromium, cross-origin isolated: %p: a worker that dies on the way: nothing is lost, and another takes its place',
  async (isolated) => {
    const page = await chromium.page({ isolated });
    await page.createDetector(options);
    await page.hashes(poses, 2);
    const times = longRun(5, 10);
    const long = Array.from({ length: times }, () => [...poses]).flat();
    const running = page.hashes(long, 2);
    await page.crashWorker();
    expect(await running).toEqual(Array.from({ length: times }, () => expected).flat());
    expect(page.workersMade).toBe(3);
    await page.close();
  },
);

test('the paths cross every kind of report', () => expect(new Set(expected).size).toBeGreaterThan(COUNT / 2));
