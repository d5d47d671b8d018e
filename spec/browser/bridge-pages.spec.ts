// The pages in other libraries' scenes, by their command, in a real browser: contacts are Node's, and follow the saw.
// Needs dist/, which `npm test` builds first.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { cuttingPath, sawBlade, skullPhantom } from '#datasets';
import { createDetector } from '#kerf';
import { launchBrowser } from '#harness/browser.mjs';

const browser = await launchBrowser();
afterAll(() => browser.close());

const [bone, tool] = [skullPhantom({ targetFaces: 50_000 }), sawBlade()];
const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 1, backend: 'cpu' });

/** Serves a page by its command while `use` runs. */
async function served(name: string, use: (address: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, ['examples/bridge-page.mjs', name, '--port', '0']);
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    await use(/http:\S+/.exec(line)?.[0] ?? '');
  } finally {
    server.kill();
  }
}

const words = (page: Page) => page.locator('output').textContent();
/** What the page says of a report, without the time. */
function expected(pose: ArrayLike<number>): string {
  const { state, contacts } = detector.detectSync(pose);
  const least = Math.min(...contacts.distance.subarray(0, contacts.length));
  return `${state}: ${contacts.length} contacts${contacts.length === 0 ? '' : `, least distance ${least.toFixed(2)} mm`};`;
}

/** In the page: moves the saw by x mm; the pose that it then has. */
const MOVES: Record<string, (x: number) => number[]> = {
  'three-page': (x) => {
    const { saw, show } = (globalThis as never as { page: unknown }).page as {
      saw: { position: { x: number }; matrixWorld: { elements: number[] } };
      show(): void;
    };
    saw.position.x += x;
    show();
    return [...saw.matrixWorld.elements];
  },
  'vtk-page': (x) => {
    const { saw, show, poseOf } = (globalThis as never as { page: unknown }).page as {
      saw: { addPosition(by: number[]): void };
      show(): void;
      poseOf(prop: unknown): Float64Array;
    };
    saw.addPosition([x, 0, 0]);
    show();
    return [...poseOf(saw)];
  },
};

test.each(Object.keys(MOVES))('%s: the contacts of the saw, where it is and where it is moved', (name) =>
  served(name, async (address) => {
    const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    await page.goto(address);
    await page.waitForFunction(() => /contacts/.test(document.querySelector('output')?.textContent ?? ''));
    mkdirSync('out', { recursive: true });
    await page.screenshot({ path: `out/${name}.png` });
    const still = await page.evaluate(MOVES[name], 0);
    cuttingPath({ poses: 40 })
      .subarray(16 * 20, 16 * 21)
      .forEach((entry, i) => {
        expect(still[i]).toBeCloseTo(entry, 6);
      });
    expect(await words(page)).toContain(expected(still));
    expect(await words(page)).toMatch(/^intersecting: [1-9]\d\d+ contacts/);
    for (const x of [15, 400]) {
      const pose = await page.evaluate(MOVES[name], x);
      expect(await words(page)).toContain(expected(pose));
    }
    expect(await words(page)).toMatch(/^separated: 0 contacts/);
    expect(said).toEqual([]);
    await page.close();
  }),
);
