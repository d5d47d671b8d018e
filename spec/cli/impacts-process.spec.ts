// kerf impacts as a process of the built package: a step in closed form, published frames of a cloth, a refusal;
// and impacts.html in a browser.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { launchBrowser } from '#harness/browser.mjs';
import {
  FALLING,
  FALLING_IMPACTS,
  type FoundJson,
  kerfImpacts,
  readingKit,
  stepFiles,
  sunk,
} from '#harness/impacts-command.ts';
import { longRun } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');
/** Each process takes half a second to start. */
const isLong = longRun(1, 0) === 1;

let root: string;
beforeAll(async () => {
  if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
  root = await temporaryFolder('impacts-process');
});

function kerf(argv: readonly string[]): Promise<{ exitCode: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [cliPath, ...argv], { maxBuffer: 2 ** 28 }, (error, out, err) =>
      done({ exitCode: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });
}

test('four files, the same JSON by one thread and by two', async () => {
  const argv = ['impacts', ...(await stepFiles(root, FALLING))];
  const out = join(root, 'out');
  const { exitCode, out: said, err } = await kerf([...argv, '--out', out]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(said).toMatch(/\nFree until t = 0\.249\d*; 2 impacts: .*\nImpacts: .*impacts\.html /);
  expect((await readdir(out)).sort()).toEqual(['impacts.csv', 'impacts.html', 'impacts.json', 'impacts.vtp']);
  const json = await readFile(join(out, 'impacts.json'), 'utf8');
  expect(JSON.parse(json).impacts).toMatchObject(FALLING_IMPACTS);
  const kit = { ...readingKit(), version: JSON.parse(json).kerf };
  const byTwo = [...argv.slice(1), '--json', '--backend', 'cpu', '--workers', '2'];
  const two = await (isLong ? kerf(['impacts', ...byTwo]) : kerfImpacts(byTwo, kit));
  expect(two).toEqual({ exitCode: 0, out: json, err: '' });
});

test('another surface: exit code 3, and no folder', async () => {
  const [, start] = await stepFiles(root, FALLING);
  const other = { ...FALLING, faces: FALLING.faces.slice(0, 6), end: sunk(FALLING.start, 1) };
  const [, , , end] = await stepFiles(root, other, 'obj');
  const { exitCode, out, err } = await kerfImpacts(['--start', start, '--end', end, '--out', join(root, 'none')]);
  expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
  expect(err).toMatch(/^kerf: .*end\.obj has 2 faces, expected 3 as .*\.\n$/);
  expect(existsSync(join(root, 'none'))).toBe(false);
});

testWithData(
  ['ccd/frames/cloth-funnel-0.ply', 'ccd/frames/cloth-funnel-1.ply'],
  'as many impacts as the published queries of this step that meet',
  async (start, end) => {
    const { exitCode, out } = await kerf(['impacts', '--start', start, '--end', end, '--json']);
    expect(exitCode).toBe(0);
    const { counts }: FoundJson = JSON.parse(out);
    expect(counts).toMatchObject({ vertexFace: 27, edgeEdge: 107 });
  },
);

test('impacts.html, 1280 and 400 pixels wide: nothing is cut off, no texts of the histogram lie on each other, dots are drawn', async () => {
  const out = join(root, 'page');
  expect((await kerfImpacts([...(await stepFiles(root, FALLING)), '--out', out])).exitCode).toBe(0);
  const browser = await launchBrowser();
  try {
    for (const width of [1280, 400]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.goto(pathToFileURL(join(out, 'impacts.html')).href);
      const seen = await page.evaluate(() => {
        const texts = [...document.querySelectorAll('.histogram text')].map((text) => text.getBoundingClientRect());
        const overlaps = texts.flatMap((a, i) =>
          texts
            .slice(i + 1)
            .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
        );
        const dots = [...document.querySelectorAll('img')].map((image) => {
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
          const context = canvas.getContext('2d')!;
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          let [earliest, latest] = [0, 0];
          for (let i = 0; i < data.length; i += 4) {
            if (data[i] === 253 && data[i + 1] === 231 && data[i + 2] === 37) earliest++;
            if (data[i] === 68 && data[i + 1] === 1 && data[i + 2] === 84) latest++;
          }
          return earliest > 9 && latest > 9;
        });
        return { width: document.documentElement.scrollWidth, texts: texts.length, overlaps: overlaps.length, dots };
      });
      expect(said).toEqual([]);
      expect(seen).toMatchObject({ overlaps: 0, dots: [true, true, true] });
      expect(seen.texts).toBeGreaterThan(8);
      expect(seen.width).toBeLessThanOrEqual(width);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
