// The workbench in a real browser, with its saw held by keys. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { DEGREES_PER_SECOND, MM_PER_SECOND, SHIFT } from '../../examples/workbench/src/hold.ts';
import { longRun } from '#harness/long-run.ts';
import { hold, openWorkbench, path, poseShown, shownAt, tap } from '#harness/workbench-page.ts';

const { opened, close } = await openWorkbench();
afterAll(close);
let isAsked = false;
/** Fetches the page's first bone. */
let fetchBone = () => {};
const isFetched = new Promise<void>((resolve) => {
  fetchBone = resolve;
});
/** One page for all tests: keys are pressed before it has its first bone, and each test puts the saw at its start. */
const { page, said } = await opened(
  (fresh) =>
    fresh.route('**/skull-phantom.ply', async (route) => {
      isAsked = true;
      await isFetched;
      await route.continue();
    }),
  async (fresh) => {
    await fresh.waitForFunction(() => 'workbench' in globalThis);
    for (let press = 0; press < 3; press++) await fresh.keyboard.press('s');
    fetchBone();
  },
);

const start = Array.from(path.subarray(16 * 96, 16 * 97));
/** mm along an axis of the saw's initial pose. */
const way = (pose: readonly number[], axis: number) =>
  [0, 1, 2].reduce((sum, k) => sum + start[4 * axis + k] * (pose[12 + k] - start[12 + k]), 0);

test('a key that is pressed before the bone is there is answered for it', async () => {
  expect(isAsked).toBe(true);
  expect((await shownAt(page, path.subarray(16 * 20, 16 * 21))).state).toBe('separated');
  expect(said).toEqual([]);
});

test('keys hold the saw: a tap down is a quarter of a millimetre into the bone, and back is where it was', async () => {
  await hold(page, start);
  await tap(page, 's', 4);
  expect(way(await poseShown(page), 1)).toBeCloseTo(-1, 9);
  await tap(page, 'ArrowRight', 36);
  await tap(page, 'ArrowLeft', 9, true);
  await tap(page, 'w', 1, true);
  const back = await poseShown(page);
  for (let k = 0; k < 16; k++) expect(back[k]).toBeCloseTo(start[k], 9);
});

/** Seconds for which each key was held, on the page's own clock. */
async function heldBetween(keys: readonly string[], hold: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const times: Record<string, number> = {};
    const note = ({ type, key, timeStamp, repeat }: KeyboardEvent) => {
      if (!repeat) times[`${type} ${key}`] = timeStamp;
    };
    for (const type of ['keydown', 'keyup'] as const) addEventListener(type, note, { capture: true });
    Object.assign(globalThis, { times });
  });
  for (const key of keys) await page.keyboard.down(key);
  await hold();
  for (const key of keys) await page.keyboard.up(key);
  const times = await page.evaluate(() => (globalThis as never as { times: Record<string, number> }).times);
  return keys.map((key) => (times[`keyup ${key}`] - times[`keydown ${key}`]) / 1000);
}

test('a held key moves the saw by its speed times the time that it is held, however often it repeats; two go together', async () => {
  for (const wait of [150, 900].slice(0, longRun(2, 1))) {
    await hold(page, start);
    const repeats = async () => {
      for (let i = 0; i < 5; i++) await page.keyboard.down('d');
      await page.waitForTimeout(wait);
    };
    const [along, up, turn] = await heldBetween(['d', 'w', 'ArrowLeft'], repeats);
    expect(Math.min(along, up, turn)).toBeGreaterThan(wait / 1000);
    const pose = await poseShown(page);
    // It turns about its z, along which it does not move. Its path in the plane is bent by the turn.
    expect(way(pose, 2)).toBeCloseTo(0, 9);
    const turned = Math.atan2(
      [0, 1, 2].reduce((sum, k) => sum + start[4 + k] * pose[k], 0),
      [0, 1, 2].reduce((sum, k) => sum + start[k] * pose[k], 0),
    );
    expect((turned * 180) / Math.PI).toBeCloseTo(DEGREES_PER_SECOND * turn, 6);
  }
  for (const wait of [100, 700].slice(0, longRun(2, 1))) {
    await hold(page, start);
    const [along, up] = await heldBetween(['d', 'w'], () => page.waitForTimeout(wait));
    const pose = await poseShown(page);
    expect(way(pose, 0)).toBeCloseTo(MM_PER_SECOND * along, 6);
    expect(way(pose, 1)).toBeCloseTo(MM_PER_SECOND * up, 6);
  }
  await hold(page, start);
  await page.keyboard.down('Shift');
  const [fast] = await heldBetween(['A'], () => page.waitForTimeout(200));
  await page.keyboard.up('Shift');
  expect(way(await poseShown(page), 0)).toBeCloseTo(-MM_PER_SECOND * SHIFT * fast, 6);
  expect(said).toEqual([]);
});

test('a key that is still down when the window loses the focus is let go', async () => {
  await hold(page, start);
  await page.keyboard.down('s');
  await page.keyboard.down('d');
  await page.waitForTimeout(100);
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  const left = await poseShown(page);
  expect(way(left, 1)).toBeLessThan(-0.9);
  expect(way(left, 0)).toBeGreaterThan(0.9);
  await page.waitForTimeout(300);
  expect(await poseShown(page)).toEqual(left);
});
