// The pace of cuts: the next one begins when the model in use shows the last one, and as long again after that; a cut
// that is never shown is waited for only a limited time.

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { CutFeed } from '#haptics/cutting/cut-feed.ts';
import { TOLD_REMOVED } from '#haptics/cutting/tool-feed.ts';
import { AT, SNAPSHOT_SIZE } from '#haptics/haptic-memory.ts';
import { Seqlock } from '#haptics/seqlock.ts';
import { shifted } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { splitCases } from '#harness/split-cases.ts';

/** ms between two looks of a feed at the snapshot. */
const INTERVAL = 4;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A saw that descends evenly, and models that show a cut `shownAfter` ms after it begins. */
async function cutsOf(milliseconds: number, shownAfter: number): Promise<number[]> {
  const snapshot = new Seqlock(new Int32Array(1), 0, new Float64Array(SNAPSHOT_SIZE));
  const numbers = new Float64Array(SNAPSHOT_SIZE);
  const begun: number[] = [];
  const edit = { remove: Uint32Array.of(0), positions: new Float64Array(0), faces: new Uint32Array(0) };
  const cutter = {
    cut: () => {
      begun.push(performance.now());
      return edit;
    },
  };
  const tell = () => {
    const now = performance.now();
    numbers.set(shifted(0, 0, -0.001 * now), AT.proxy);
    numbers[AT.told + TOLD_REMOVED] = 0.01 * now;
    numbers[AT.edits] = begun.filter((at) => at + shownAfter <= now).length;
    snapshot.write(numbers);
  };
  tell();
  const feed = new CutFeed(cutter, snapshot, () => Promise.resolve());
  for (let t = 0; t < milliseconds; t++) {
    await jest.advanceTimersByTimeAsync(1);
    tell();
  }
  await feed.end();
  return begun;
}

splitCases([0, 10, 25, 60], [2], (some) =>
  test.each(some)('shown %d ms after its begin: the next one twice as long after it', async (shownAfter) => {
    const begun = await cutsOf(longRun(2000, 1000), shownAfter);
    expect(begun.length).toBeGreaterThan(longRun(10, 5));
    for (let n = 1; n < begun.length; n++) {
      const apart = begun[n] - begun[n - 1];
      expect(apart).toBeGreaterThanOrEqual(2 * shownAfter);
      // It looks every INTERVAL: for the model, which also lengthens the wait after it, and for the time.
      expect(apart).toBeLessThanOrEqual(2 * shownAfter + 3 * INTERVAL);
    }
  }),
);

test('never shown: it goes on, if slowly', async () => {
  const begun = await cutsOf(longRun(2000, 1000), Number.POSITIVE_INFINITY);
  expect(begun.length).toBeGreaterThan(longRun(5, 2));
  for (let n = 1; n < begun.length; n++) expect(begun[n] - begun[n - 1]).toBeGreaterThanOrEqual(200);
});
