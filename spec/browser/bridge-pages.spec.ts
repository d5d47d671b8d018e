// The pages in other libraries' scenes, and the one without a bundler, by their command, in a real browser: contacts
// are Node's, and follow the saw. Needs dist/, which `npm test` builds first.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { box, cuttingPath, sawBlade, skullPhantom, sphere } from '#datasets';
import { createDetector, type TriangleMesh, writeMesh } from '#kerf';
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

describe('plain-page', () => {
  /** What the page shows of two bodies, by row; or its error. */
  async function said(bone: TriangleMesh, tool: TriangleMesh, z: number, contactDistance: number) {
    const detector = await createDetector({ bone, tool, contactDistance, resolution: 1, backend: 'cpu' });
    const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1];
    const { state, contacts, intersectingFaces } = detector.detectSync(pose);
    const { distance } = detector.minimumDistance(pose);
    const least = Math.min(...contacts.distance.subarray(0, contacts.length));
    return [
      `state${state}`,
      `smallest distance of the surfaces${distance.toFixed(3)} mm`,
      `pairs of faces that intersect${intersectingFaces.length / 2}`,
      `contacts${contacts.length}`,
      ...(contacts.length > 0 ? [`least signed distance of a contact${least.toFixed(3)} mm`] : []),
    ];
  }

  test('two bodies, two files, a damaged file and no number', () =>
    served('plain-page', async (address) => {
      const page = await browser.newPage({ viewport: { width: 760, height: 560 } });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(address);
      const rows = () => page.locator('tr').allTextContents();
      const settles = async (expected: readonly string[]) => {
        await page.waitForFunction((text) => document.querySelector('output')?.textContent === text, expected.join(''));
        expect(await rows()).toEqual(expected);
      };
      const alert = (says: RegExp) => page.getByRole('alert').filter({ hasText: says }).waitFor();
      const [ball, block] = [sphere({ radius: 10, subdivisions: 4 }), box({ size: [6, 6, 6], divisions: 4 })];

      await settles(await said(ball, block, 0, 0.2));
      await page.locator('#z').fill('9');
      await settles(await said(ball, block, 9, 0.2));
      expect((await rows())[0]).toBe('stateintersecting');
      mkdirSync('out', { recursive: true });
      await page.screenshot({ path: 'out/plain-page.png' });
      await page.locator('#delta').fill('3');
      await page.locator('#z').fill('15');
      await settles(await said(ball, block, 15, 3));

      const file = (name: string, mesh: TriangleMesh) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(writeMesh(mesh, 'ply')),
      });
      const bone = sphere({ radius: 12, subdivisions: 3 });
      await page.locator('#bone').setInputFiles(file('Bone.PLY', bone));
      await settles(await said(bone, block, 15, 3));
      const whole = file('Saw.ply', sawBlade());
      await page.locator('#tool').setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 3_000) });
      await alert(/^TRUNCATED: "Saw\.ply"/);
      await page.locator('#tool').setInputFiles({ ...whole, name: 'saw.docx' });
      await alert(/^UNKNOWN_FORMAT: .*docx/);
      await page.locator('#tool').setInputFiles(whole);
      await settles(await said(bone, sawBlade(), 15, 3));
      await page.locator('#z').fill('');
      await alert(/^NON_FINITE_POSE: .*NaN/);
      await page.locator('#delta').fill('-1');
      await alert(/contactDistance is -1/);
      expect(errors).toEqual([]);
      await page.close();
    }));
});
