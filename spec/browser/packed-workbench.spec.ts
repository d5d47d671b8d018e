// `kerf workbench` of the packed and installed package, in an empty folder, opened in a real browser.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { writeMesh } from '#kerf';
import { PATIENCE } from '#harness/browser.mjs';
import { packedWorkbench, statusOf } from '#harness/packed-workbench.ts';

const { folder, served, opened, close } = await packedWorkbench();
afterAll(close);

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
  expect(await statusOf(page)).toMatch(/^(ball #1\.stl, 1,280 faces|2 poses of down\.json)$/);
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
  expect(await statusOf(first.page)).toBe('skull-phantom.ply, 50,000 faces');
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
    expect(await statusOf(page)).toMatch(new RegExp(says));
    expect(said.filter((text) => text.includes('evil'))).toEqual([]);
    await page.close();
  }
  expect(await server.close()).toBe(0);
});
