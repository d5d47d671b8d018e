// The built package's haptic loop in a real browser: it beats, feels the bone, and says what it needs where a page cannot share memory. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, skullPhantom } from '../../datasets/index.ts';
import { openChromium } from '../harness/chromium.mjs';

const SECONDS = 4;
const options = {
  bone: skullPhantom({ targetFaces: 20_000 }),
  tool: sawBlade({ targetFaces: 1_200 }),
  script: { poses: cuttingPath({ poses: 200 }), interval: (1000 * SECONDS) / 199 },
};

const chromium = await openChromium();
afterAll(() => chromium.close());

test('a page that is cross-origin isolated: a cut is felt, and ends free', async () => {
  const page = await chromium.page({ isolated: true });
  const { states, lastState, tick, build, mostForce, largestForceStep } = await page.haptics(options, SECONDS + 0.5);
  expect(states.contact).toBeGreaterThan(20);
  expect(lastState).toBe('free');
  expect(mostForce).toBeGreaterThan(1);
  expect(largestForceStep).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
  expect(tick.count).toBeGreaterThan(1000);
  expect(build.count).toBeGreaterThan(20);
  expect(page.workersMade).toBe(2);
  expect(page.said).toEqual([]);
  await page.close();
});

test('a page that is not: refused, with the headers that are missing', async () => {
  const page = await chromium.page();
  await expect(page.haptics(options, 1)).rejects.toMatchObject({
    name: 'OptionError',
    code: 'NO_SHARED_MEMORY',
    message: expect.stringContaining('Cross-Origin-Opener-Policy'),
  });
  expect(page.workersMade).toBe(0);
  await page.close();
});
