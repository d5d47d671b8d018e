// `kerf workbench` of the packed and installed package, in an empty folder, opened in a real browser.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { box, sphere } from '#datasets';
import { writeMesh } from '#kerf';
import { launchBrowser, PATIENCE } from '#harness/browser.mjs';
import { installPackage } from '#harness/installed-package.ts';

const { folder, remove } = installPackage();
const browser = await launchBrowser();
const children = new Set<ChildProcess>();
afterAll(async () => {
  // Of tests that failed: they would never end.
  for (const child of children) child.kill('SIGKILL');
  await browser.close();
  remove();
});

async function served(...words: string[]) {
  const child = spawn(join(folder, 'node_modules/.bin/kerf'), ['workbench', ...words], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  children.add(child);
  let text = '';
  const address = await new Promise<string>((done, fail) => {
    child.stdout!.on('data', (part) => {
      text += part;
      const found = /http:\S+/.exec(text);
      if (found !== null) done(found[0]);
    });
    child.on('exit', (code) => fail(new Error(`kerf workbench ended with ${code}`)));
  });
  return {
    address,
    async close() {
      child.removeAllListeners('exit');
      child.kill('SIGINT');
      const [code] = await once(child, 'exit');
      children.delete(child);
      return code;
    },
  };
}

async function opened(address: string): Promise<{ page: Page; said: string[] }> {
  const page = await browser.newPage({ viewport: { width: 800, height: 400 }, deviceScaleFactor: 0.5 });
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('requestfailed', (request) => said.push(request.url()));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !request.url().startsWith('blob:'))
      said.push(request.url());
  });
  await page.goto(address);
  return { page, said };
}
const stateOf = (page: Page) => page.evaluate(() => document.getElementById('status')?.textContent);

test('the bone and the tool that are given are opened, and report their contacts', async () => {
  writeFileSync(join(folder, 'ball #1.stl'), writeMesh(sphere({ radius: 40, subdivisions: 3 }), 'stl'));
  writeFileSync(join(folder, 'cube.ply'), writeMesh(box({ size: 10 }), 'ply'));
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 44, 1];
  writeFileSync(join(folder, 'down.json'), JSON.stringify({ poses: [pose, pose.with(14, 60)] }));
  const server = await served('--bone', 'ball #1.stl', '--tool', 'cube.ply', '--motion', 'down.json');
  const { page, said } = await opened(server.address);
  // The cube's lower side is 1 mm below the ball's highest point.
  await page.waitForFunction(() => document.body.dataset.contact === 'intersecting', null, {
    polling: 100,
    timeout: PATIENCE,
  });
  type Page = { workbench: { pose(): number[] } };
  expect(await page.evaluate(() => (globalThis as never as Page).workbench.pose())).toEqual(pose);
  expect(await stateOf(page)).toMatch(/^(ball #1\.stl, 1,280 faces|2 poses of down\.json)$/);
  expect(await page.evaluate(() => (document.getElementById('tool') as HTMLSelectElement).value)).toBe('file');
  expect(said).toEqual([]);
  await page.close();
  expect(await server.close()).toBe(0);
});

test('without files it opens the phantom; an address that names what is not there says so', async () => {
  const server = await served();
  const first = await opened(server.address);
  await first.page.waitForFunction(() => document.body.dataset.contact !== undefined, null, {
    ...{ polling: 100, timeout: PATIENCE },
  });
  expect(await stateOf(first.page)).toBe('skull-phantom.ply, 50,000 faces');
  expect(first.said).toEqual([]);
  await first.page.close();
  for (const [query, says] of [
    ['bone=given/bone/none.stl', '"none.stl", which the address names as the bone, is not served'],
    ['tool=https://evil.example/saw.stl', 'which is no file beside this page'],
    ['bone=given/../main.js', 'which is no file beside this page'],
  ]) {
    const { page, said } = await opened(`${server.address}?${query}`);
    await page.waitForFunction(() => document.body.dataset.state === 'failed', null, {
      polling: 100,
      timeout: PATIENCE,
    });
    expect(await stateOf(page)).toMatch(new RegExp(says));
    expect(said.filter((text) => text.includes('evil'))).toEqual([]);
    await page.close();
  }
  expect(await server.close()).toBe(0);
});
