// The page of examples/guides/in-a-page.md, as it stands, served by Vite: its worker answers as Node does. Needs dist/,
// which `npm test` builds first.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from '@jest/globals';
import { sawBlade, skullPhantom } from '#datasets';
import { createDetector } from '#kerf';
import { launchBrowser } from '#harness/browser.mjs';
import { guideFolder } from '#harness/guide-folder.ts';
import { pageBlocks } from '#spec/docs/pages.mjs';

const root = join(import.meta.dirname, '../..');
const POSE = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 12, 17.5, 72, 1];

const browser = await launchBrowser();
afterAll(() => browser.close());

test('the page shows the penetration that Node computes', async () => {
  const folder = await guideFolder('guide-page');
  for (const { file, code } of pageBlocks(readFileSync(join(root, 'examples/guides/in-a-page.md'), 'utf8')))
    if (file !== null) writeFileSync(join(folder, file), code);
  const server = spawn(process.execPath, [join(root, 'spec/harness/vite-server.mjs'), folder]);
  try {
    const [address] = (await once(createInterface(server.stdout), 'line')) as [string];
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(address);
    await page.waitForFunction(() => document.querySelector('#answer')?.textContent !== '');
    const tool = sawBlade();
    const options = { bone: skullPhantom(), tool, feed: tool.feed, contactDistance: 0.2, resolution: 0.5 };
    const { state, penetration } = (await createDetector({ ...options, backend: 'cpu' })).detectSync(POSE);
    expect(state).toBe('intersecting');
    const [inside, ahead] = [penetration?.insertion?.high.toFixed(2), penetration?.wallAhead?.low.toFixed(2)];
    expect(await page.textContent('#answer')).toBe(`${state}: ${inside} mm in, ${ahead} mm of bone ahead`);
    expect(errors).toEqual([]);
  } finally {
    server.kill();
  }
});
