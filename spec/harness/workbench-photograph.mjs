// The workbench in a headless Chromium → its picture for the README, and pictures of each of its states to look at.
// node spec/harness/workbench-photograph.mjs [folder]: without a folder, examples/workbench/workbench.png alone.
// Needs dist/.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { serveWorkbench } from './workbench-server.mjs';

/** Of two pixels one is made, so that edges are smooth where a processor draws. */
const DESKTOP = { viewport: { width: 1400, height: 900 }, deviceScaleFactor: 2 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** ms until the bone's shade is counted, which nothing waits for. */
const SHADE = 6000;
const PRESENTED = 3000;

const [folder] = process.argv.slice(2);
const server = await serveWorkbench();
const browser = await launchBrowser();
if (folder === undefined) await photograph(DESKTOP, { 'examples/workbench/workbench': sawing });
else {
  mkdirSync(folder, { recursive: true });
  await photograph(DESKTOP, {
    [join(folder, 'desktop-opening')]: async () => {},
    [join(folder, 'desktop-placed')]: (page) => page.keyboard.press('g'),
    [join(folder, 'desktop-sawing')]: sawing,
    [join(folder, 'desktop-help')]: (page) => page.keyboard.press('?'),
  });
  await photograph(PHONE, {
    [join(folder, 'phone-opening')]: async () => {},
    [join(folder, 'phone-placed')]: (page) => page.tap('#thumbs button:text("Place")'),
    [join(folder, 'phone-sheet')]: (page) => page.tap('#grip'),
    [join(folder, 'phone-help')]: (page) => page.tap('#open-help'),
  });
}
await browser.close();
await server.close();

/** Each picture in the state that its step leaves the page in, one after the other. */
async function photograph(options, steps) {
  const page = await browser.newPage(options);
  await page.goto(server.address);
  await page.waitForFunction(() => document.body.dataset.contact !== undefined);
  await page.waitForTimeout(SHADE);
  for (const [name, step] of Object.entries(steps)) {
    await step(page);
    await page.waitForTimeout(1000);
    await page.waitForFunction(() => document.body.dataset.drawn === document.body.dataset.reported);
    await page.evaluate(() => globalThis.workbench.frame());
    // A frame that is drawn is presented some frames later.
    await page.waitForTimeout(PRESENTED);
    await page.screenshot({ path: `${name}.png`, scale: 'css' });
  }
  await page.close();
}

/** Three millimetres deep in the vault, and looked at there. */
async function sawing(page) {
  await page.evaluate(async () => {
    const { cutting, hold } = globalThis.workbench;
    hold(cutting(0.4));
  });
  await page.keyboard.press('c');
}
