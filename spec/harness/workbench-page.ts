// The workbench's page, built, served and opened in a real browser; queries for what it shows. Needs dist/.

import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { cuttingPath, sawBlade } from '#datasets';
import { createDetector, type Detector, writeMesh } from '#kerf';
import { launchBrowser, PATIENCE } from './browser.mjs';
import { longRun } from './long-run.ts';
import { phantom } from './phantom.ts';
import { serveSpecWorkbench } from './workbench-server.mjs';

/** The workbench's own values: δ, h, the tool. */
export const options = { contactDistance: 0.2, resolution: 1, backend: 'cpu', tool: sawBlade() } as const;
/**
 * The page's bone on opening: a coarser one than the page's own opens and draws faster. The burr touches only the jaw
 * of the finer one.
 */
export const bone = phantom(longRun(28_000, 10_000));
/** A CPU draws each pixel, so the viewport is only large enough for panel and picture side by side. */
const VIEWPORT = { width: 800, height: 400 };
/** The workbench's motion on opening. */
export const path = cuttingPath({ poses: 240 });

/** The newest report, as the page provides it. */
export interface Shown {
  readonly pose: number[];
  readonly state: string;
  readonly distance: number[];
  readonly low: number[];
  readonly high: number[];
  readonly corners: number[];
  readonly face: number[];
  readonly level: number[];
  readonly path: number[];
}

export interface Workbench {
  readonly browser: Browser;
  readonly address: string;
  /**
   * A page that shows its first report.
   * @param prepare acts on it before it loads, and `meanwhile` once it has loaded.
   * @returns said: its errors.
   */
  opened(
    prepare?: (page: Page) => Promise<unknown>,
    meanwhile?: (page: Page) => Promise<unknown>,
  ): Promise<{ page: Page; said: string[] }>;
  close(): Promise<void>;
}

/**
 * Each spec has a server and a browser of its own, so that it cannot disturb another.
 * @param deviceScaleFactor pixels per CSS pixel: 1 if a spec looks at them; a software GPU draws fewer faster.
 */
export async function openWorkbench(deviceScaleFactor = 0.5): Promise<Workbench> {
  const server = await serveSpecWorkbench(writeMesh(bone, 'ply'));
  const browser = await launchBrowser();
  return {
    browser,
    address: server.address,
    async opened(prepare = async () => {}, meanwhile = async () => {}) {
      const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor });
      await prepare(page);
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
      await page.goto(server.address);
      await meanwhile(page);
      // By a clock, not by frames: a browser has no frames while its drawing stands still.
      const isThere = () => document.body.dataset.contact !== undefined;
      await page.waitForFunction(isThere, null, { polling: 100 }).catch(async (cause) => {
        throw new Error(`The page shows no report. ${await stateOf(page)} ${said.join(' ')}`, { cause });
      });
      // Opens for the spec what the page hides until it is opened, and leaves the picture to a single view.
      await page.evaluate(() => {
        (document.getElementById('show-inset') as HTMLInputElement).click();
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      return { page, said };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The status shown by a page that does not reach its first report. */
function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const status = document.getElementById('status')?.textContent;
    return `${JSON.stringify(document.body.dataset)}; its status: ${JSON.stringify(status)}.`;
  });
}

/** Presses and releases a key at once, so that it is a tap however busy the machine is. */
export async function tap(page: Page, key: string, times = 1, shiftKey = false): Promise<void> {
  await page.evaluate(
    ([name, count, shift]) => {
      for (let i = 0; i < count; i++) {
        const timeStamp = performance.now();
        for (const kind of ['keydown', 'keyup']) {
          const event = new KeyboardEvent(kind, { key: name, shiftKey: shift, bubbles: true, cancelable: true });
          Object.defineProperty(event, 'timeStamp', { value: timeStamp });
          (document.activeElement ?? document.body).dispatchEvent(event);
        }
      }
    },
    [key, times, shiftKey] as const,
  );
}

/** Where the hand is. */
export function poseShown(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose());
}

/** Holds the saw at a pose; its report comes later. */
export async function hold(page: Page, pose: ArrayLike<number>): Promise<void> {
  await page.evaluate(
    (given) => (globalThis as never as { workbench: { hold(p: number[]): void } }).workbench.hold(given),
    Array.from(pose),
  );
}

/** Holds the saw at a pose and waits for its report. */
export async function shownAt(page: Page, pose: ArrayLike<number>): Promise<Shown> {
  await hold(page, pose);
  return newest(page, Array.from(pose));
}

/** Waits for a pose's report and for its picture. */
export async function newest(page: Page, pose: readonly number[]): Promise<Shown> {
  let json: string | null = null;
  while (json === null) {
    await page.waitForTimeout(50);
    // As text, since the browser's driver checks a list number by number and a report has a hundred thousand.
    json = await page.evaluate(async (wanted) => {
      const { newest } = (globalThis as never as { workbench: { newest(): Promise<Saved | null> } }).workbench;
      const saved = await newest();
      return saved?.pose.every((x, k) => x === wanted[k]) ? JSON.stringify(saved) : null;
    }, Array.from(pose));
  }
  const saved: Saved = JSON.parse(json);
  await settled(page);
  return { pose: saved.pose, state: saved.state, ...saved.contacts };
}

/** A report as the page saves it. */
interface Saved {
  readonly pose: number[];
  readonly state: string;
  readonly contacts: Omit<Shown, 'pose' | 'state'>;
}

/** Repeats an assertion about the screen until it holds; a drawn frame is presented some frames later. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; )
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      // Checking without a pause would not present a frame sooner.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** Waits until the picture shows the newest report and everything requested before. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.dataset.drawn === document.body.dataset.reported);
  await page.evaluate(() => (globalThis as never as { workbench: { frame(): Promise<void> } }).workbench.frame());
}

/**
 * Expects, for a tool pressed on the page's own phantom, the hand in the bone and the tool held on its surface.
 * @returns the hand's pose.
 */
export async function staysOut(page: Page): Promise<number[]> {
  const [pressed, held] = await page.evaluate(async () => {
    const { pose, newest } = (globalThis as never as { workbench: { pose(): number[]; newest(): Promise<Saved> } })
      .workbench;
    return [pose(), (await newest()).pose] as const;
  });
  const detector = await createDetector({ ...options, bone });
  expect(detector.intersects(pressed)).toBe(true);
  expect(detector.intersects(held)).toBe(false);
  expect(detector.minimumDistance(held).distance).toBeLessThanOrEqual(0.05);
  return pressed;
}

export function equals(shown: Shown, detector: Detector): void {
  const report = detector.detectSync(shown.pose);
  expect(shown.state).toBe(report.state);
  for (const name of ['distance', 'low', 'high', 'corners'] as const)
    expect(shown[name]).toEqual(Array.from(report.contacts[name]));
}
