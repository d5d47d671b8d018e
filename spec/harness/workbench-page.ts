// The workbench's page: built, served, opened in a real browser, and asked what it shows. Needs dist/.

import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { cuttingPath, sawBlade } from '#datasets';
import { createDetector, type Detector, writeMesh } from '#kerf';
import { launchBrowser, PATIENCE } from './browser.mjs';
import { phantom } from './phantom.ts';
import { SPEC_FACES, serveSpecWorkbench } from './workbench-server.mjs';

/** As the workbench has them: δ, h, the tool. */
export const options = { contactDistance: 0.2, resolution: 1, backend: 'cpu', tool: sawBlade() } as const;
/** The bone that the page has on opening. */
export const bone = phantom(SPEC_FACES);
/** A processor draws each pixel: no more of them than show panel and picture side by side. */
const VIEWPORT = { width: 1000, height: 560 };
/** The motion that the workbench has on opening. */
export const path = cuttingPath({ poses: 240 });

/** The newest report, as the page hands it out. */
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
   * A page that shows its first report. @param prepare what is done to it before it loads. @returns said: its errors.
   */
  opened(prepare?: (page: Page) => Promise<unknown>): Promise<{ page: Page; said: string[] }>;
  close(): Promise<void>;
}

/**
 * Each spec has a server and a browser of its own, so that what one does to them troubles no other.
 * @param deviceScaleFactor pixels a unit of the page: 1 where a spec looks at them; a software GPU draws fewer sooner.
 */
export async function openWorkbench(deviceScaleFactor = 0.5): Promise<Workbench> {
  const server = await serveSpecWorkbench(writeMesh(bone, 'ply'));
  const browser = await launchBrowser();
  return {
    browser,
    address: server.address,
    async opened(prepare = async () => {}) {
      const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor });
      await prepare(page);
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
      await page.goto(server.address);
      // By a clock, not by frames: of these a browser has none while its drawing stands still.
      const isThere = () => document.body.dataset.contact !== undefined;
      await page.waitForFunction(isThere, null, { polling: 100 }).catch(async (cause) => {
        throw new Error(`The page shows no report. ${await stateOf(page)} ${said.join(' ')}`, { cause });
      });
      // What it hides until it is asked for is there for a spec.
      await page.evaluate(() => {
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

/** What a page that does not come to its first report says of itself. */
function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const status = document.getElementById('status')?.textContent;
    return `${JSON.stringify(document.body.dataset)}; its status: ${JSON.stringify(status)}.`;
  });
}

/** A key, down and up at one time, so that it is a tap however busy the machine is. */
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

/** Holds the saw at a pose and waits for the report of it. */
export async function shownAt(page: Page, pose: ArrayLike<number>): Promise<Shown> {
  const wanted = Array.from(pose);
  await page.evaluate(
    (given) => (globalThis as never as { workbench: { hold(p: number[]): void } }).workbench.hold(given),
    wanted,
  );
  return newest(page, wanted);
}

/** Waits for the report of a pose, and for its picture. */
export async function newest(page: Page, pose: readonly number[]): Promise<Shown> {
  let json: string | null = null;
  while (json === null) {
    await page.waitForTimeout(50);
    // As text: the browser's driver checks a list number by number, and a report has a hundred thousand.
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

/** As the page saves it. */
interface Saved {
  readonly pose: number[];
  readonly state: string;
  readonly contacts: Omit<Shown, 'pose' | 'state'>;
}

/**
 * Asserts of what the screen shows, again and again until it holds; a frame that is drawn is presented some frames
 * later.
 */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; )
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      // A frame is not presented sooner for being looked for without a pause.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** Waits until the picture shows the newest report and all that was asked for before. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.dataset.drawn === document.body.dataset.reported);
  await page.evaluate(() => (globalThis as never as { workbench: { frame(): Promise<void> } }).workbench.frame());
}

/**
 * Of a tool that is pressed on the page's own phantom: the hand is in the bone, the tool is held on it.
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
