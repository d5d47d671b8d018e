// The workbench in a real browser, its saw held by keys. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { openWorkbench, path, shownAt } from '../harness/workbench-page.ts';

const { browser, address, opened, close } = await openWorkbench();
afterAll(close);

test('keys hold the saw: down is into the bone, and back is where it was', async () => {
  const { page } = await opened();
  const start = Array.from(path.subarray(16 * 96, 16 * 97));
  await shownAt(page, start);
  for (let press = 0; press < 4; press++) await page.keyboard.press('s');
  const down = start.map((x, k) => (k >= 12 && k < 15 ? x - 4 * 0.25 * start[k - 8] : x));
  const [x, y, z] = await page.evaluate(() =>
    (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose().slice(12, 15),
  );
  for (const [k, value] of [x, y, z].entries()) expect(value).toBeCloseTo(down[12 + k], 9);
  for (let press = 0; press < 36; press++) await page.keyboard.press('ArrowRight');
  for (let press = 0; press < 9; press++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+w');
  const back = await page.evaluate(() => (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose());
  for (let k = 0; k < 16; k++) expect(back[k]).toBeCloseTo(start[k], 9);
  await page.close();
});

test('a key that is pressed before the bone is there is answered for it', async () => {
  const page = await browser.newPage({ viewport: { width: 600, height: 400 } });
  await page.goto(address);
  await page.waitForFunction(() => 'workbench' in globalThis);
  for (let press = 0; press < 3; press++) await page.keyboard.press('s');
  await page.waitForFunction(() => document.body.dataset.contact !== undefined);
  expect((await shownAt(page, path.subarray(16 * 20, 16 * 21))).state).toBe('separated');
  await page.close();
});
