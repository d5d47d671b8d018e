// A kerf detect process ended in the middle of a path, then the same command again → the bytes of an undisturbed run,
// timings aside.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { makeDataset } from '#datasets';
import { writeMesh } from '#io';
import { growingLines } from '#harness/growing-lines.ts';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');
/** ms between two looks at what a run has written: frequent looks would waste the processor. */
const LOOK = 10;
const isLong = longRun(1, 0) === 1;
const POSES = longRun(30, 16);
/** mm. In CI a quarter of the sub-triangles. */
const RESOLUTION = longRun(0.6, 1.2);
/** Of all poses. A report keeps 350,000 whole (path-work.ts); detect-resume.spec.ts has a run beyond that, too. */
const FEWEST = longRun(350_000, 350_000 / 8);

let root: string;
/** What an undisturbed run leaves, by file. */
let expected: Map<string, string>;
const file = (name: string) => join(root, name);

beforeAll(async () => {
  if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
  root = await temporaryFolder('detect-process');
  await writeFile(file('sphere.ply'), writeMesh(makeDataset('sphere', { faces: 1280 }), 'ply'));
  await writeFile(file('box.ply'), writeMesh(makeDataset('box', { faces: 300 }), 'ply'));
  await writeFile(file('path.csv'), path());
  expect(await kerf(words('whole'))).toMatchObject({ exitCode: 0, err: '' });
  expected = await filesIn('whole');
});

/** The sphere moves along x, after two poses outside, from within the box to its middle; 12 poses a second. */
function path(): string {
  const rows = Array.from({ length: POSES }, (_, i) => {
    const x = i < 2 ? 24 - 3 * i : 8 * (1 - (i - 2) / (POSES - 3));
    return [i / 12, x, 0.25, 0.5, 0, 0, 0, 1].join(' ');
  });
  return `t x y z qx qy qz qw\n${rows.join('\n')}\n`;
}

function words(out: string, ...more: string[]): string[] {
  const bodies = ['--bone', file('box.ply'), '--tool', file('sphere.ply'), '--path', file('path.csv')];
  const asked = ['--distance', '0.2', '--resolution', String(RESOLUTION), '--series', '--volume'];
  return ['detect', ...bodies, ...asked, '--out', file(out), ...more];
}

function start(argv: string[]): ChildProcess {
  return spawn(process.execPath, [cliPath, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
}

function whenEnded(child: ChildProcess): Promise<{ exitCode: number | null; out: string; err: string }> {
  let [out, err] = ['', ''];
  child.stdout!.on('data', (text) => {
    out += text;
  });
  child.stderr!.on('data', (text) => {
    err += text;
  });
  return new Promise((done) => child.on('close', (exitCode) => done({ exitCode, out, err })));
}

const kerf = (argv: string[]) => whenEnded(start(argv));

/** Returns how many poses the folder of a running or interrupted run holds. */
function posesIn(out: string): () => Promise<number> {
  const lines = growingLines(join(file(out), 'report.partial.jsonl'));
  return async () => Math.max(0, (await lines()) - 1);
}

/** Starts a run and sends it a signal once `poses` of its poses are done. */
async function stopAfter(poses: number, out: string, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL', ...more: string[]) {
  const child = start(words(out, ...more));
  const ended = whenEnded(child);
  const done = posesIn(out);
  while (child.exitCode === null && (await done()) < poses) await setTimeout(LOOK);
  child.kill(signal);
  const end = await ended;
  return { ...end, done: await done() };
}

/** Every file's contents, except how long each pose took. */
async function filesIn(out: string): Promise<Map<string, string>> {
  const names = (await readdir(file(out), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const found = new Map<string, string>();
  for (const name of names.sort()) {
    const text = await readFile(name, 'latin1');
    const timeless = name.endsWith('.json')
      ? text.replace(/"milliseconds":\{[^}]*\}/g, '')
      : name.endsWith('.html')
        ? text.replace(/<td>[\d.]+<\/td><\/tr>/g, '')
        : text;
    found.set(name.slice(file(out).length + 1), timeless);
  }
  return found;
}

const many = isLong ? 'more sub-triangles than are kept whole' : 'many sub-triangles';
test(`the path is worth it: ${many}, poses apart and in contact, times`, async () => {
  const { poses, posesWithContacts } = JSON.parse(await readFile(join(file('whole'), 'report.json'), 'utf8'));
  expect(poses).toHaveLength(POSES);
  if (isLong) expect(posesWithContacts.length).toBeLessThan(POSES);
  else expect(posesWithContacts).toHaveLength(POSES);
  expect(posesWithContacts.length).toBeGreaterThan(5);
  const states = new Set(poses.map(({ state }: { state: string }) => state));
  expect([states.has('separated'), states.has('intersecting')]).toEqual([true, true]);
  expect(poses.reduce((sum: number, { contacts }: { contacts: number }) => sum + contacts, 0)).toBeGreaterThan(FEWEST);
  expect(poses[6].time).toBe(0.5);
  expect(poses[POSES - 1].volume.low).toBeGreaterThan(0);
  const series = Array.from({ length: POSES }, (_, pose) => `contacts/pose-${String(pose).padStart(2, '0')}.vtp`);
  expect([...expected.keys()].sort()).toEqual(
    ['contacts.pvd', 'contacts.vtp', 'report.html', 'report.json', ...series].sort(),
  );
});

/** One after another in one folder. */
const stops = (
  [
    ['SIGKILL', '1', POSES / 4],
    ['SIGTERM', '2', POSES / 2],
    ['SIGINT', '1', (3 * POSES) / 4],
  ] as const
).slice(0, longRun(3, 1));
const named = stops.map(([signal, workers]) => `${signal} with ${workers}`).join(', ');
test(`${named} workers, each gone on with by the next, at last by 1: the same bytes`, async () => {
  let before = '';
  let kept = 0;
  for (const [signal, workers, poses] of stops) {
    // The one before may have done more than was asked; each does at least one more.
    const enough = Math.max(poses, kept + 1);
    const { exitCode, err, done } = await stopAfter(enough, 'stopped', signal, '--workers', workers);
    expect(done).toBeGreaterThanOrEqual(enough);
    expect(done).toBeLessThan(POSES);
    expect(existsSync(join(file('stopped'), 'report.json'))).toBe(false);
    if (signal === 'SIGKILL') expect(err).toBe(before);
    else {
      expect(exitCode).toBe(130);
      expect(err.slice(before.length)).toMatch(/^kerf: Interrupted: [^\n]*\n$/);
      expect([err.startsWith(before), err]).toEqual([
        true,
        expect.stringContaining(`${done} of ${POSES} poses are kept`),
      ]);
    }
    kept = done;
    before = `${done} of ${POSES} poses were done already.\n`;
  }
  const again = await kerf(words('stopped', '--workers', '1'));
  expect(again).toMatchObject({ exitCode: 0, err: before });
  expect(await filesIn('stopped')).toEqual(expected);
});

inLong(() => {
  test('a second run in the same folder at the same time is refused', async () => {
    const child = start(words('shared'));
    const ended = whenEnded(child);
    while (child.exitCode === null && (await posesIn('shared')()) < 1) await setTimeout(LOOK);
    const second = await kerf(words('shared'));
    expect(second).toMatchObject({ exitCode: 4, err: expect.stringContaining(`process ${child.pid};`) });
    child.kill();
    expect(await ended).toMatchObject({ exitCode: 130 });
  });
});
