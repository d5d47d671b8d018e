// What a visitor to the workbench sees first, in a real browser: the whole skull with the saw beside it, a tool that is
// placed on any bone, a help sheet, and a phone's layout. Needs dist/, which the sets' commands build first.

import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sphere } from '#datasets';
import { createDetector, type TriangleMesh, writeMesh } from '#kerf';
import { bone, eventually, newest, openWorkbench, options, poseShown, settled, tap } from '#harness/workbench-page.ts';
import { backdropAt, cameraOf, coloursAt, isSame, showOnly, sizeOf, View } from '#harness/workbench-picture.ts';

const { browser, address, opened, close } = await openWorkbench(1);
afterAll(close);

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** One page of each kind for all tests; the last test opens another bone. */
const { page: desktop, said } = await opened((fresh) => fresh.setViewportSize({ width: 900, height: 560 }));
const phone = await openedOnPhone();

async function openedOnPhone(): Promise<Page> {
  const page = await browser.newPage(PHONE);
  await page.goto(address);
  await page.waitForFunction(() => document.body.dataset.contact !== undefined);
  return page;
}

/** The farthest vertices, as shares of the distance from the picture's middle to its edge, across and upward. */
async function seen(page: Page, mesh: TriangleMesh, pose: readonly number[] | null): Promise<{ x: number; y: number }> {
  const size = await sizeOf(page);
  const view = new View(await cameraOf(page), size);
  const most = { x: 0, y: 0 };
  for (let v = 0; v < mesh.positions.length; v += 3) {
    const own = mesh.positions.subarray(v, v + 3);
    const m = pose ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const at = [0, 1, 2].map((k) => m[k] * own[0] + m[4 + k] * own[1] + m[8 + k] * own[2] + m[12 + k]);
    const [x, y] = view.pixelOf(at);
    most.x = Math.max(most.x, Math.abs((2 * x) / size.width - 1));
    most.y = Math.max(most.y, Math.abs((2 * y) / size.height - 1));
  }
  return most;
}

/** A finger's press, its move by that many pixels in steps, and its lift, at once, however busy the machine is. */
async function drag(page: Page, from: readonly [number, number], by: readonly [number, number]): Promise<void> {
  await page.evaluate(
    ([[x, y], [right, down]]) => {
      const touched = document.elementFromPoint(x, y) as Element;
      const send = (type: string, share: number) =>
        touched.dispatchEvent(
          new PointerEvent(type, {
            pointerId: 77,
            pointerType: 'touch',
            isPrimary: true,
            button: type === 'pointermove' ? -1 : 0,
            buttons: type === 'pointerup' ? 0 : 1,
            clientX: x + share * right,
            clientY: y + share * down,
            bubbles: true,
            cancelable: true,
          }),
        );
      send('pointerdown', 0);
      for (let step = 1; step <= 5; step++) send('pointermove', step / 5);
      send('pointerup', 1);
    },
    [from, by] as const,
  );
}

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])(
  'on %s it opens on the whole skull with the saw beside it, both in the picture, which they fill',
  async (_says, page) => {
    await settled(page);
    const pose = await poseShown(page);
    const skull = await seen(page, bone, null);
    const saw = await seen(page, options.tool, pose);
    const most = { x: Math.max(skull.x, saw.x), y: Math.max(skull.y, saw.y) };
    expect(Math.max(most.x, most.y)).toBeLessThan(0.95);
    expect(Math.max(most.x, most.y)).toBeGreaterThan(0.8);
    // Beside it: clear of it, and elsewhere in the picture.
    const detector = await createDetector({ ...options, bone });
    expect(detector.minimumDistance(pose).distance).toBeGreaterThan(5);
    // Both are drawn.
    for (const layer of ['bone', 'tool'] as const) {
      await showOnly(page, layer);
      const size = await sizeOf(page);
      const view = new View(await cameraOf(page), size);
      // In the middle of the cheek, and of the blade.
      const point = layer === 'bone' ? [0, 0, 40] : [12, 13, 14].map((k) => pose[k] + 15 * pose[k - 8]);
      const [x, y] = view.pixelOf(point).map(Math.floor);
      await eventually(async () => {
        const [colour] = await coloursAt(page, [[x, y]]);
        expect(isSame(colour, backdropAt(size, [x, y]))).toBe(false);
      });
    }
  },
);

test('the help sheet opens by key and button, says what each does, and keeps keys from the tool until it is closed', async () => {
  const page = desktop;
  const before = await poseShown(page);
  expect(await page.isVisible('#help')).toBe(false);
  await page.keyboard.press('?');
  expect(await page.isVisible('#help')).toBe(true);
  const text = (await page.textContent('#help')) ?? '';
  for (const says of ['10 mm a second', '40° a second', 'Shift 4 times', '0.25 mm', 'STL, PLY, OBJ', 'Place tool'])
    expect(text).toContain(says);
  await tap(page, 's', 3);
  expect(await poseShown(page)).toEqual(before);
  await page.keyboard.press('Escape');
  expect(await page.isVisible('#help')).toBe(false);
  await page.click('#open-help');
  await page.click('#help header button');
  expect(await page.isVisible('#help')).toBe(false);
  await tap(page, 's', 3);
  expect(await poseShown(page)).not.toEqual(before);
  expect(said).toEqual([]);
});

test('words on buttons are one or two, and whatever can be operated has a name and can be reached by Tab', async () => {
  const page = desktop;
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, .file, summary')].map((one) => {
      const copy = one.cloneNode(true) as HTMLElement;
      for (const key of copy.querySelectorAll('kbd')) key.remove();
      return one.getAttribute('aria-label') ?? copy.textContent?.trim() ?? '';
    }),
  );
  expect(found.length).toBeGreaterThan(20);
  for (const words of found) expect(words).toMatch(/^\S+( \S+)?$/);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, button, [role=img], [role=toolbar]')]
      .filter(
        (one) => !one.getAttribute('aria-label') && !one.labels?.[0]?.textContent?.trim() && !one.textContent?.trim(),
      )
      .map((one) => one.outerHTML),
  );
  expect(nameless).toEqual([]);
  const reached = new Set<string>();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.id ?? ''));
  }
  for (const id of [
    'open-help',
    'choose-bone',
    'choose-tool',
    'tool',
    'iso-value',
    'do-g',
    'do-f',
    'do-b',
    'backend',
    'show-bone',
    'device-holds',
  ])
    expect([id, reached.has(id)]).toEqual([id, true]);
});

test('on a phone the picture is as wide as the screen, the panel a sheet that slides, and what is touched is large enough', async () => {
  const page = phone;
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  const isWide = async () => {
    expect((await sizeOf(page)).width).toBe(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(
      await page.evaluate(() => (document.getElementById('sheet') as HTMLElement).scrollWidth),
    ).toBeLessThanOrEqual(390);
  };
  await isWide();
  const top = async () => ((await page.locator('#panel').boundingBox()) as { y: number }).y;
  const isAt = (least: number, most: number) =>
    eventually(async () => {
      const y = await top();
      expect(y).toBeGreaterThanOrEqual(least);
      expect(y).toBeLessThanOrEqual(most);
    });
  const isOpen = () => page.getAttribute('#grip', 'aria-expanded');
  // It lies below the picture; its numbers are visible, and the rest cannot have the focus.
  await isAt(650, 760);
  const closed = await top();
  const { height } = await sizeOf(page);
  expect(Math.abs(height - closed)).toBeLessThan(2);
  expect(await page.locator('#sheet').evaluate((body) => (body as HTMLElement).inert)).toBe(true);
  await page.tap('#grip');
  await isAt(100, 300);
  expect(await isOpen()).toBe('true');
  await isWide();
  const sizes = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, .file, select, summary, label, input[type=number], input[type=text]',
      ),
    ]
      .filter((one) => one.offsetParent !== null)
      .map(
        (one) =>
          [one.id || one.textContent, one.getBoundingClientRect().width, one.getBoundingClientRect().height] as const,
      ),
  );
  expect(sizes.length).toBeGreaterThan(30);
  for (const [name, width, high] of sizes)
    expect({ name, fits: Math.min(width, high) >= 44 }).toEqual({ name, fits: true });
  // Its grip is dragged down and up again.
  await drag(page, [195, (await top()) + 20], [0, 300]);
  await isAt(closed - 1, closed + 1);
  await drag(page, [195, closed + 20], [0, -200]);
  await isAt(100, 300);
  await page.tap('#grip');
  await isAt(closed - 1, closed + 1);
  expect(await isOpen()).toBe('false');
});

test('a finger turns the view; after Move it moves the tool in the picture’s plane, and Push is held', async () => {
  const page = phone;
  await settled(page);
  const [pose, camera] = [await poseShown(page), await cameraOf(page)];
  // Otherwise a browser would take a finger's move for a scroll.
  expect(
    await page
      .locator('main canvas')
      .first()
      .evaluate((canvas) => getComputedStyle(canvas).touchAction),
  ).toBe('none');
  await drag(page, [200, 250], [80, 0]);
  await settled(page);
  expect(await cameraOf(page)).not.toEqual(camera);
  expect(await poseShown(page)).toEqual(pose);
  const move = page.locator('#thumbs button:text("Move")');
  await move.dispatchEvent('click');
  expect(await move.getAttribute('aria-pressed')).toBe('true');
  const [before, size] = [await cameraOf(page), await sizeOf(page)];
  const view = new View(before, size);
  const from = view.pixelOf(pose.slice(12, 15));
  await drag(page, [200, 250], [40, -60]);
  const after = await poseShown(page);
  const to = view.pixelOf(after.slice(12, 15));
  expect(to[0] - from[0]).toBeCloseTo(40, 3);
  expect(to[1] - from[1]).toBeCloseTo(-60, 3);
  expect(after.slice(0, 12)).toEqual(pose.slice(0, 12));
  await settled(page);
  expect(await cameraOf(page)).toEqual(before);
  // Held by a thumb, it moves into the bone until it is released.
  const push = page.locator('#thumbs button:text("Push")');
  await push.dispatchEvent('pointerdown');
  await page.waitForTimeout(300);
  await push.dispatchEvent('pointerup');
  const pushed = await poseShown(page);
  const down = [0, 1, 2].reduce((sum, k) => sum - after[4 + k] * (pushed[12 + k] - after[12 + k]), 0);
  expect(down).toBeGreaterThan(2.9);
  await page.waitForTimeout(200);
  expect(await poseShown(page)).toEqual(pushed);
});

test('a bone far away that is opened has the tool on it, and both in view; the button brings them there again', async () => {
  const page = desktop;
  const ball = sphere({ radius: 20, subdivisions: 3 });
  const far = { ...ball, positions: ball.positions.map((x, i) => x + 1e4 * [1, -1, 1][i % 3]), name: 'far' };
  await page.setInputFiles('#choose-bone', {
    name: 'far.ply',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(writeMesh(far, 'ply')),
  });
  await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('far.ply, '));
  const detector = await createDetector({ ...options, bone: far });
  const isPlaced = async () => {
    const pose = await poseShown(page);
    expect((await newest(page, pose)).state).toBe('near');
    expect(detector.intersects(pose)).toBe(false);
    expect(detector.minimumDistance(pose).distance).toBeLessThan(0.01);
    // Both are in the picture.
    for (const { x, y } of [await seen(page, far, null), await seen(page, options.tool, pose)])
      expect(Math.max(x, y)).toBeLessThan(1);
    // From close by, the tips are in its middle, and the camera is about the tool's length away.
    await page.keyboard.press('c');
    await settled(page);
    const size = await sizeOf(page);
    const camera = await cameraOf(page);
    const [x, y] = new View(camera, size).pixelOf(pose.slice(12, 15));
    expect(Math.hypot(x - size.width / 2, y - size.height / 2)).toBeLessThan(0.05 * size.height);
    expect(Math.hypot(...camera.position.map((value, k) => value - pose[12 + k]))).toBeLessThan(120);
    return pose;
  };
  const first = await isPlaced();
  // Moves the tool and the view away.
  await page.evaluate(() =>
    (globalThis as never as { workbench: { hold(p: number[]): void } }).workbench.hold([
      ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 500, 1],
    ]),
  );
  await page.keyboard.press('3');
  await page.click('#do-g');
  expect(await isPlaced()).toEqual(first);
  // Pushed by half a millimetre from there, it is in the bone.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tap(page, 's', 2);
  expect((await newest(page, await poseShown(page))).state).toBe('intersecting');
  expect(said).toEqual([]);
});
