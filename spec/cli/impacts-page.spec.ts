// impacts.html: what it says, that it requests nothing from outside.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import {
  FALLING,
  FALLING_TIMES,
  type FoundJson,
  kerfImpacts,
  type Moving,
  stepFiles,
  sunk,
  writeSurface,
} from '#harness/impacts-command.ts';
import { inDeep } from '#harness/sets.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
drawSmallPictures();
beforeEach(async () => {
  root = await temporaryFolder('impacts-page');
});

async function pageOf(moving: Moving, out: string): Promise<FoundJson> {
  const { exitCode, out: said } = await kerfImpacts([...(await stepFiles(root, moving)), '--json', '--out', out]);
  expect(exitCode).toBe(0);
  return JSON.parse(said);
}

test('stands alone, with legend, bars that hold every impact, rows, and what was asked', async () => {
  const out = join(root, 'out');
  const { verdict } = await pageOf(FALLING, out);
  const html = await readFile(join(out, 'impacts.html'), 'utf8');
  expect(html).not.toMatch(/https?:|<script|\ssrc\s*=\s*"(?!data:)|\shref\s*=|<(link|iframe|object|embed|base)\b/i);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
  expect(html).toContain(verdict);
  for (const words of ['time of the impact, part of the step', 'point x y z, mm', 'start.ply: 3 faces, 9 vertices'])
    expect(html).toContain(words);
  const bars = [...html.matchAll(/<title>(\d+) from (\S+) to (\S+)<\/title>/g)].map((bar) => bar.slice(1).map(Number));
  expect(bars.map(([count]) => count)).toEqual([1, 1]);
  for (const [i, time] of [...FALLING_TIMES].reverse().entries()) {
    expect(bars[i][1]).toBeLessThanOrEqual(time);
    expect(bars[i][2]).toBeGreaterThanOrEqual(time);
  }
  expect(html.match(/<td>(vertex-face|edge-edge)<\/td>/g)).toHaveLength(2);
  expect(html.match(/<img src="data:image\/png;base64,/g)!.length).toBeGreaterThanOrEqual(2);
});

inDeep(() => {
  test('many at one time: a bar that holds them all, and as many rows', async () => {
    const columns = 23;
    const floor = [-1, -1, 0, 99, -1, 0, -1, 99, 0];
    const drops = Array.from({ length: columns ** 2 }, (_, i) => [i % columns, Math.floor(i / columns)]).flatMap(
      ([x, y]) => [x, y, 1, x + 0.2, y, 3, x, y + 0.2, 3],
    );
    const start = [...floor, ...drops];
    const faces = Array.from({ length: start.length / 3 }, (_, vertex) => vertex);
    const out = join(root, 'out');
    const { counts } = await pageOf({ faces, start, end: sunk(start, 1.25, 3) }, out);
    expect(counts).toEqual({ impacts: 529, vertexFace: 529, edgeEdge: 0, atStart: 0 });
    const html = await readFile(join(out, 'impacts.html'), 'utf8');
    expect([...html.matchAll(/<title>([\d,]+) from/g)].map(([, count]) => count)).toEqual(['529']);
    expect(html.match(/<td>vertex-face<\/td>/g)).toHaveLength(500);
    expect(html).toContain('The earliest 500 of 529; impacts.csv has them all.');
  });
});

test('a file name cannot become markup', async () => {
  const hostile = '<img src=x onerror=alert(1)> & "co".ply';
  const out = join(root, 'out');
  const argv = [
    '--start',
    await writeSurface(root, hostile, FALLING.start, FALLING.faces),
    '--end',
    (await stepFiles(root, FALLING))[3],
  ];
  expect((await kerfImpacts([...argv, '--out', out])).exitCode).toBe(0);
  const html = await readFile(join(out, 'impacts.html'), 'utf8');
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;.ply');
});
