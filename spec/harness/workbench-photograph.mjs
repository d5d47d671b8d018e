// The workbench in a headless Chromium → its pictures for the README, or pictures of each of its states to look at.
// node spec/harness/workbench-photograph.mjs [folder]; without a folder, it makes the two in examples/workbench and the
// trainer's. Needs dist/.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { webpOf } from './webp-of.mjs';
import { serveWorkbench } from './workbench-server.mjs';

/** Two pixels become one, so that edges are smooth when a CPU draws. */
const DESKTOP = { viewport: { width: 1400, height: 900 }, deviceScaleFactor: 2, colorScheme: 'dark' };
const NARROW = { viewport: { width: 900, height: 700 }, deviceScaleFactor: 2 };
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
};
/** ms until the bone's shade is computed, for which nothing waits. */
const SHADE = 6000;
const PRESENTED = 3000;

const [folder] = process.argv.slice(2);
const server = await serveWorkbench();
const browser = await launchBrowser();
if (folder === undefined) {
  await photograph(DESKTOP, { 'examples/workbench/workbench': sawing });
  await photograph(DESKTOP, { 'examples/workbench/cutting': cutting });
  await photograph(DESKTOP, { 'examples/trainer/trainer': done });
} else {
  mkdirSync(folder, { recursive: true });
  await photograph(DESKTOP, {
    [join(folder, 'desktop-opening')]: async () => {},
    [join(folder, 'desktop-placed')]: (page) => page.keyboard.press('g'),
    [join(folder, 'desktop-sawing')]: sawing,
    [join(folder, 'desktop-cutting')]: cutting,
    [join(folder, 'desktop-cutting-whole')]: (page) => page.keyboard.press('0'),
    [join(folder, 'desktop-more')]: (page) => page.locator('#more > summary').dispatchEvent('click'),
    [join(folder, 'desktop-help')]: (page) => page.keyboard.press('?'),
  });
  await photograph(PHONE, {
    [join(folder, 'phone-opening')]: async () => {},
    [join(folder, 'phone-placed')]: (page) => page.tap('#thumbs button:text("Place")'),
    [join(folder, 'phone-sheet')]: (page) => page.tap('#grip'),
    [join(folder, 'phone-help')]: (page) => page.tap('#open-help'),
  });
  await photograph(
    { ...NARROW, colorScheme: 'light' },
    { [join(folder, 'narrow-light-opening')]: async () => {}, [join(folder, 'narrow-light-sawing')]: sawing },
  );
  await photograph(
    { ...PHONE, colorScheme: 'light' },
    {
      [join(folder, 'phone-light-opening')]: async () => {},
      [join(folder, 'phone-light-sheet')]: (page) => page.tap('#grip'),
    },
  );
  for (const [name, options] of [
    ['desktop', DESKTOP],
    ['desktop-light', { ...DESKTOP, colorScheme: 'light' }],
    ['narrow', NARROW],
    ['phone', PHONE],
  ])
    await photograph(options, {
      [join(folder, `${name}-task`)]: begin,
      [join(folder, `${name}-task-hole`)]: hole,
      [join(folder, `${name}-task-lifted`)]: done,
      [join(folder, `${name}-task-score`)]: score,
      [join(folder, `${name}-task-sheet`)]: (page) => page.locator('#grip').dispatchEvent('click'),
    });
  await photograph(DESKTOP, { [join(folder, 'desktop-overlap')]: overlap });
  await photograph(PHONE, { [join(folder, 'phone-overlap')]: overlap });
}
await browser.close();
await server.close();

/** Takes each picture in the state in which its step leaves the page, one after the other. */
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
    // A drawn frame is presented some frames later.
    await page.waitForTimeout(PRESENTED);
    const png = await page.screenshot({ scale: 'css' });
    if (folder === undefined) writeFileSync(`${name}.webp`, await webpOf(browser, png));
    else writeFileSync(`${name}.png`, png);
  }
  await page.close();
}

/** Three millimetres deep in the vault, with the view there. */
async function sawing(page) {
  await page.evaluate(async () => {
    const { cutting, hold } = globalThis.workbench;
    hold(cutting(0.4));
  });
  await page.keyboard.press('c');
}

/** The same, showing the bone in the tool in its own colour, and its volume. */
async function overlap(page) {
  await sawing(page);
  // By events, since the panel may cover or hide the element.
  for (const one of ['#more > summary', '#panel summary:text("Numbers")', '#show-overlap'])
    await page.locator(one).dispatchEvent('click');
  await page.locator('#number-bone-in-the-tool').scrollIntoViewIfNeeded();
}

/** The task's plan on the bone, with the burr over the hole. */
async function begin(page) {
  await press(page, '#task-begin');
}

/** The burr in its hole, most of the way through. */
async function hole(page) {
  await page.keyboard.press('k');
  await page.waitForFunction(() => document.body.dataset.cutting === 'true');
  for (let deep = 1; deep <= 12; deep++) {
    await page.evaluate(() => {
      const { pose: held, hold } = globalThis.workbench;
      const pose = held();
      for (let k = 0; k < 3; k++) pose[12 + k] -= pose[4 + k];
      hold(pose);
    });
    await page.waitForFunction(() => document.body.dataset.drawn === document.body.dataset.reported);
  }
}

/** The whole task, as the guide does it, and the flap lifted. */
async function done(page) {
  if (await page.locator('#task-begin').count()) await begin(page);
  await press(page, '#task-guide');
  await press(page, '#task-step-3');
}

async function score(page) {
  await press(page, '#task-finish');
}

/** By an event, since the panel may cover it; until the page has done what it asks for. */
async function press(page, selector) {
  await page.locator(selector).dispatchEvent('click');
  await page.waitForFunction(() => document.getElementById('task').ariaBusy === 'false');
}

/** A slot through the vault, with the saw leaving at its end. */
async function cutting(page) {
  await page.keyboard.press('k');
  await page.waitForFunction(() => document.body.dataset.cutting === 'true');
  for (let n = 0; n <= 24; n++) {
    await page.evaluate(
      ([x, deep]) => {
        const { cutting: poseAt, hold } = globalThis.workbench;
        const pose = poseAt(0.5);
        for (let k = 0; k < 3; k++) pose[12 + k] += x * pose[k] - deep * pose[4 + k];
        hold(pose);
      },
      [n < 8 ? -12 : -12 + (n - 8) * 1.5, n < 8 ? n / 2 - 1 : 2.5],
    );
    await page.waitForFunction(async () => {
      const { newest, pose } = globalThis.workbench;
      const held = pose();
      return (await newest())?.pose.every((x, k) => x === held[k]);
    });
  }
}
