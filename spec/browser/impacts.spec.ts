// The built package in a real browser: a deforming surface's tables by WebGPU, step after step, byte for byte those of
// Node's CPU. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { createImpactDetector } from '../../lib/index.ts';
import { openChromium } from '../harness/chromium.mjs';
import { type DeformingCase, deformingCases } from '../harness/deforming-cases.ts';
import { mulberry32 } from '../harness/random.ts';
import { signed } from '../harness/random-geometry.ts';
import { tableHash } from '../harness/table-hash.ts';

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
