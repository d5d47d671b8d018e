// The pages of numbers in a headless Chromium → their pictures, three widths in two schemes, and as printed; their
// sizes, and what the printed ones cut off, as a table.
// node spec/harness/pages-photograph.mjs FOLDER [PAGE …]; without a folder, it makes README.md's stills, the upper end
// of each page. Needs dist/.

import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from './browser.mjs';
import { makeNumberPages, numberPages } from './number-pages.mjs';
import { webpOf } from './webp-of.mjs';

const WIDTHS = [390, 900, 1400];
/** A4 at 96 dots an inch, within margins of 12 mm. */
const PAPER = { width: 703, height: 1032 };
const MARGIN = '12mm';

/** Of a still, whose page is 900 wide. */
const STILL_HEIGHT = 620;
const STILLS = 'examples/guides/pages';

const [given, ...names] = process.argv.slice(2);
const folder = given ?? 'out/pages';
const made = resolve(folder, 'made');
rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
const shown = names.length > 0 ? names : Object.keys(numberPages);
await makeNumberPages(made, shown);
const browser = await launchBrowser();
if (given === undefined) {
  mkdirSync(STILLS, { recursive: true });
  for (const name of shown) {
    const page = await opened(join(made, numberPages[name].file), WIDTHS[1], 'light');
    await page.setViewportSize({ width: WIDTHS[1], height: STILL_HEIGHT });
    writeFileSync(join(STILLS, `${name}.webp`), await webpOf(browser, await page.screenshot({ scale: 'css' })));
    await page.close();
  }
  await browser.close();
  process.exit();
}
console.log('page         bytes      pages printed   cut off when printed, pixels');
for (const name of shown) {
  const path = join(made, numberPages[name].file);
  const shots = join(folder, name);
  for (const colorScheme of ['light', 'dark'])
    for (const width of WIDTHS) {
      const page = await opened(path, width, colorScheme);
      await page.screenshot({ path: `${shots}-${width}-${colorScheme}.png`, scale: 'css', fullPage: true });
      await page.close();
    }
  const page = await opened(path, PAPER.width, 'dark');
  const pdf = await page.pdf({ path: `${shots}.pdf`, format: 'A4', margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN } }); // biome-ignore format: a call
  // A picture of what is printed: the same style, on a page as wide as the paper.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${shots}-printed.png`, scale: 'css', fullPage: true });
  const cut = await page.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  console.log(`${name.padEnd(12)} ${String(statSync(path).size).padEnd(10)} ${String(sheets).padEnd(15)} ${cut}`);
  await page.close();
}
await browser.close();

/** The page with its pictures and plots drawn. */
async function opened(path, width, colorScheme) {
  const isPhone = width < 500;
  const page = await browser.newPage({
    ...{ viewport: { width, height: isPhone ? 844 : PAPER.height }, colorScheme },
    ...(isPhone && { isMobile: true, hasTouch: true }),
  });
  await page.goto(pathToFileURL(path).href);
  if (await page.locator('#kerf-data').count()) await page.waitForSelector('.stage canvas');
  await page.waitForTimeout(1500);
  return page;
}
