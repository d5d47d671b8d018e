import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { judgeMotion } from '#cli/validate/judge-studies.ts';
import type { CorpusTask } from '#cli/validate/corpus-worker.ts';
import { motionQueries } from '#cli/validate/motion-queries.ts';
import { WorkerPool } from '#cli/worker-pool.ts';
import { box, sphere } from '#datasets';
import { loadMesh, writeMesh } from '#io';
import { type FamilyTally, judgeImpacts, type MeshPairJudgement, randomSweeps, SweepJudge } from '#validation';
import { growingLines } from '#harness/growing-lines.ts';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { withoutEstimate } from '#harness/validate-command.ts';
import { withoutTimes } from '#harness/validation-times.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');
/** ms between two looks at what a run has written: frequent looks would waste the processor. */
const LOOK = 10;
const isLong = longRun(1, 0) === 1;
const POSES = longRun(12, 6);

let root: string;
/** The result of an undisturbed run with one worker. */
let expected: string;
const file = (name: string) => join(root, name);

beforeAll(async () => {
  if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
  root = await temporaryFolder('validate-process');
  await writeFile(file('bone.ply'), writeMesh(sphere({ radius: 10, subdivisions: 2 }), 'ply'));
  await writeFile(file('tool.obj'), smallBox());
  await writeFile(file('path.csv'), path());
  expect(await kerf(validateArguments('whole', 1))).toMatchObject({ exitCode: 0, err: '' });
  expected = await result('whole');
});

/** 4 mm wide, so it fits inside the bone, a sphere of radius 10 mm. */
function smallBox(): string {
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => 4 * bit - 2));
  const faces = '1 3 4,1 4 2,5 6 8,5 8 7,1 2 6,1 6 5,3 7 8,3 8 4,1 5 7,1 7 3,2 4 8,2 8 6'.split(',');
  return [...corners.map((corner) => `v ${corner.join(' ')}`), ...faces.map((face) => `f ${face}`)].join('\n');
}

/** Poses that move the tool along x from outside to the bone's centre: apart, cutting and inside. */
function path(): string {
  return Array.from({ length: POSES }, (_, i) => {
    const x = 16 * (1 - i / (POSES - 1));
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1].join(',');
  }).join('\n');
}

function validateArguments(out: string, workers: number): string[] {
  const bodies = ['--bone', file('bone.ply'), '--tool', file('tool.obj'), '--path', file('path.csv')];
  const options = ['--distance', '0.2', '--resolution', '4', '--samples', '5', '--workers', String(workers)];
  return ['validate', ...bodies, ...options, '--out', file(out)];
}

function start(argv: string[], command = [process.execPath, cliPath]): ChildProcess {
  return spawn(command[0], [...command.slice(1), ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
}

function whenEnded(child: ChildProcess): Promise<{ exitCode: number | null; out: string; err: string }> {
  let [out, err] = ['', ''];
  child.stdout!.on('data', (text) => {
    out += text;
  });
  child.stderr!.on('data', (text) => {
    err += text;
  });
  return new Promise((done) => child.on('close', (exitCode) => done({ exitCode, out, ...withoutEstimate(err) })));
}

const kerf = (argv: string[]) => whenEnded(start(argv));
const result = async (out: string) => withoutTimes(await readFile(join(file(out), 'validation.json'), 'utf8'));

/** Returns how many poses a partial file holds in whole lines. */
function posesIn(partial: string): () => Promise<number> {
  const lines = growingLines(partial);
  return async () => Math.max(0, (await lines()) - 1);
}

/** Starts a run and sends it a signal once `poses` of its poses are done. */
async function stopAfter(poses: number, out: string, workers: number, signal: 'SIGINT' | 'SIGKILL') {
  const child = start(validateArguments(out, workers));
  const ended = whenEnded(child);
  const done = posesIn(join(file(out), 'validation.partial.jsonl'));
  while (child.exitCode === null && (await done()) < poses) await setTimeout(LOOK);
  child.kill(signal);
  const end = await ended;
  return { ...end, done: await done() };
}

test('the path is worth judging: the tool is apart, cuts and is enclosed, and no guarantee is broken', async () => {
  const { summary, judgements } = JSON.parse(expected.replaceAll('"milliseconds":{}', '"milliseconds":null'));
  expect(judgements).toHaveLength(POSES);
  expect(summary.verdict).not.toBe('broken');
  for (const state of ['separated', 'intersecting', 'enclosed']) expect(summary.states[state]).toBeGreaterThan(0);
  expect((await readdir(file('whole'))).sort()).toEqual(['validation.csv', 'validation.html', 'validation.json']);
});

const stops = [
  ['SIGKILL', 2, 1],
  ['SIGINT', 1, 2],
] as const;
test.each(stops.slice(0, longRun(2, 1)))(
  'stopped half-way by %s with %i workers and resumed with %i, gives the same',
  async (signal, before, after) => {
    const { exitCode, err, done } = await stopAfter(POSES / 2, signal, before, signal);
    expect(done).toBeGreaterThanOrEqual(POSES / 2);
    expect(done).toBeLessThan(POSES);
    expect(existsSync(join(file(signal), 'validation.json'))).toBe(false);
    if (signal === 'SIGINT') {
      expect({ exitCode, err }).toEqual({ exitCode: 130, err: expect.stringMatching(/^kerf: Interrupted: [^\n]*\n$/) });
      expect(err).toContain(`${done} of ${POSES} poses are kept`);
    }
    const again = await kerf(validateArguments(signal, after));
    expect(again).toMatchObject({ exitCode: 0, err: `${done} of ${POSES} poses were done already.\n` });
    expect(await result(signal)).toBe(expected);
    expect((await readdir(file(signal))).sort()).toEqual(['validation.csv', 'validation.html', 'validation.json']);
  },
);

inLong(() => {
  test('two workers and a file that may grow no further: exit code 4; what was done is kept, and in the end the same', async () => {
    const partial = join(file('full'), 'validation.partial.jsonl');
    // In blocks of 1024 bytes, bash's unit of `ulimit -f`: room for a few poses.
    const limited = ['bash', '-c', `ulimit -f 8 && exec "$@"`, 'bash', process.execPath, cliPath];
    const { exitCode, err } = await whenEnded(start(validateArguments('full', 2), limited));
    expect({ exitCode, err }).toEqual({ exitCode: 4, err: expect.stringMatching(/^kerf: Cannot write [^\n]*\n$/) });
    const done = await posesIn(partial)();
    expect(done).toBeGreaterThan(0);
    expect(err).toContain(`${done} of ${POSES} poses are kept in ${partial}`);
    expect(await kerf(validateArguments('full', 2))).toMatchObject({
      exitCode: 0,
      err: `${done} of ${POSES} poses were done already.\n`,
    });
    expect(await result('full')).toBe(expected);
  });

  test('a second run in the same folder at the same time is refused', async () => {
    const child = start(validateArguments('shared', 1));
    const ended = whenEnded(child);
    while (child.exitCode === null && !existsSync(join(file('shared'), 'validation.lock'))) await setTimeout(LOOK);
    const second = await kerf(validateArguments('shared', 1));
    expect(second).toMatchObject({ exitCode: 4, err: expect.stringContaining(`process ${child.pid};`) });
    child.kill();
    expect(await ended).toMatchObject({ exitCode: 130 });
  });
});

/** The command judges all meshes of the corpus, which takes long. */
test('a thread of the corpora: a pair of meshes, and a round of triangles', async () => {
  const pool = await WorkerPool.create<CorpusTask>({ workerFile: resolve('dist/corpus-worker.js'), workers: 1 });
  try {
    const { state, pairs } = await pool.ask<MeshPairJudgement>({ kind: 'mesh', index: 0 }, 'a pair');
    expect([state.kerf, pairs.missed, pairs.extra]).toEqual([state.exact, 0, 0]);
    const triangles: CorpusTask = { kind: 'triangles', seed: 1, firstRound: 0, rounds: 1 };
    const families = await pool.ask<FamilyTally[]>(triangles, 'triangles');
    expect(families.length).toBeGreaterThan(20);
    for (const { missed, extra, wrongStates } of families) expect([missed, extra, wrongStates]).toEqual([0, 0, 0]);
  } finally {
    await pool.close();
  }
});

inLong(() => {
  test('the corpora, judged in threads: none of the answers is wrong', async () => {
    const argv = [
      'validate',
      '--study',
      'corpora',
      '--pairs',
      '300',
      '--workers',
      '2',
      '--json',
      '--out',
      file('corpora'),
    ];
    const { exitCode, out, err } = await kerf(argv);
    expect([exitCode, err.includes('Unexpected')]).toEqual([0, false]);
    const { families, meshes } = JSON.parse(out);
    expect(families.length).toBeGreaterThan(20);
    expect(meshes.length).toBeGreaterThan(60);
  });
});

const [QUERIES, SWEEPS] = [longRun(1000, 38), longRun(24, 4)];
test('contact in time, judged by two threads: no answer is wrong, and they count as one does, and as this one', async () => {
  const bone = await loadMesh(file('bone.ply'));
  const timeless = (text: string) => JSON.parse(text, (key, value) => (key === 'milliseconds' ? undefined : value));
  const byCommand = async (workers: string) => {
    const asked = ['--queries', String(QUERIES), '--sweeps', String(SWEEPS), '--bone', file('bone.ply')];
    const argv = ['validate', '--study', 'motion', ...asked];
    const out = file(`motion-${workers}`);
    const { exitCode, err } = await kerf([...argv, '--seed', '1', '--workers', workers, '--out', out]);
    expect([exitCode, err]).toEqual([0, '']);
    return timeless(await readFile(join(out, 'motion.json'), 'utf8'));
  };
  /** As the command does it, but without its phantom, which takes seconds to make. */
  const byThreads = async (workers: number) => {
    const bodies = [box({ size: [20, 16, 12] }), bone];
    const request = { queries: QUERIES, sweeps: SWEEPS, seed: 1, bodies, published: [], workers };
    return timeless(JSON.stringify(await judgeMotion(request, resolve('dist/motion-worker.js'), () => {})));
  };
  const two = isLong ? await byCommand('2') : await byThreads(2);
  const { impacts, sweeps } = two;
  expect(impacts).toHaveLength(38);
  const each = Math.ceil(QUERIES / 38);
  const isEach = ({ queries, hits }: { queries: number; hits: number }) => queries === each && hits <= each;
  expect(impacts.every(isEach)).toBe(true);
  expect(sweeps.map(({ queries }: { queries: number }) => queries)).toEqual(Array(8).fill(SWEEPS / 4));
  const here = judgeImpacts(motionQueries({ seed: 1, firstRound: 0, rounds: each }));
  expect(impacts).toEqual(timeless(JSON.stringify(here)));
  const swept = new SweepJudge(bone).judge(randomSweeps(bone, { seed: 1, first: 0, count: SWEEPS }));
  expect(sweeps).toEqual(expect.arrayContaining(timeless(JSON.stringify(swept))));
  expect(swept).toHaveLength(4);
  expect(isLong ? await byCommand('1') : await byThreads(1)).toEqual(two);
});
