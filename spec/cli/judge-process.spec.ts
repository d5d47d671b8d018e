// The built `kerf judge`: worker threads, an interruption, and the engines of examples/engines.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { EngineAnswer } from '#validation';
import { growingLines } from '#harness/growing-lines.ts';
import { JudgeFolder, type JudgeJson, poses as allPoses } from '#harness/judge-command.ts';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import { withoutTimes } from '#harness/validation-times.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');
/** One that separates, one that cuts and one that encloses; the oracle takes a while for each contact at them. */
const poses = longRun(1, 0) === 1 ? allPoses : [0, 2, 4].map((n) => allPoses[n]);
/** Contacts kept of each answer in runs that judge the same answers repeatedly. */
const CONTACTS = longRun(60, 4);
/** ms between two looks at what a run has written. */
const LOOK = 10;

let folder: JudgeFolder;

beforeAll(async () => {
  if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
  folder = await JudgeFolder.create();
  await writeFile(folder.file('poses.csv'), poses.map((pose) => pose.join(',')).join('\n'));
});

const start = (argv: string[], ...flags: string[]) =>
  spawn(process.execPath, [...flags, cliPath, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });

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

const kerf = (argv: string[], ...flags: string[]) => whenEnded(start(argv, ...flags));
const words = (out: string, ...more: (string | undefined)[]) => folder.words('--out', folder.file(out), ...more);
const text = async (out: string) => withoutTimes(await readFile(join(folder.file(out), 'judge.json'), 'utf8'));
const json = async (out: string): Promise<JudgeJson> =>
  JSON.parse(await readFile(join(folder.file(out), 'judge.json'), 'utf8'));
const byEngine = (name: string) => words(name, '--results', undefined, '--engine', `examples/engines/${name}.mjs`);

test('kerf itself is right in every part', async () => {
  const { exitCode, err } = await kerf(byEngine('kerf'));
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect((await json('kerf')).summary).toMatchObject({
    verdict: 'agrees',
    answers: poses.length,
    verdicts: { right: poses.length },
    pairs: { missed: 0, extra: 0 },
    distance: { beyond: 0 },
    contacts: { out: 0, normals: { backwards: 0 } },
    depth: { none: 0, agreesWith: 'nearest' },
  });
});

const noInside = { verdicts: { missed: 1, missedEnclosed: 1, false: 0, other: 0 }, pairs: { missed: 0, extra: 0 } };
const engines: [name: string, finds: object][] = [
  ['rapier', noInside],
  ['three-mesh-bvh', { ...noInside, distance: { beyond: 0 } }],
  ['vtk-obb-tree', { ...noInside, distance: null }],
  ['manifold-3d', { verdicts: { right: poses.length }, distance: { beyond: 1 }, pairs: null }],
];
test.each(engines.slice(0, longRun(4, 1)))(
  '%s: what it is known to get wrong is found, and nothing else',
  async (name, finds) => {
    // Optimising an engine's WebAssembly takes seconds longer than its few answers without it.
    const { exitCode } = await kerf(byEngine(name), '--liftoff-only');
    expect(exitCode).toBe(5);
    expect((await json(name)).summary).toMatchObject({ verdict: 'differs', ...finds });
  },
);

test('Rapier has no sign: normals backwards, depths of triangles', async () => {
  const { contacts, depth } = (await json('rapier')).summary;
  expect(contacts?.normals?.backwards).toBeGreaterThan(0);
  expect(depth?.none).toBeGreaterThan(0);
});

/** The command that judges a part of kerf's answers; each pose takes the oracle a while. */
const kept = (out: string, workers: string) => words(out, '--workers', workers);
async function judgedByOne(): Promise<string> {
  const [, ...lines] = (await readFile(join(folder.file('kerf'), 'results.jsonl'), 'utf8')).trimEnd().split('\n');
  const answers: EngineAnswer[] = lines.map((line) => JSON.parse(line));
  await folder.results(answers.map((answer) => ({ ...answer, contacts: answer.contacts?.slice(0, CONTACTS) })));
  expect(await kerf(kept('one', '1'))).toMatchObject({ exitCode: 0, err: '' });
  return text('one');
}
let judged: Promise<string> | undefined;
/** What one worker gives, made once. */
function whole(): Promise<string> {
  judged ??= judgedByOne();
  return judged;
}

inLong(() => {
  test('two workers give the same as one, byte for byte but for the times', async () => {
    const one = await whole();
    expect(await kerf(kept('two', '2'))).toMatchObject({ exitCode: 0, err: '' });
    expect(await text('two')).toBe(one);
  });

  test('stopped by SIGINT with one worker and resumed with two, it ends with the same', async () => {
    const one = await whole();
    const child = start(kept('stopped', '1'));
    const ended = whenEnded(child);
    const lines = growingLines(join(folder.file('stopped'), 'judge.partial.jsonl'));
    while (child.exitCode === null && (await lines()) < 2) await setTimeout(LOOK);
    child.kill('SIGINT');
    const { exitCode, err } = await ended;
    expect({ exitCode, err }).toEqual({ exitCode: 130, err: expect.stringMatching(/^kerf: Interrupted: [^\n]*\n$/) });
    expect(existsSync(join(folder.file('stopped'), 'judge.json'))).toBe(false);
    expect(await kerf(kept('stopped', '2'))).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining('done already'),
    });
    expect(await text('stopped')).toBe(one);
    expect((await readdir(folder.file('stopped'))).sort()).toEqual(['judge.csv', 'judge.html', 'judge.json']);
  });
});
