// What the workbench keeps in its pictures: bone and tool, whatever is done with the tool, and one pose in picture and
// numbers. Needs dist/, which the sets' commands build first.

import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  bone,
  eventually,
  hold,
  newest,
  openWorkbench,
  options,
  path,
  poseShown,
  settled,
} from '#harness/workbench-page.ts';
import { cameraOf, sizeOf, View } from '#harness/workbench-picture.ts';

const { opened, close } = await openWorkbench(0.5);
afterAll(close);

const { page, said } = await opened((fresh) => fresh.setViewportSize({ width: 900, height: 700 }));
await page.check('#show-inset');
const { page: phone, said: saidOnPhone } = await opened((fresh) => fresh.setViewportSize({ width: 390, height: 844 }));
await phone.locator('#show-inset').dispatchEvent('click');

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The farthest of the vertices, as a share of the distance from the picture's middle to its edge. */
async function farthest(at: Page, positions: ArrayLike<number>, m: readonly number[]): Promise<number> {
  const size = await sizeOf(at);
  const view = new View(await cameraOf(at), size);
  let most = 0;
  for (let v = 0; v < positions.length; v += 3) {
    const own = [positions[v], positions[v + 1], positions[v + 2]];
    const point = [0, 1, 2].map((k) => m[k] * own[0] + m[4 + k] * own[1] + m[8 + k] * own[2] + m[12 + k]);
    const [x, y] = view.pixelOf(point);
    most = Math.max(most, Math.abs((2 * x) / size.width - 1), Math.abs((2 * y) / size.height - 1));
  }
  return most;
}

const act = (at: Page, key: string) => at.locator(`#do-${key}`).dispatchEvent('click');
const moved = (pose: ArrayLike<number>, by: readonly number[]) =>
  Array.from(pose, (x, i) => x + (i >= 12 && i < 15 ? by[i - 12] : 0));

async function bothAreIn(at: Page): Promise<void> {
  await newest(at, await poseShown(at));
  expect(await farthest(at, bone.positions, IDENTITY)).toBeLessThan(1);
  expect(await farthest(at, options.tool.positions, await poseShown(at))).toBeLessThan(1);
}

test.each([
  ['beside its panel', page],
  ['on a phone', phone],
])(
  '%s bone and tool stay in the picture: on opening, placed, sawing, lifted far away, seen along an axis',
  async (_, at) => {
    await bothAreIn(at);
    await act(at, 'g');
    await bothAreIn(at);
    const placed = await poseShown(at);
    await hold(at, path.subarray(16 * 96, 16 * 97));
    await bothAreIn(at);
    for (const by of [
      [0, 0, 80],
      [150, 0, 20],
      [0, -200, 0],
      [-60, 40, 300],
    ]) {
      await hold(at, moved(placed, by));
      await bothAreIn(at);
    }
    // The camera only ever backed away; asked for, it comes near again.
    await hold(at, placed);
    await bothAreIn(at);
    expect(await farthest(at, bone.positions, IDENTITY)).toBeLessThan(0.7);
    for (const key of ['1', '2', '3', '0']) {
      await at.keyboard.press(key);
      await bothAreIn(at);
      expect(
        Math.max(
          await farthest(at, bone.positions, IDENTITY),
          await farthest(at, options.tool.positions, await poseShown(at)),
        ),
      ).toBeGreaterThan(at === phone ? 0.45 : 0.8);
    }
  },
);

test('what lies over a phone’s picture covers neither bone nor tool', async () => {
  await act(phone, 'g');
  await bothAreIn(phone);
  await eventually(async () => expect(await phone.getAttribute('#inset', 'data-shows')).toBe('tip'));
  await bothAreIn(phone);
  const whole = await sizeOf(phone);
  const [inset, thumbs] = [await phone.locator('#inset').boundingBox(), await phone.locator('#thumbs').boundingBox()];
  if (inset === null || thumbs === null) throw new Error('They are not there.');
  const view = new View(await cameraOf(phone), whole);
  const pose = await poseShown(phone);
  let [top, bottom] = [Infinity, -Infinity];
  for (const [{ positions }, m] of [[bone, IDENTITY] as const, [options.tool, pose] as const])
    for (let v = 0; v < positions.length; v += 3) {
      const point = [0, 1, 2].map(
        (k) => m[k] * positions[v] + m[4 + k] * positions[v + 1] + m[8 + k] * positions[v + 2],
      );
      const [, y] = view.pixelOf(point.map((x, k) => x + m[12 + k]));
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  expect(top).toBeGreaterThan(inset.y + inset.height);
  expect(bottom).toBeLessThan(thumbs.y);
});

test('from close by the view follows the tips, and the small picture shows the whole; pressed, the two are exchanged', async () => {
  const shows = () => page.getAttribute('#inset', 'data-shows');
  await act(page, 'g');
  await eventually(async () => expect(await shows()).toBe('tip'));
  expect(await page.textContent('#inset')).toBe('Close up');
  await page.click('#inset');
  await eventually(async () => expect(await shows()).toBe('all'));
  expect(await page.textContent('#inset')).toBe('Whole');
  const placed = await poseShown(page);
  for (const by of [
    [0, 0, -4],
    [0, 25, -4],
    [0, 50, -4],
    [40, 50, 30],
  ]) {
    const pose = moved(placed, by);
    await hold(page, pose);
    await newest(page, pose);
    expect(await farthest(page, [0, 0, 0], pose)).toBeLessThan(0.45);
  }
  await page.click('#inset');
  await bothAreIn(page);
  // A tool far from the bone is as small in a picture of its own.
  await hold(page, moved(placed, [0, 0, 120]));
  await eventually(async () => expect(await shows()).toBe(''));
  expect(await page.isVisible('#inset')).toBe(false);
});

test('the tool in the picture, what is marked there, and the numbers are of one pose in every frame', async () => {
  const found = await page.evaluate(
    async (poses) => {
      const { workbench } = globalThis as never as {
        workbench: {
          hold(p: number[]): void;
          shown(): { picture: number[]; numbers: number[] };
          frame(): Promise<void>;
        };
      };
      let [compared, apart] = [0, 0];
      const seen = new Set<string>();
      const observer = new MutationObserver(() => {
        const { drawn, reported } = document.body.dataset;
        // The report of a frame can still be on its way to the page.
        if (Number(reported) < Number(drawn)) return;
        const { picture, numbers } = workbench.shown();
        compared++;
        seen.add(String(numbers));
        if (String(picture) !== String(numbers)) apart++;
      });
      observer.observe(document.body, { attributes: true, attributeFilter: ['data-frames'] });
      for (const pose of poses) {
        workbench.hold(pose);
        await workbench.frame();
      }
      observer.disconnect();
      return { compared, apart, poses: seen.size };
    },
    Array.from({ length: 40 }, (_, i) => Array.from(path.subarray(16 * (60 + i), 16 * (61 + i)))),
  );
  expect(found.apart).toBe(0);
  expect(found.compared).toBeGreaterThan(20);
  expect(found.poses).toBeGreaterThan(10);
  await settled(page);
  expect(said).toEqual([]);
  expect(saidOnPhone).toEqual([]);
});

test('the panel shows the chart without scrolling, and the rest behind one button', async () => {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = false;
    (document.getElementById('panel') as HTMLElement).scrollTop = 0;
  });
  const box = await page.locator('#chart').boundingBox();
  expect(box !== null && box.y + box.height <= 700).toBe(true);
  expect(await page.locator('#panel').evaluate((panel) => panel.scrollHeight <= panel.clientHeight)).toBe(true);
  for (const key of ['g', 'k', 'z', '0', 'c', 'f']) expect(await page.isVisible(`#do-${key}`)).toBe(true);
  expect(await page.isVisible('#choose-bone')).toBe(false);
  await page.click('#more > summary');
  expect(await page.isVisible('#choose-bone')).toBe(true);
  expect(await page.textContent('#help-backend')).toContain('backend cpu');
});

test('until the first picture, a bar and words say what is done', async () => {
  const { page: slow } = await opened(
    (fresh) => fresh.route('**/detector-worker.js', async () => {}),
    async (fresh) => {
      expect(await fresh.isVisible('#waiting')).toBe(true);
      expect(await fresh.textContent('#waiting p')).toMatch(/\S+ …$/);
      expect(await fresh.isVisible('#waiting progress')).toBe(true);
      // Without its detector the page would wait for ever.
      await fresh.unroute('**/detector-worker.js');
      await fresh.reload();
    },
  );
  expect(await slow.isVisible('#waiting')).toBe(false);
});
