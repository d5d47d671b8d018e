// A stroke marked in the workbench: when the tool first touches on its way from the mark, in words and in the picture.
// Needs dist/.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { along, moved } from '../../examples/workbench/src/hold.ts';
import { createDetector, type Detector } from '#kerf';
import { inLong } from '#harness/sets.ts';
import {
  bone,
  eventually,
  openWorkbench,
  options,
  path,
  settled,
  shownAt,
  type Workbench,
} from '#harness/workbench-page.ts';
import { backdropAt, cameraOf, coloursAt, isSame, showOnly, sizeOf, View } from '#harness/workbench-picture.ts';

let workbench: Workbench;
let detector: Detector;
let page: Page;
let said: string[];
beforeAll(async () => {
  workbench = await openWorkbench(1);
  detector = await createDetector({ ...options, bone });
  ({ page, said } = await workbench.opened((fresh) => fresh.setViewportSize({ width: 1000, height: 500 })));
  await page.selectOption('#backend', 'cpu');
  await page.waitForFunction(() => document.getElementById('number-backend')?.textContent === 'cpu');
});
afterAll(() => workbench.close());

const poseAt = (i: number) => path.slice(16 * i, 16 * i + 16);
/** Ten millimetres above the vault. */
const above = poseAt(0);
/** Moved out of the bone by that many mm; into it if negative. */
const lifted = (by: number) => moved(above, along(above, 1, by));

/** Waits until the page shows that text for the stroke. */
async function says(wanted: string): Promise<void> {
  await page.waitForFunction(
    (text) => document.getElementById('number-stroke-at-origin')?.textContent === text,
    wanted,
  );
}

async function marked(at: Float64Array, and: string): Promise<void> {
  await shownAt(page, at);
  await page.keyboard.press('b');
  await says(and);
}

test('through the whole skull, from a pose that is free to one that is: the page reports and shows the contact', async () => {
  await marked(above, 'free for 0.00 mm');
  const beyond = lifted(-400);
  const found = detector.firstContact({ from: above, to: beyond });
  // From close by at the contact; once the user moves the camera, it stays there.
  await shownAt(page, found.highPose);
  await page.keyboard.press('c');
  await settled(page);
  const close = await cameraOf(page);
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 10);
  await eventually(async () => {
    await settled(page);
    expect(await cameraOf(page)).not.toEqual(close);
  });
  expect([detector.intersects(above), detector.intersects(beyond), found.status]).toEqual([false, false, 'contact']);
  expect((await shownAt(page, beyond)).state).toBe('separated');
  const told = (await page.textContent('#number-stroke-at-origin')) ?? '';
  const [, until, of] = /^touches after (\d+\.\d\d) mm of (\d+\.\d\d) mm$/.exec(told) ?? [];
  expect(of).toBe('400.00');
  // Rounded to a hundredth, within firstContact's tolerance.
  expect(Math.abs(Number(until) - 400 * found.time.low)).toBeLessThan(0.005 + 0.001);
  expect(detector.intersects(lifted(-Number(until) - 0.01))).toBe(true);
  expect(detector.intersects(lifted(-Number(until) + 0.01))).toBe(false);
  await showOnly(page, 'stroke');
  const size = await sizeOf(page);
  const view = new View(await cameraOf(page), size);
  const onTool = (y: number) => [12, 13, 14].map((k) => found.highPose[k] + y * found.highPose[k - 8]);
  // The point of contact, a point on the blade above its tips, and a point below them.
  const pixels = [Array.from(found.bonePoint), onTool(8), onTool(-4)].map((point) => {
    const [x, y] = view.pixelOf(point).map(Math.floor);
    return [x, y] as const;
  });
  const redness = ([red, green, blue]: number[]) => Math.min(red, blue) - green;
  const seen = (isSeen: boolean) =>
    eventually(async () => {
      const colours = await coloursAt(page, pixels);
      const [isBall, isGhost, isBelow] = colours.map((colour, i) => !isSame(colour, backdropAt(size, pixels[i])));
      expect([isBall, isGhost, isBelow]).toEqual([isSeen, isSeen, false]);
      const [ball, ghost] = colours;
      if (isSeen) {
        expect(redness(ball)).toBeGreaterThan(100);
        expect(redness(ghost)).toBeGreaterThan(30);
      }
    });
  await seen(true);
  // A free stroke leaves nothing in the picture, and neither does a dropped one.
  await shownAt(page, lifted(20));
  await says('free for 20.00 mm');
  await seen(false);
  await shownAt(page, beyond);
  await seen(true);
  await page.keyboard.press('Escape');
  await says('–');
  await settled(page);
  await seen(false);
  expect(said).toEqual([]);
});

test('a mark in contact, a mark moved to the present pose, a turn by half', async () => {
  const cutting = poseAt(68);
  await marked(cutting, 'in contact at the mark');
  expect(detector.intersects(cutting)).toBe(true);
  await shownAt(page, above);
  await says('in contact at the mark');
  await page.keyboard.press('b');
  await says('free for 0.00 mm');
  // About the tool's y.
  const half = above.map((x, k) => (Math.floor(k / 4) % 2 === 0 ? -x : x));
  expect(() => detector.firstContact({ from: above, to: half })).toThrow(/half a turn/);
  let refusal = '';
  try {
    detector.firstContact({ from: above, to: half });
  } catch (error) {
    refusal = (error as Error).message;
  }
  expect((await shownAt(page, half)).state).toBe('separated');
  await says(refusal);
  await page.click('#do-escape');
  await says('–');
  expect(said).toEqual([]);
});

inLong(() => {
  test('while the bone is felt, or with many bodies, it says why none is computed, and computes it again after that', async () => {
    await marked(above, 'free for 0.00 mm');
    const isOff = () => page.isDisabled('#do-b');
    expect(await isOff()).toBe(false);
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.body.dataset.felt === 'free');
    await says('not computed while the bone is felt');
    expect(await isOff()).toBe(true);
    await page.keyboard.press('f');
    await says('free for 0.00 mm');
    await page.check('#others');
    await says('not computed with many bodies');
    // A key that has no effect then.
    await page.keyboard.press('Escape');
    await page.uncheck('#others');
    await says('free for 0.00 mm');
    expect(await isOff()).toBe(false);
    expect(said).toEqual([]);
  });
});
