// The trainer of the packed and installed package, in a real browser: a task done by mouse, keys and a gamepad, and by
// touch on a phone; its score is that of the path in its link, computed here, and the link opens to the same score.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readMesh } from '#kerf';
import { PATIENCE } from '#harness/browser.mjs';
import { packedWorkbench, statusOf } from '#harness/packed-workbench.ts';
import { inLong } from '#harness/sets.ts';
import { taskOf } from '../../examples/trainer/src/link.ts';
import { planText } from '../../examples/trainer/src/plan-file.ts';
import { phantomPlan } from '../../examples/trainer/src/phantom-plan.ts';
import { scoreOf } from '../../examples/trainer/src/score.ts';
import { scoreRows, verdictOf } from '../../examples/trainer/src/score-words.ts';

const { folder, served, opened, close } = await packedWorkbench();
afterAll(close);

const waiting = { polling: 100, timeout: PATIENCE };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 0.5, isMobile: true, hasTouch: true };

const isAt = (page: Page, name: string, value: string) =>
  page.waitForFunction(([key, wanted]) => document.body.dataset[key] === wanted, [name, value], waiting);
const isDone = (page: Page) =>
  page.waitForFunction(() => document.getElementById('task')?.getAttribute('aria-busy') === 'false', null, waiting);

async function begun(page: Page, press: (selector: string) => Promise<void>): Promise<void> {
  await page.waitForFunction(() => document.body.dataset.contact !== undefined, null, waiting);
  await press('#task-begin');
  await isAt(page, 'task', 'doing');
  await isDone(page);
}

/** Pushes in small steps, since the tool goes on while a button is held, however late its report comes. */
async function pushed(page: Page, tap: () => Promise<void>): Promise<void> {
  for (let taps = 0; taps < 200; taps++) {
    await tap();
    await page.waitForFunction(() => document.body.dataset.drawn === document.body.dataset.reported, null, waiting);
    if (await page.evaluate(() => document.body.dataset.through === 'true')) return;
  }
  throw new Error('200 taps have not brought the burr through the bone');
}

/** The rows of the score as the page shows them: what, found, aim. */
const shown = (page: Page) =>
  page.evaluate(() => ({
    verdict: document.getElementById('verdict')?.textContent,
    rows: [...document.querySelectorAll('#score tr')].map((row) => [
      row.querySelector('th')?.textContent,
      row.querySelector('td:last-child')?.firstChild?.textContent,
      row.className,
    ]),
  }));

/** What a link's score must be, computed in this process. */
async function scoreOfLink(address: string) {
  const { plan, path } = await taskOf(new URL(address).hash);
  const bone = readMesh(readFileSync(join(folder, 'node_modules/kerf/dist/workbench/skull-phantom.ply')), 'ply');
  const rows = scoreRows(await scoreOf(plan, path, bone), plan);
  return {
    path,
    shown: { verdict: verdictOf(rows), rows: rows.map(({ what, found, verdict }) => [what, found, verdict ?? '']) },
  };
}

async function linked(page: Page): Promise<string> {
  await page.locator('#task-link').dispatchEvent('click');
  await page.waitForFunction(() => location.hash.startsWith('#task='), null, waiting);
  return page.url();
}

/** Pushes the browser's first gamepad. */
const pad = (page: Page, down: number[]) =>
  page.evaluate((pressed) => {
    const buttons = Array.from({ length: 17 }, (_, n) => {
      const value = pressed.includes(n) ? 1 : 0;
      return { pressed: value > 0, touched: value > 0, value };
    });
    const now = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0], buttons };
    navigator.getGamepads = () => [now] as never;
    dispatchEvent(new Event('gamepadconnected'));
  }, down);

test('a burr hole by keys, a line by gamepad and mouse: its score is the path’s, and the link opens to it', async () => {
  const server = await served();
  const { page, said } = await opened(server.address);
  await begun(page, (selector) => page.click(selector));
  await page.click('#do-k');
  await isAt(page, 'cutting', 'true');
  await pushed(page, () => page.keyboard.press('s'));
  expect(await page.textContent('#ahead b')).toBe('through');
  await page.click('#do-k');
  await isAt(page, 'cutting', 'false');
  await page.click('#task-step-2');
  await isDone(page);
  await page.click('#do-k');
  await isAt(page, 'cutting', 'true');
  // The right trigger pushes the saw into the bone.
  await pad(page, [7]);
  await page.waitForFunction(() => Number.parseFloat(document.getElementById('number-insertion')?.textContent ?? '') > 2, null, waiting); // biome-ignore format: a line
  await pad(page, []);
  await page.keyboard.down('Shift');
  await page.mouse.move(200, 200);
  await page.mouse.down();
  await page.mouse.move(215, 200, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.click('#task-finish');
  await isAt(page, 'task', 'scored');
  const found = await shown(page);
  const address = await linked(page);
  const { path, shown: computed } = await scoreOfLink(address);
  expect(found).toEqual(computed);
  expect(new Set(path.passes.map(({ tool }) => tool))).toEqual(new Set(['burr', 'saw']));
  // Through the bone, in the middle of its circle, but not all the way round.
  const row = (what: string) => found.rows.find(([name]) => name?.startsWith(what)) ?? [];
  expect(row('Plunge')[1]).toMatch(/^\d/);
  expect(Number.parseFloat(row('Burr off')[1] ?? '')).toBeLessThan(0.1);
  expect(row('Flap')).toEqual(['Flap', 'not free', 'missed']);
  expect(said).toEqual([]);
  await page.close();
  const other = await opened(address, PHONE);
  await isAt(other.page, 'task', 'scored');
  expect(await shown(other.page)).toEqual(found);
  expect(other.said).toEqual([]);
  await other.page.close();
  expect(await server.close()).toBe(0);
});

inLong(() => {
  test('on a phone by touch, with a plan of one’s own; a broken link and a plan for another bone are refused', async () => {
    writeFileSync(join(folder, 'mine.json'), planText({ ...phantomPlan(), name: 'My own', structures: [] }));
    const server = await served('--plan', 'mine.json');
    const { page, said } = await opened(server.address, PHONE);
    await isAt(page, 'task', 'doing');
    await isDone(page);
    expect(await page.textContent('#task h2')).toBe('My own');
    await page.tap('#thumbs button:text("Cut")');
    await isAt(page, 'cutting', 'true');
    await pushed(page, () =>
      page.locator('#thumbs button:text("Push")').evaluate((button) => {
        for (const name of ['pointerdown', 'pointerup']) button.dispatchEvent(new PointerEvent(name));
      }),
    );
    await page.tap('#grip');
    await page.tap('#task-finish');
    await isAt(page, 'task', 'scored');
    const found = await shown(page);
    const address = await linked(page);
    expect(found).toEqual((await scoreOfLink(address)).shown);
    expect(said).toEqual([]);
    await page.close();
    for (const [wrong, says] of [
      [address.slice(0, -6), /link/],
      [`${server.address}&bone=given/plan/mine.json`, /\.$/],
    ] as const) {
      const { page: refused } = await opened(wrong);
      await isAt(refused, 'state', 'failed');
      expect(await statusOf(refused)).toMatch(says);
      await refused.close();
    }
    expect(await server.close()).toBe(0);
  });
});
