// The pages that the commands write, in a browser: at three widths and in both schemes nothing scrolls sideways and
// every text stands out; on a phone the linked views stand one above the other; on paper all is light and nothing is
// cut off. Needs dist/.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { longRun } from '#harness/long-run.ts';
import { launchBrowser } from '#harness/browser.mjs';
import { makeNumberPages, numberPages } from '#harness/number-pages.mjs';
import { lookOf } from '#harness/page-look.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [390, 900, 1400].slice(0, longRun(3, 1));
/** A4 within margins of 12 mm, at 96 dots an inch. */
const PAPER = 703;
/** Luminances between which no ground lies: text of one colour would stand out too little on one of two. */
const [DARK, LIGHT] = [0.05, 0.8];

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await temporaryFolder('number-pages');
  browser = await launchBrowser();
  await makeNumberPages(folder);
});
afterAll(() => browser.close());

async function opened(name: string, width: number, options: BrowserContextOptions = {}): Promise<Page> {
  // A CPU draws every pixel, and no test looks at one.
  const page = await browser.newPage({ viewport: { width, height: 500 }, deviceScaleFactor: 0.5, ...options });
  await page.goto(pathToFileURL(join(folder, numberPages[name].file)).href);
  if ((await page.locator('#kerf-data').count()) > 0)
    for (const drawn of ['.stage canvas', '.uplot canvas']) await page.waitForSelector(drawn);
  return page;
}

test('the measure: ratios of the guidelines, through layers that let light through, and a page that is too wide', async () => {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  // The least grey that passes on white is #767676, at 4.54; half of black on white is #808080, at 3.95.
  await page.setContent(`<body style="margin: 0"><p style="color: #767676">passes</p><p style="color: #777">grey</p>
<p style="font-size: 24px; color: #777">large passes</p><p hidden style="color: #fff">not shown</p>
<div style="background: #000"><p style="background: #ffffff80; color: #fff">through</p></div>
<svg><text y="20" fill="#fff">drawn</text></svg><div style="width: 430px">wide passes</div></body>`);
  const { sideways, texts, faint, ground } = await lookOf(page);
  expect([sideways, texts, ground]).toEqual([30, 6, 1]);
  expect(faint.map((text) => text.split(':')[0])).toEqual(['grey', 'through', 'drawn']);
  expect(faint[0]).toContain('4.48');
  await page.close();
});

describe.each(Object.keys(numberPages))('%s', (name) => {
  test.each(WIDTHS)('%i pixels wide, nothing scrolls sideways, and all texts stand out', async (width) => {
    for (const colorScheme of SCHEMES) {
      const page = await opened(name, width, { colorScheme });
      const { sideways, texts, faint, ground } = await lookOf(page);
      expect({ colorScheme, sideways, faint }).toEqual({ colorScheme, sideways: 0, faint: [] });
      expect(texts).toBeGreaterThan(50);
      if (colorScheme === 'dark') expect(ground).toBeLessThan(DARK);
      else expect(ground).toBeGreaterThan(LIGHT);
      await page.close();
    }
  });

  test('on paper it is light in a dark room, and nothing is cut off', async () => {
    const page = await opened(name, PAPER, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    const { sideways, faint, ground } = await lookOf(page);
    expect({ sideways, faint }).toEqual({ sideways: 0, faint: [] });
    expect(ground).toBeGreaterThan(LIGHT);
    await page.close();
  });
});

describe.each(['report', 'validation'])('the linked views of %s', (name) => {
  const phone = { isMobile: true, hasTouch: true };
  const boxOf = (page: Page, part: string) => page.locator(`.stage ${part}`).boundingBox();

  test('stand one above the other on a phone, and its hints speak of fingers', async () => {
    const page = await opened(name, 390, phone);
    const [first, second, stage] = [
      await boxOf(page, '.caption.left'),
      await boxOf(page, '.caption.right'),
      await page.locator('.stage').boundingBox(),
    ];
    expect(second!.y).toBeGreaterThan(first!.y + stage!.height / 3);
    expect(second!.x).toBe(first!.x);
    const hints = (await page.locator('#picture .hint, #plot .hint').allTextContents()).join(' ');
    expect(hints).toMatch(/finger/);
    expect(hints).not.toMatch(/click|wheel|shift/i);
    await page.close();
  });

  test('stand side by side on a screen, and its hints speak of the mouse', async () => {
    const page = await opened(name, 900);
    const [first, second] = [await boxOf(page, '.caption.left'), await boxOf(page, '.caption.right')];
    expect(second!.y).toBe(first!.y);
    expect(second!.x).toBeGreaterThan(first!.x + first!.width);
    expect((await page.locator('#picture .hint').allTextContents()).join(' ')).toMatch(/wheel/);
    await page.close();
  });
});
