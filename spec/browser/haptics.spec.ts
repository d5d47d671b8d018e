// The built package's haptic loop in a real browser: it ticks and feels the bone, with and without memory shared by its
// threads. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { box, cuttingPath, sawBlade } from '#datasets';
import { openChromium } from '#harness/chromium.mjs';
import { InverseServer } from '#harness/inverse-server.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';

const SECONDS = longRun(4, 3);
const options = {
  bone: phantom(20_000),
  tool: sawBlade({ targetFaces: 1_200 }),
  script: { poses: cuttingPath({ poses: 200 }), interval: (1000 * SECONDS) / 199 },
};

const chromium = await openChromium();
afterAll(() => chromium.close());

const TRANSPORTS = [
  [true, 'shared', 'shared between the threads'],
  [false, 'messages', 'Cross-Origin-Opener-Policy'],
] as const;

test.each(partOf(TRANSPORTS, 2, 0))(
  'a page, cross-origin isolated: %p: a cut is felt, and ends free',
  async (isolated, transport, reason) => {
    const page = await chromium.page({ isolated });
    expect(await page.isIsolated()).toBe(isolated);
    const run = await page.haptics(options, SECONDS + 0.5, { state: 'free' });
    expect([run.transport, run.lastState]).toEqual([transport, 'free']);
    expect(run.transportReason).toContain(reason);
    expect(run.states.contact).toBeGreaterThan(20);
    expect(run.mostForce).toBeGreaterThan(1);
    expect(run.largestForceStep).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
    expect(run.tick.count).toBeGreaterThan(1000);
    expect(run.lateness.count).toBe(run.tick.count);
    expect(run.build.count).toBeGreaterThan(5 * SECONDS);
    expect(page.workersMade).toBe(2);
    expect(page.said).toEqual([]);
    await page.close();
  },
);

/** mm: a block, pressed DEPTH into a plate within a second, and held there. */
const DEPTH = 3;
const THICK = 8;
const TALL = 10;
const heights = Array.from({ length: 40 }, (_, n) => (THICK + TALL) / 2 + 1 - ((1 + DEPTH) * n) / 39);
const press = {
  bone: box({ size: [30, 30, THICK], divisions: [6, 6, 2] }),
  tool: box({ size: [6, 6, TALL], divisions: [3, 3, 4] }),
  script: { poses: heights.flatMap((z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1]), interval: 25 },
  feed: [0, 0, -1],
  cell: 1,
  // It must cut however late its models are.
  mostAge: 5000,
  stiffness: 2,
  cutting: { energy: 4, ploughing: 0.5, mostAhead: 1.2, axis: [1, 0, 0], stroke: 3 },
};

test.each(partOf(TRANSPORTS, 2, 1))(
  'a page, cross-origin isolated: %p: a block cuts into a plate',
  async (isolated, transport, _reason) => {
    const page = await chromium.page({ isolated });
    const atLeast = 36 * press.cutting.mostAhead;
    const run = await page.hapticCut(press, 6, { state: 'contact', removed: 1.1 * atLeast });
    const { edits, removed, shown, plunge } = run.cutting;
    console.log(`${transport}: ${edits} edits, ${removed.toFixed(0)} mm³, shown after ${shown.median.toFixed(0)} ms`);
    expect([run.transport, run.lastState]).toEqual([transport, 'contact']);
    expect(run.largestForceStep).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
    // The tool cuts at most mostAhead without a model that shows the cut, and the hand ends deeper than that.
    expect(shown.count).toBeGreaterThan(0);
    expect(edits).toBeGreaterThanOrEqual(shown.count);
    const swept = 36 * (DEPTH - press.cutting.ploughing / press.stiffness);
    expect(removed).toBeGreaterThan(atLeast);
    // Where a model covers no more of the path, the hand waits, and cuts slightly less.
    expect(removed).toBeLessThan(1.05 * swept);
    // In the plate as it was; the hand's spring absorbs what ploughing holds back.
    const { insertion, wallAhead } = plunge ?? {};
    expect(plunge?.through).toBe(false);
    expect(insertion?.low).toBeGreaterThan(press.cutting.mostAhead);
    expect(insertion?.low).toBeLessThan(DEPTH);
    expect((insertion?.low ?? 0) + (wallAhead?.low ?? 0)).toBeCloseTo(THICK, 1);
    expect(page.said).toEqual([]);
    await page.close();
  },
);

test.each(partOf([true, false], 2, 1))(
  'a device that cannot be reached says why, cross-origin isolated: %p',
  async (isolated) => {
    const page = await chromium.page({ isolated });
    // Nothing serves there: the port was freed a moment ago.
    const server = await InverseServer.start();
    await server.stop();
    const { bone, tool } = options;
    const run = await page.haptics({ bone, tool, inverse: { url: server.url } }, 2);
    expect(run.lastState).toBe('disconnected');
    expect(run.refusal?.code).toBe('NO_SERVICE');
    expect(run.refusal?.message).toContain(server.url);
    await page.close();
  },
);
