// The built package in a real browser: impact tables of deforming surfaces by WebGPU and by threads, step by step,
// equal those of Node's CPU byte for byte. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { deformingScene } from '#datasets';
import { createImpactDetector } from '#kerf';
import { openChromium } from '#harness/chromium.mjs';
import { type DeformingCase, deformingCases } from '#harness/deforming-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { tableHash } from '#harness/table-hash.ts';

const SEED = 2051;
const STEPS = 4;
const chromium = await openChromium();
afterAll(() => chromium.close());

test(`${STEPS} steps of a folded sheet by WebGPU in Chromium: the bytes of Node's CPU, seed ${SEED}`, async () => {
  const random = mulberry32(SEED);
  const isSheet = ({ name }: DeformingCase) => name === 'sheet, freely';
  const { vertexCount, faces, start } = deformingCases(random).find(isSheet) as DeformingCase;
  const far = 0.2 * (Math.max(...start) - Math.min(...start));
  const way = [[...start]];
  for (let step = 0; step < STEPS; step++) way.push(way[step].map((x) => x + far * signed(random)));
  const inNode = await createImpactDetector({ vertexCount, faces, backend: 'cpu' });
  const expected: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    const table = await inNode.impacts(way[step], way[step + 1]);
    expect(table.length).toBeGreaterThan(0);
    expected.push(await tableHash(table));
  }
  const page = await chromium.page();
  expect(await page.impactHashes({ vertexCount, faces, backend: 'webgpu' }, way)).toEqual(expected);
  expect(await page.impactHashes({ vertexCount, faces }, way)).toEqual(expected);
  expect(page.said).toEqual([]);
});

// A hundred steps with KERF_LONG=1.
const FRAMES = longRun(101, 7);
test(`${FRAMES - 1} steps of two combs in Chromium, by WebGPU, by one thread and by two: the bytes of Node`, async () => {
  const made = deformingScene({ scene: 'combs', targetFaces: 376, frames: 101 });
  const { vertexCount } = made;
  const faces = [...made.faces];
  const first = longRun(0, 50);
  const way = Array.from({ length: FRAMES }, (_, i) => [...made.positionsAt(first + i)]);
  const inNode = await createImpactDetector({ vertexCount, faces });
  const expected: string[] = [];
  let met = 0;
  for (let step = 0; step + 1 < way.length; step++) {
    const table = await inNode.impacts(way[step], way[step + 1]);
    if (table.length > 0) met++;
    expected.push(await tableHash(table));
  }
  expect(met).toBeGreaterThan(FRAMES / 3);
  const page = await chromium.page({ isolated: true });
  for (const options of [{ backend: 'webgpu' }, {}, { workers: 2 }] as const)
    expect(await page.impactHashes({ vertexCount, faces, ...options }, way)).toEqual(expected);
  expect(page.said).toEqual([]);
});
