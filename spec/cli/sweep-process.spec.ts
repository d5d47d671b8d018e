// kerf sweep as a process of the built package: its files, its refusals, and sweep.html in a browser.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import type { StepRecord } from '#cli/sweep/step-record.ts';
import { makeDataset } from '#datasets';
import { writeMesh } from '#io';
import { launchBrowser } from '#harness/browser.mjs';
import { moved, turned } from '#harness/strokes.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');
/** mm: the radius of `kerf dataset sphere`. */
const RADIUS = 10;

let root: string;
const file = (name: string) => join(root, name);

beforeAll(async () => {
  if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
  root = await temporaryFolder('sweep-process');
  // What `kerf dataset` writes.
  for (const name of ['sphere', 'box']) await writeFile(file(`${name}.ply`), writeMesh(makeDataset(name), 'ply'));
});

function kerf(argv: string[]): Promise<{ exitCode: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [cliPath, ...argv], { maxBuffer: 2 ** 28 }, (error, out, err) =>
      done({ exitCode: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });
}

async function sweep(poses: readonly (readonly number[])[], ...more: string[]) {
  await writeFile(file('path.csv'), poses.map((pose) => pose.join(' ')).join('\n'));
  const bodies = ['--bone', file('box.ply'), '--tool', file('sphere.ply'), '--path', file('path.csv')];
  return kerf(['sweep', ...bodies, ...more]);
}

/** The box is 20 × 16 × 12 mm about the origin; both ends are clear of it, the motion passes through it. */
const THROUGH = [moved([0.3, 0.2, 40]), moved([0.3, 0.2, 20]), moved([0.3, 0.2, -20]), moved([0.3, 0.2, 0])];

test('both files; a polyhedron in the ball touches no earlier than the ball, and soon after', async () => {
  const out = file('out');
  const { exitCode, out: said, err } = await sweep(THROUGH, '--out', out);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(said).toContain('First contact: step 1, from pose 1 to pose 2, at ');
  expect((await readdir(out)).sort()).toEqual(['sweep.html', 'sweep.json']);
  const { steps }: { steps: StepRecord[] } = JSON.parse(await readFile(join(out, 'sweep.json'), 'utf8'));
  expect(steps.map(({ status }) => status)).toEqual(['free', 'contact', 'contact']);
  const ball = (20 - 6 - RADIUS) / 40;
  expect(steps[1].time.low).toBeGreaterThanOrEqual(ball - 1e-9);
  expect(steps[1].time.low).toBeLessThan(ball + 0.01);
  expect((steps[1].time.high - steps[1].time.low) * 40).toBeLessThanOrEqual(1e-3);
});

test('half a turn: exit code 3, the step and the lines by number, and nothing written', async () => {
  const half = turned(Math.PI, [0, 0, 1], [0, 0, 0], [0.3, 0.2, 20]);
  const { exitCode, out, err } = await sweep([THROUGH[0], THROUGH[1], half], '--out', file('none'));
  expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
  expect(err).toMatch(
    /path\.csv, step 1 \(line 2 to line 3\): The motion turns by .* half a turn, .*give a pose between\.\n$/,
  );
  expect(existsSync(file('none'))).toBe(false);
});

test('sweep.html in a browser: wide and narrow nothing is cut off, no texts of the timeline lie on each other', async () => {
  const out = file('page');
  const path = [...THROUGH, ...Array.from({ length: 90 }, (_, i) => moved([0.3, 0.2, i / 2]))];
  expect((await sweep(path, '--clearance', '1.5', '--out', out)).exitCode).toBe(0);
  const browser = await launchBrowser();
  try {
    for (const width of [1280, 400]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.goto(pathToFileURL(join(out, 'sweep.html')).href);
      const seen = await page.evaluate(() => {
        const texts = [...document.querySelectorAll('.timeline text')].map((text) => text.getBoundingClientRect());
        const overlaps = texts.flatMap((a, i) =>
          texts
            .slice(i + 1)
            .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
        );
        const select = document.querySelector('pre') as HTMLElement;
        (document.querySelector('summary') as HTMLElement).click();
        return {
          width: document.documentElement.scrollWidth,
          texts: texts.length,
          overlaps: overlaps.length,
          selects: getComputedStyle(select).userSelect,
          colours: new Set([...document.querySelectorAll('.key i:not(.line)')].map((i) => getComputedStyle(i).backgroundColor)).size, // biome-ignore format: a line
        };
      });
      expect(said).toEqual([]);
      expect(seen).toMatchObject({ overlaps: 0, selects: 'all' });
      expect(seen.width).toBeLessThanOrEqual(width);
      expect(seen.texts).toBeGreaterThan(12);
      // Four statuses; the line at the first contact has the colour of its status.
      expect(seen.colours).toBe(4);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
