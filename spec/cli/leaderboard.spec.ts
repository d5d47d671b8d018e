// The leaderboard: its order, its Markdown, that the page requests nothing from outside, and how it looks.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { type AnsweredCase, type BenchmarkJudgement, judgeBenchmark, type PublishedLabel } from '#validation';
import { launchBrowser } from '#harness/browser.mjs';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { lookOf } from '#harness/page-look.ts';
import { inDeep } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const labels: readonly PublishedLabel[] = [
  { pose: 0, family: 'far', state: 'separated', distance: 2, pairs: [] },
  { pose: 1, family: 'cut', state: 'intersecting', distance: 0, pairs: [3, 4] },
  { pose: 2, family: 'enclosed', state: 'enclosed', distance: 1, pairs: [] },
];
const strokeLabels = [{ stroke: 0, kind: 'pass', way: 10, status: 'free', low: 1, high: 1 }] as const;

function judgement(
  engine: BenchmarkJudgement['engine'],
  answers: AnsweredCase['answers'],
  { strokes = [], size = 'S' }: { strokes?: AnsweredCase['strokes']; size?: string } = {},
): BenchmarkJudgement {
  const one = { name: 'saw-skull', salt: '', labels, strokeLabels, answers, strokes };
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  return judgeBenchmark({ benchmark: { version: '1', size }, engine, tolerance: 0.1, cases: [one], sha256 });
}

const right = [
  { pose: 0, verdict: 'separated', distance: 2, pairs: [], milliseconds: 1 },
  { pose: 1, verdict: 'intersecting', distance: 0, pairs: [3, 4], milliseconds: 2 },
  { pose: 2, verdict: 'enclosed', distance: 1, pairs: [], milliseconds: 9 },
] as const;
/** In the order of their rank; the second is blind to bodies inside. */
const engines = [
  judgement({ name: 'all right', version: '1.0', machine: 'one' }, right, {
    strokes: [{ stroke: 0, status: 'free', milliseconds: 3 }],
  }),
  judgement({ name: 'blind <b>', version: '2' }, [right[0], right[1], { ...right[2], verdict: 'separated' }]),
  judgement(
    { name: 'quick' },
    right.map(({ pose, verdict }) => ({ pose, verdict, milliseconds: 0.5 })),
  ),
  judgement(
    { name: 'slow' },
    right.map(({ pose, verdict }) => ({ pose, verdict, milliseconds: 5 })),
  ),
];

let root: string;
let files: string[];
let html: string;
beforeAll(async () => {
  root = await temporaryFolder('leaderboard');
  files = await Promise.all(
    engines.map(async (engine, i) => {
      const file = join(root, `${i}.json`);
      await writeFile(file, JSON.stringify(engine));
      return file;
    }),
  );
  const { exitCode } = await table([...files].reverse(), join(root, 'board.html'));
  expect(exitCode).toBe(0);
  html = await readFile(join(root, 'board.html'), 'utf8');
});

async function table(judgements: readonly string[], out: string) {
  const terminal = recordedTerminal();
  const exitCode = await run(['benchmark', 'table', ...judgements, '--out', out], fakeToolkit(), terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

test('is sorted by what is right of all that is asked, then by time', async () => {
  const { engines: listed, size } = JSON.parse(await readFile(join(root, 'board.json'), 'utf8'));
  expect(size).toBe('S');
  expect(listed.map(({ engine }: BenchmarkJudgement) => engine.name)).toEqual([
    'all right',
    'blind <b>',
    'quick',
    'slow',
  ]);
  // Out of 3 verdicts, 3 lists of pairs, 3 distances and a stroke.
  expect(listed.map(({ right: share }: { right: number }) => share)).toEqual([1, 0.8, 0.3, 0.3]);
});

test('Markdown: a line an engine, its errors by kind and its times', async () => {
  const lines = (await readFile(join(root, 'board.md'), 'utf8')).split('\n').filter((line) => line.startsWith('|'));
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const of = (row: number, head: string) => cells[row][cells[0].indexOf(head)];
  expect(cells).toHaveLength(6);
  expect([of(2, 'right'), of(3, 'right'), of(4, 'right')]).toEqual(['100.0 %', '80.0 %', '30.0 %']);
  expect([of(2, 'verdict: inside missed'), of(3, 'verdict: inside missed')]).toEqual(['0', '1']);
  expect([of(2, 'answers'), of(4, 'answers')]).toEqual(['verdict, pairs, distance, strokes', 'verdict']);
  expect([of(2, 'pose, median ms'), of(2, 'pose, 99 % ms'), of(3, 'stroke: late')]).toEqual(['2.00', '9.00', '–']);
});

test('Markdown and the page show the names of others as texts', async () => {
  const name = 'a\\|b|c\n<img src=x> *d* _e_ [f](g) `h` ~i~ &lt; $j$';
  const named = judgement({ name, version: '|', machine: 'one\\' }, right);
  const families = { '<i>far</i>': named.families.far };
  const file = join(root, 'named.json');
  await writeFile(file, JSON.stringify({ ...named, families }));
  expect(await table([file, files[0]], join(root, 'named.html'))).toMatchObject({ exitCode: 0, err: '' });
  const lines = (await readFile(join(root, 'named.md'), 'utf8')).split('\n').filter((line) => line.startsWith('|'));
  // By the rules of the format: a backslash escapes the next character, and a bare | ends a cell.
  const cells = lines.map((line) => (line.match(/(?:\\.|[^|\\])+/g) ?? []).map((cell) => cell.trim()));
  expect(new Set(cells.map((row) => row.length)).size).toBe(1);
  const [, , ...rows] = cells;
  const [engine, version] = rows.find(([cell]) => !cell.startsWith('all'))!;
  const bare = /(?<!\\)(?:\\\\)*[`*_[\]<>|~&$]/;
  for (const cell of rows.flat()) expect(cell).not.toMatch(bare);
  expect([engine, version].map((cell) => cell.replaceAll(/\\(.)/g, '$1'))).toEqual([name.replace('\n', ' '), '|']);
  expect(await readFile(join(root, 'named.html'), 'utf8')).not.toMatch(/<img|<i>/);
});

test.each([
  ['lacks its counts', () => ({ ...engines[0], poses: {} })],
  ['has no engine', () => ({ ...engines[0], engine: undefined })],
  ['has a text for a number', () => ({ ...engines[0], tolerance: '<b>' })],
  ['has null for its families', () => ({ ...engines[0], families: { far: null } })],
  ['has times that are none', () => ({ ...engines[0], milliseconds: {} })],
  ['is a list', () => []],
  ['is null', () => null],
])('a judgement that %s is refused by name', async (_, broken) => {
  const file = join(root, 'broken.json');
  await writeFile(file, JSON.stringify(broken()));
  const { exitCode, err } = await table([file], join(root, 'broken.html'));
  expect({ exitCode, err }).toEqual({ exitCode: 3, err: expect.stringContaining('broken.json is no judgement') });
});

test('the page stands alone, runs no script, and no name becomes markup', () => {
  expect(html).not.toMatch(/https?:|<script|\ssrc\s*=\s*"(?!data:)|\shref\s*=|<(link|iframe|object|embed|base)\b/i);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
  expect(html).not.toContain('<b>');
  expect(html).toContain('blind &lt;b&gt;');
  for (const words of ['3 poses and 1 strokes', '4 engines', 'Times are in milliseconds', 'machine not given'])
    expect(html).toContain(words);
});

inDeep(() => {
  test('wide and narrow, light and dark: nothing runs out of the page, texts stand out, every column is there', async () => {
    const browser = await launchBrowser();
    try {
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [900, 'dark'],
        [400, 'dark'],
      ] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        const said: string[] = [];
        page.on('console', (message) => said.push(message.text()));
        await page.goto(pathToFileURL(join(root, 'board.html')).href);
        const seen = await page.evaluate(() => {
          const rows = [...document.querySelectorAll('table')].map(({ tBodies }) => [...tBodies[0].rows]);
          return {
            rows: rows.map((own) => own.length),
            columns: [...new Set(rows[0].map(({ cells }) => cells.length))],
            wrong: [...document.querySelectorAll('td.wrong')].map((cell) => cell.textContent),
          };
        });
        expect(said).toEqual([]);
        expect(seen).toEqual({ rows: [4, 4, 4], columns: [20], wrong: ['1'] });
        expect(await lookOf(page)).toMatchObject({ sideways: 0, faint: [] });
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });

  test('judgements of another size, or with another tolerance, are refused by name', async () => {
    const other = join(root, 'other.json');
    await writeFile(other, JSON.stringify(judgement({ name: 'x' }, right, { size: 'M' })));
    const { exitCode, err } = await table([files[0], other], join(root, 'no.html'));
    expect(exitCode).toBe(3);
    expect(err).toContain(`0.json is of version 1, size S, tolerance 0.1 mm, ${other} of version 1, size M`);
  });
});
