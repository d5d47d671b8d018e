// The built package in a real browser without a GPU, or beside a software one: it says why, and its reports by the CPU
// are Node's, byte for byte. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector } from '#kerf';
import { answerOf } from '#harness/candidate-stages.ts';
import { openChromium } from '#harness/chromium.mjs';
import { translation } from '#harness/contact-cases.ts';
import { inDeep } from '#harness/sets.ts';

const options = {
  bone: sphere({ radius: 20, subdivisions: 3 }),
  tool: box({ size: [6, 6, 30] }),
  contactDistance: 0.5,
  resolution: 2,
} as const;
const poses = [40, 35.2, 33].map((z) => translation(0, 0, z));
const inNode = await createDetector({ ...options, backend: 'cpu' });
const expected = poses.map((pose) => answerOf(inNode.detectSync(pose)));

const chromium = await openChromium();
afterAll(() => chromium.close());

async function isRefused(without: 'webgpu' | 'adapter', reason: RegExp): Promise<void> {
  const page = await chromium.page({ without });
  await expect(page.createDetector({ ...options, backend: 'webgpu' })).rejects.toMatchObject({
    name: 'DeviceError',
    code: 'NO_ADAPTER',
    message: expect.stringMatching(reason),
  });
  const made = await page.createDetector({ ...options, backend: 'auto' });
  expect(made).toEqual({ backend: 'cpu', backendReason: expect.stringMatching(reason) });
  expect(await page.answers(poses.flatMap((pose) => [...pose]))).toEqual(expected);
  expect(expected.map(({ state }) => state)).toEqual(['separated', 'near', 'intersecting']);
  expect(page.said).toEqual([]);
  await page.close();
}

test('without an adapter: webgpu is refused with the reason, auto gives the CPU, the reason and the reports of Node', () =>
  isRefused('adapter', /no adapter/));

inDeep(() => {
  test('and so it is without navigator.gpu', () => isRefused('webgpu', /no WebGPU \(navigator\.gpu\)/));

  test('auto takes the CPU beside a software adapter, and names it', async () => {
    const page = await chromium.page();
    expect(await page.createDetector({ ...options, backend: 'auto' })).toEqual({
      backend: 'cpu',
      backendReason: expect.stringMatching(/swiftshader.* computes on the CPU/i),
    });
    await page.close();
  });
});
