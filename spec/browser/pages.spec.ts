// report.html, validation.html and the workbench in a real browser, under the locale of containers and under others:
// all parts are there; if one fails, a sentence takes its place and the others go on. Needs dist/, which `npm test`
// builds first.

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeDataset } from '#datasets';
import { writeMesh } from '#io';
import { runAside } from '#harness/command.ts';
import { partOf } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { openWorkbench } from '#harness/workbench-page.ts';

const kerf = (cwd: string, ...words: string[]) => runAside(cwd, process.execPath, resolve('dist/cli.js'), ...words);
const { browser, address: workbench, close } = await openWorkbench();
afterAll(close);

const pages = { report: '', validation: '' };
beforeAll(async () => {
  const folder = await temporaryFolder('pages');
  await writeFile(join(folder, 'bone.ply'), writeMesh(makeDataset('sphere', { faces: 320 }), 'ply'));
  await writeFile(join(folder, 'tool.stl'), writeMesh(makeDataset('box', { faces: 12 }), 'stl'));
  // The box, 20 mm long, approaches the sphere of radius 10 mm from the side and enters it.
  const poses = [30, 20.1, 18, 3.25].map((x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1].join(','));
  await writeFile(join(folder, 'path.csv'), poses.join('\n'));
  const bodies = ['--bone', 'bone.ply', '--tool', 'tool.stl', '--path', 'path.csv'];
  const options = ['--distance', '0.2', '--resolution', '4'];
  await Promise.all([
    kerf(folder, 'detect', ...bodies, ...options, '--out', 'detected'),
    kerf(folder, 'validate', ...bodies, ...options, '--samples', '4', '--out', 'proved'),
  ]);
  pages.report = join(folder, 'detected/report.html');
  pages.validation = join(folder, 'proved/validation.html');
});

interface Opened {
  readonly page: Page;
  /** Uncaught errors. */
  readonly uncaught: readonly string[];
}

/** @param fault runs in the page before its script. */
async function opened(address: string, options: BrowserContextOptions = {}, fault?: () => void): Promise<Opened> {
  // A CPU draws every pixel, and no test looks at one.
  const page = await browser.newPage({ viewport: { width: 800, height: 400 }, deviceScaleFactor: 0.5, ...options });
  if (fault) await page.addInitScript(fault);
  const uncaught: string[] = [];
  page.on('pageerror', ({ message }) => uncaught.push(message));
  await page.goto(address.startsWith('http') ? address : pathToFileURL(address).href);
  return { page, uncaught };
}

/** A picture drawn by vtk.js, a plot drawn by uPlot, and the sentence in place of a part that cannot be drawn. */
const SCENE = '#picture .stage canvas';
const PLOT = '.uplot canvas';
const NOTICE = '.notice';
const isThere = (page: Page, what: string, count = 1) =>
  page.waitForFunction(([selector, least]) => document.querySelectorAll(selector).length >= least, [
    what,
    count,
  ] as const);

/** What a fault removes: kinds of drawing, and the language in which uPlot formats numbers. */
const FAULTS = {
  plot: () => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...given: unknown[]) {
      if (kind === '2d') throw new Error('no plots today');
      return Reflect.apply(getContext, this, [kind, ...given]);
    } as never;
  },
  // As under a POSIX locale before that was fixed: uPlot throws while it is loaded.
  plotWhileLoading: () => {
    Intl.NumberFormat = function NumberFormat() {
      throw new RangeError('no numbers today');
    } as never;
  },
  scene: () => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...given: unknown[]) {
      if (kind.startsWith('webgl') && this.isConnected) throw new Error('no pictures today');
      return Reflect.apply(getContext, this, [kind, ...given]);
    } as never;
  },
};

const PLOT_FAULTS = ['plot', 'plotWhileLoading'] as const;

const LOCALES: readonly (readonly [says: string, options: BrowserContextOptions])[] = [
  ['C.UTF-8', {}],
  ['en-US', { locale: 'en-US' }],
  ['de-DE', { locale: 'de-DE' }],
];

test('the browser of the specs has the locale of containers', async () => {
  const page = await browser.newPage();
  expect(await page.evaluate(() => navigator.language)).toBe('en-US@posix');
  await page.close();
});

/** The number of the pose shown, according to the report. */
const shownPose = async (page: Page) => /^Pose (\d+)/.exec((await page.textContent('.status')) ?? '')?.[1];
async function slide(page: Page, to: string): Promise<void> {
  await page.locator('input[type=range]').fill(to);
  expect(await shownPose(page)).toBe(to);
  expect(await page.locator('tr.selected').getAttribute('data-row')).toBe(to);
}

describe('report.html', () => {
  test.each(partOf(LOCALES, 3, 0))('under %s: picture, plot, slider and table', async (_says, options) => {
    const { page, uncaught } = await opened(pages.report, options);
    for (const part of [SCENE, PLOT]) await isThere(page, part);
    await slide(page, '1');
    await slide(page, '3');
    expect(await page.locator('tr[data-row]').count()).toBe(4);
    expect(await page.locator(NOTICE).count()).toBe(0);
    expect(uncaught).toEqual([]);
    await page.close();
  });
  test.each(partOf(PLOT_FAULTS, 2, 0))('without what draws its plot (%s): a sentence, and the rest', async (fault) => {
    const { page } = await opened(pages.report, {}, FAULTS[fault]);
    for (const part of [SCENE, `#plot ${NOTICE}`]) await isThere(page, part);
    await slide(page, '3');
    expect(await page.textContent(`#plot ${NOTICE}`)).toMatch(/plot.*today.*\.$/);
    expect(await page.locator('fieldset button').count()).toBeGreaterThan(3);
    expect(await page.locator(NOTICE).count()).toBe(1);
    await page.close();
  });
  test('without what draws its picture: a sentence, and the rest', async () => {
    const { page } = await opened(pages.report, {}, FAULTS.scene);
    for (const part of [PLOT, `#picture ${NOTICE}`]) await isThere(page, part);
    await slide(page, '3');
    expect(await page.textContent(`#picture ${NOTICE}`)).toMatch(/picture.*no pictures today.*\.$/);
    expect(await page.locator(NOTICE).count()).toBe(1);
    await page.close();
  });
});

describe('validation.html', () => {
  const PLOTS = 4;
  const shownCase = async (page: Page) => /^Case (\d+)/.exec((await page.textContent('.status')) ?? '')?.[1];
  async function choose(page: Page, index: number): Promise<void> {
    await page.locator(`button[data-case="${index}"]`).click();
    expect(await shownCase(page)).toBe(String(index + 1));
  }

  test.each(partOf(LOCALES, 3, 2))('under %s: picture, plots and table', async (_says, options) => {
    const { page, uncaught } = await opened(pages.validation, options);
    await isThere(page, SCENE);
    await isThere(page, PLOT, PLOTS);
    await choose(page, 1);
    expect(await page.locator(NOTICE).count()).toBe(0);
    expect(uncaught).toEqual([]);
    await page.close();
  });
  inLong(() => {
    test.each(partOf(PLOT_FAULTS, 2, 1))(
      'without what draws its plots (%s): sentences, and the rest',
      async (fault) => {
        const { page } = await opened(pages.validation, {}, FAULTS[fault]);
        await isThere(page, SCENE);
        await isThere(page, `#plots ${NOTICE}`, PLOTS);
        await choose(page, 1);
        expect(await page.locator(NOTICE).count()).toBe(PLOTS);
        await page.close();
      },
    );
  });
  inLong(() => {
    test('without what draws its picture: a sentence, and the rest', async () => {
      const { page } = await opened(pages.validation, {}, FAULTS.scene);
      await isThere(page, PLOT, PLOTS);
      await isThere(page, `#picture ${NOTICE}`);
      await choose(page, 1);
      expect(await page.locator(NOTICE).count()).toBe(1);
      await page.close();
    });
  });
});

describe('the workbench', () => {
  const CHART = '#chart .uplot canvas';
  const reported = (page: Page) => page.waitForFunction(() => document.body.dataset.reported !== undefined);
  const isDrawn = (page: Page) =>
    page.waitForFunction(() => document.body.dataset.drawn === document.body.dataset.reported);
  /** Checks that its numbers follow the saw. */
  async function isHeld(page: Page): Promise<void> {
    const before = await page.evaluate(() => document.body.dataset.reported);
    await page.keyboard.press('s');
    await page.waitForFunction((old) => document.body.dataset.reported !== old, before);
    expect(await page.textContent('#number-state')).toMatch(/^(separated|near|intersecting|enclosed)$/);
    expect(await page.textContent('#help-backend')).toContain('backend cpu');
  }

  test.each(partOf(LOCALES, 3, 0))('under %s: picture, numbers and chart', async (_says, options) => {
    const { page, uncaught } = await opened(workbench, options);
    await reported(page);
    await isThere(page, CHART);
    await isDrawn(page);
    await isHeld(page);
    expect(await page.locator(NOTICE).count()).toBe(0);
    expect(uncaught).toEqual([]);
    await page.close();
  });
  inLong(() => {
    test.each(partOf(PLOT_FAULTS, 2, 1))(
      'without what draws its chart (%s): a sentence, and the rest',
      async (fault) => {
        const { page } = await opened(workbench, {}, FAULTS[fault]);
        await reported(page);
        await isThere(page, `#chart ${NOTICE}`);
        expect(await page.textContent(`#chart ${NOTICE}`)).toMatch(/chart.*today.*\.$/);
        await isDrawn(page);
        await isHeld(page);
        await page.close();
      },
    );
  });
  test('without a thread that draws its picture: a sentence, and the rest', async () => {
    const { page } = await opened(workbench, {}, () => {
      HTMLCanvasElement.prototype.transferControlToOffscreen = () => {
        throw new Error('no pictures today');
      };
    });
    await reported(page);
    await isThere(page, CHART);
    expect(await page.textContent('.no-picture')).toContain('no pictures today');
    await isHeld(page);
    await page.close();
  });
});

test('at the width of a phone nothing of the report lies beside the page, and its picture is wide', async () => {
  const screen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const { page, uncaught } = await opened(pages.report, { ...screen, locale: 'de-DE' });
  await isThere(page, '#picture canvas');
  const { width = 0, height = 0 } = (await page.locator('#picture canvas').first().boundingBox()) ?? {};
  expect(width).toBeGreaterThan(340);
  expect(height).toBeGreaterThan(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await isThere(page, PLOT);
  expect(await page.locator(NOTICE).count()).toBe(0);
  expect(uncaught).toEqual([]);
  await page.close();
});
