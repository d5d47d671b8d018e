// The built package's haptic loop in a real browser: it beats and feels the bone, with memory that its threads share
// and without. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, skullPhantom } from '../../datasets/index.ts';
import { openChromium } from '../harness/chromium.mjs';
import { InverseServer } from '../harness/inverse-server.ts';

const SECONDS = 4;
const options = {
  bone: skullPhantom({ targetFaces: 20_000 }),
  tool: sawBlade({ targetFaces: 1_200 }),
  script: { poses: cuttingPath({ poses: 200 }), interval: (1000 * SECONDS) / 199 },
};

const chromium = await openChromium();
afterAll(() => chromium.close());

test.each([
  [true, 'shared', 'shared between the threads'],
  [false, 'messages', 'Cross-Origin-Opener-Policy'],
] as const)('a page, cross-origin isolated: %p: a cut is felt, and ends free', async (isolated, transport, reason) => {
  const page = await chromium.page({ isolated });
  expect(await page.isIsolated()).toBe(isolated);
  const run = await page.haptics(options, SECONDS + 0.5);
  expect([run.transport, run.lastState]).toEqual([transport, 'free']);
  expect(run.transportReason).toContain(reason);
  expect(run.states.contact).toBeGreaterThan(20);
  expect(run.mostForce).toBeGreaterThan(1);
  expect(run.largestForceStep).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
  expect(run.tick.count).toBeGreaterThan(1000);
  expect(run.lateness.count).toBe(run.tick.count);
  expect(run.build.count).toBeGreaterThan(20);
  expect(page.workersMade).toBe(2);
  expect(page.said).toEqual([]);
  await page.close();
});

test.each([true, false])('a device that cannot be reached says why, cross-origin isolated: %p', async (isolated) => {
  const page = await chromium.page({ isolated });
  // Nobody serves there: the port was free a moment ago.
  const server = await InverseServer.start();
  await server.stop();
  const { bone, tool } = options;
  const run = await page.haptics({ bone, tool, inverse: { url: server.url } }, 2);
  expect(run.lastState).toBe('disconnected');
  expect(run.refusal?.code).toBe('NO_SERVICE');
  expect(run.refusal?.message).toContain(server.url);
  await page.close();
});
