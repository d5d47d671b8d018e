// The page in React, by its command, in a real browser: its worker's answers are Node's, the newest pose is the last
// answered, errors are shown, and an unmount ends the worker. Needs dist/, which `npm test` builds first.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sawBlade, skullPhantom } from '#datasets';
import { createDetector } from '#kerf';
import { launchBrowser } from '#harness/browser.mjs';

interface Answer {
  readonly pose: ArrayLike<number>;
  readonly closest: { readonly distance: number; readonly low: number; readonly high: number };
  readonly contacts: number;
  readonly penetrating: boolean;
}
/** What the page shows to scripts. */
interface Contacts {
  readonly answer: Answer | null;
  readonly asked: number;
  readonly answered: number;
  readonly dropped: number;
  readonly ask: (pose: readonly number[]) => void;
  readonly root: { unmount(): void };
}
type Host = { page: Contacts; workers: { made: number; ended: number }; Worker: typeof Worker };

const browser = await launchBrowser();
afterAll(() => browser.close());

const [bone, tool] = [skullPhantom({ targetFaces: 50_000 }), sawBlade()];
const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 1, backend: 'cpu' });

const poseAt = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, x, y, z, 1];
const IN_BONE = poseAt(12, 17.5, 72);
const FAR = poseAt(12, 17.5, 110);

/** Serves the page by its command while `use` runs. */
async function served(mode: string, use: (address: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, ['examples/bridge-page.mjs', 'react', '--port', '0'], {
    env: { ...process.env, NODE_ENV: mode },
  });
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    await use(/http:\S+/.exec(line)?.[0] ?? '');
  } finally {
    server.kill();
  }
}

/** Waits until each pose asked is answered or dropped. */
async function settled(page: Page): Promise<Contacts> {
  await page.waitForFunction(() => {
    const { asked, answered, dropped } = (globalThis as never as Host).page ?? {};
    return asked > 0 && asked === answered + dropped;
  });
  return page.evaluate(() => {
    const { ask, root, ...shown } = (globalThis as never as Host).page;
    return { ...shown, answer: shown.answer && { ...shown.answer, pose: [...Array.from(shown.answer.pose ?? [])] } };
  }) as Promise<Contacts>;
}

/** Types z, mm, and waits for the answer. @returns it, with the words shown. */
async function moved(page: Page, z: string) {
  const { asked } = await settled(page);
  await page.getByRole('spinbutton', { name: 'z, up' }).fill(z);
  await page.waitForFunction((before) => (globalThis as never as Host).page.asked > before, asked);
  const { answer } = await settled(page);
  return { answer, words: await page.locator('output').textContent() };
}

function expectNodes(answer: Answer | null, pose: readonly number[]): void {
  expect(answer?.pose).toEqual(pose);
  const { state, contacts } = detector.detectSync(pose);
  expect(answer?.contacts).toBe(contacts.length);
  expect(answer?.penetrating).toBe(state === 'intersecting' || state === 'enclosed');
  const column = (name: 'distance' | 'low' | 'high') => Math.min(...contacts[name].subarray(0, contacts.length));
  const distance = contacts.length > 0 ? column('distance') : detector.minimumDistance(pose).distance;
  expect(answer?.closest.distance).toBe(distance);
  if (contacts.length > 0) expect(answer?.closest).toEqual({ distance, low: column('low'), high: column('high') });
  expect(answer?.closest.low).toBeLessThanOrEqual(distance);
  expect(answer?.closest.high).toBeGreaterThanOrEqual(distance);
}

/** Counts in the page: a worker that ends as soon as it is made is not reported by the browser. */
function countWorkers(): void {
  const host = globalThis as never as Host;
  host.workers = { made: 0, ended: 0 };
  host.Worker = class extends host.Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      host.workers.made++;
    }
    override terminate() {
      host.workers.ended++;
      super.terminate();
    }
  };
}
const workers = (page: Page) => page.evaluate(() => (globalThis as never as Host).workers);

/** In development StrictMode mounts twice: a worker is ended before the page is used. */
test.each([
  ['production', 1],
  ['development', 2],
])('%s: contacts, the newest of many poses, a bad pose, and the end of the worker', (mode, made) =>
  served(mode, async (address) => {
    const page = await browser.newPage({ viewport: { width: 1000, height: 620 } });
    const said: string[] = [];
    await page.addInitScript(countWorkers);
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
    await page.goto(address);

    const first = await settled(page);
    expectNodes(first.answer, IN_BONE);
    expect(await page.locator('output').textContent()).toMatch(/^penetrating: \d{3} contacts.*distance: −2\.\d{3} mm/);
    expect(await workers(page)).toEqual({ made, ended: made - 1 });
    expect(page.workers()).toHaveLength(1);
    mkdirSync('out', { recursive: true });
    await page.screenshot({ path: 'out/react.png' });

    const far = await moved(page, '110');
    expectNodes(far.answer, FAR);
    expect(far.words).toMatch(/^apart: 0 contacts.*distance: 35\.\d{3} mm/);

    const bad = await moved(page, '');
    expect(bad.words).toMatch(/^PoseError · NON_FINITE_POSE · .*NaN/);
    expectNodes((await moved(page, '72')).answer, IN_BONE);

    const before = await settled(page);
    const series = Array.from({ length: 100 }, (_, i) => poseAt(12, 17.5, 110 - 0.4 * i));
    await page.evaluate((poses) => {
      for (const pose of poses) (globalThis as never as Host).page.ask(pose);
    }, series);
    await page.waitForFunction((asked) => (globalThis as never as Host).page.asked === asked, before.asked + 100);
    const after = await settled(page);
    expectNodes(after.answer, series[99]);
    // All are asked in one task, in which no answer arrives: the first goes to the worker, the last follows it.
    expect([after.answered - before.answered, after.dropped - before.dropped]).toEqual([2, 98]);
    expect(await page.locator('p').textContent()).toBe(
      `poses: ${after.asked} asked, ${after.answered} answered, ${after.dropped} dropped for a newer one`,
    );

    const [worker] = page.workers();
    const closed = worker.waitForEvent('close');
    await page.evaluate(() => (globalThis as never as Host).page.root.unmount());
    await closed;
    expect(await workers(page)).toEqual({ made, ended: made });
    expect(page.workers()).toEqual([]);
    expect(said).toEqual([]);
    await page.close();
  }),
);

test('a worker that cannot be loaded is shown, and so are the poses that wait for it in vain', () =>
  served('production', async (address) => {
    const page = await browser.newPage();
    await page.route('**/worker.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(address);
    await page.getByText(/^Error · WORKER_FAILED · \w.*\.$/).waitFor();
    for (const z of ['80', '81']) await page.getByRole('spinbutton', { name: 'z, up' }).fill(z);
    await page.getByText('poses: 3 asked, 0 answered, 2 dropped for a newer one').waitFor();
    await page.close();
  }));
