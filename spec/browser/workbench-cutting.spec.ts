// The workbench's cutting tool in a real browser: what is removed, reported, drawn, undone and saved, compared with the
// same cuts made here. Needs dist/.

import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { sawBlade, sphere } from '#datasets';
import { Cutting } from '../../examples/workbench/src/cutting.ts';
import { SAW_STROKE } from '../../examples/workbench/src/tools.ts';
import { createDetector, writeMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import {
  equals,
  eventually,
  hold as holdOn,
  newest,
  openWorkbench,
  options,
  shownAt,
} from '#harness/workbench-page.ts';
import { coloursAt, showOnly, sizeOf } from '#harness/workbench-picture.ts';

const FEED = [0, -1, 0];
/** mm: half of a long, hollow bone, along x and across; the wall is 6 mm thick. In a shorter one, cells are finer. */
const LENGTH = 50;
const RADIUS = 10;
const ball = sphere({ radius: 1, subdivisions: 3 });
const ellipsoid = (length: number, radius: number) => ({
  positions: ball.positions.map((x, i) => x * (i % 3 === 0 ? length : radius)),
  faces: ball.faces,
});
const outer = ellipsoid(LENGTH, RADIUS);
const inner = ellipsoid(LENGTH - 6, RADIUS - 6);
const shell = {
  name: 'shell',
  positions: Float64Array.from([...outer.positions, ...inner.positions]),
  faces: Uint32Array.from([...outer.faces, ...inner.faces.map((v) => v + outer.positions.length / 3).reverse()]),
};
const bytes = Buffer.from(writeMesh(shell, 'ply'));
/** How often it was opened, each time under another name, which the page's status shows. */
let times = 0;
/** A pose with the blade's feed along the shell's −z, and its edge at that depth below the top. */
const at = (deep: number, x = 0) => [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, x, 0, RADIUS - deep, 1];
/** Into the wall, then along it. */
const WAY = [at(-0.5), at(2.5), at(2.5, 1), at(2.5, 2), at(3.5, 2)].slice(0, longRun(5, 2));

const workbench = await openWorkbench();
afterAll(workbench.close);
/** One page for all tests: a newly opened bone is whole, and nothing cuts it. */
const { page, said } = await workbench.opened();
/** Of its picture, per CSS pixel. */
const PIXELS = 0.5;
beforeEach(async () => {
  said.length = 0;
  await switchOff();
});

async function switchOff(): Promise<void> {
  if (await page.evaluate(() => document.body.dataset.cutting === 'true')) await page.keyboard.press('k');
  await cutIs(false);
}
/** Opens the shell, with the tool off. */
async function open(): Promise<void> {
  await switchOff();
  const name = `shell-${++times}.ply`;
  await page.setInputFiles('input[type=file]', { name, mimeType: 'application/octet-stream', buffer: bytes });
  await status(`${name}, `);
  await cutIs(false);
}
const status = (part: string) =>
  page.waitForFunction((wanted) => document.getElementById('status')?.textContent?.includes(wanted), part);
const number = (name: string) => page.textContent(`#number-${name}`);
const cutIs = (isOn: boolean) =>
  page.waitForFunction((wanted) => document.body.dataset.cutting === wanted, String(isOn));
const removedIs = (text: string) =>
  page.waitForFunction((wanted) => document.getElementById('number-removed')?.textContent === wanted, text);
async function hold(pose: readonly number[]): Promise<void> {
  await holdOn(page, pose);
  await newest(page, pose);
}

test('what the tool takes away is reported, drawn, undone, done again and saved: as the same cuts take it here', async () => {
  await open();
  const cutting = await Cutting.begin(shell, 2 * LENGTH, sawBlade(), null, SAW_STROKE);
  const detector = await createDetector({ ...options, bone: cutting.surface, feed: FEED });
  await hold(at(-3));
  await page.keyboard.press('k');
  await cutIs(true);
  cutting.switch(true);
  cutting.moveTo(Float64Array.from(at(-3)));
  for (const pose of WAY) {
    await hold(pose);
    const made = cutting.moveTo(Float64Array.from(pose));
    if (made !== null) detector.editBone(made.edit);
  }
  const { loss, low, high } = cutting.summary;
  expect(loss).toBeGreaterThan(10);
  const told = (volume: number) => volume.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  expect(await number('removed')).toBe(`${told(loss)} mm³`);
  expect(await number('removed-bounds')).toBe(`${told(low)}–${told(high)} mm³`);
  await page.keyboard.press('k');
  await cutIs(false);
  const pose = at(1.8, 2);
  equals(await shownAt(page, pose), detector);

  // Raw bone is redder than the bone's own surface. So is the legend, in the picture's lowest quarter.
  await showOnly(page, 'bone');
  const { width, height } = await sizeOf(page);
  const places = Array.from({ length: 60 * 45 }, (_, n): [number, number] => [
    Math.floor((((n % 60) + 0.5) / 60) * width * PIXELS),
    Math.floor(((Math.floor(n / 60) + 0.5) / 60) * height * PIXELS),
  ]);
  const raw = async () => (await coloursAt(page, places)).filter(([r, g]) => r > 60 && r > 1.25 * g).length;
  await page.keyboard.press('c');
  await eventually(async () => expect(await raw()).toBeGreaterThan(3));

  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('v')]);
  expect(download.suggestedFilename()).toBe('kerf-bone.stl');
  expect(readFileSync(await download.path()).equals(writeMesh(cutting.surface, 'stl'))).toBe(true);

  await page.keyboard.press('z');
  await removedIs('0.0 mm³');
  for (const { edit } of cutting.step(true)) detector.editBone(edit);
  equals(await shownAt(page, at(1, 2)), detector);
  await eventually(async () => expect(await raw()).toBe(0));
  expect(await page.isDisabled('#do-z')).toBe(true);
  await page.keyboard.press('y');
  await removedIs(`${told(loss)} mm³`);
  for (const { edit } of cutting.step(false)) detector.editBone(edit);
  equals(await shownAt(page, at(1, 1)), detector);
  expect(said).toEqual([]);
  detector.dispose();
});

inLong(() => {
  test('a tool that cuts is reported as near the inner surface of the bone as it was, and as through it', async () => {
    await open();
    await hold(at(-1));
    await page.keyboard.press('k');
    await cutIs(true);
    const warning = () =>
      page.locator('#through').evaluate((said) => ((said as HTMLElement).hidden ? null : said.textContent));
    await hold(at(3));
    expect(await warning()).toBeNull();
    await hold(at(4.8));
    // The blade's edge is straight and the wall is round: less wall is left at the blade's middle than at its ends.
    const [, low] = /([\d.]+).* mm to the inner surface/.exec((await warning()) as string) as RegExpExecArray;
    expect(Number(low)).toBeGreaterThan(0.8);
    expect(Number(low)).toBeLessThan(1.6);
    await hold(at(8));
    expect(await warning()).toMatch(/^Through the bone: /);
    expect(await page.locator('#through').evaluate((said) => said.classList.contains('near'))).toBe(false);
    await hold(at(-5));
    expect(await warning()).toBeNull();
  });
});

test('the planned plane is the blade’s, and how far the blade is off it is shown', async () => {
  await open();
  await hold(at(-3));
  await page.keyboard.press('n');
  expect(await number('off-the-plan')).toBe('0.00 mm, 0.0°');
  const [c, s] = [Math.cos(0.1), Math.sin(0.1)];
  // 2 mm along the blade's own z, which is the shell's −y, and turned about its y by 0.1 rad.
  await hold([c, s, 0, 0, 0, 0, 1, 0, s, -c, 0, 0, 5, -2, RADIUS + 3, 1]);
  expect(await number('off-the-plan')).toBe('2.00 mm, 5.7°');
  await page.keyboard.press('n');
  expect(await number('off-the-plan')).toBe('–');
});

inLong(() => {
  test('a bone that is felt is cut as fast as the tool takes it away', async () => {
    await open();
    await hold(at(-1));
    await page.keyboard.press('k');
    await cutIs(true);
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.body.dataset.felt === 'free');
    for (let deep = -1; deep <= 6; deep += 0.1) {
      await holdOn(page, at(deep));
      await page.waitForTimeout(20);
    }
    await page.waitForFunction(
      () => Number.parseFloat(document.getElementById('number-removed')?.textContent ?? '') > 1,
    );
    await page.keyboard.press('f');
    await page.keyboard.press('k');
    await cutIs(false);
    // The bone is felt again, as it is now.
    await hold(at(-1));
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.body.dataset.felt === 'free');
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.body.dataset.felt === '');
    expect(said).toEqual([]);
  });
});

test('a bone that bounds no solid cannot be cut, and it says so', async () => {
  await page.setInputFiles('input[type=file]', {
    ...{ name: 'sheet.stl', mimeType: 'model/stl' },
    buffer: Buffer.from(
      writeMesh({ positions: [0, 0, 0, 10, 0, 0, 0, 10, 0], faces: [0, 1, 2], name: 'sheet' } as never, 'stl'),
    ),
  });
  await status('sheet.stl, ');
  await page.keyboard.press('k');
  await status('is open at 3 edges');
  await cutIs(false);
});

inLong(() => {
  test('many bodies are not reported for a bone that is cut, and it says so', async () => {
    await open();
    await page.keyboard.press('k');
    await cutIs(true);
    for (const pose of WAY.slice(0, 2)) await hold(pose);
    await page.check('#others');
    await status('Many bodies are not reported for a bone that is cut');
    expect(await page.isChecked('#others')).toBe(false);
  });
});
