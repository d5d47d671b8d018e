// kerf benchmark run --shard and kerf merge: an engine's shards, in any order, give the results of a single run.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { makeBenchmark } from '#cli/benchmark/make-benchmark.ts';
import { run } from '#cli/run.ts';
import { loadMesh, writeMesh } from '#io';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { shuffled } from '#harness/shard-runs.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const SEED = 21;
const QUESTIONS = 5 + 2 + 3 + 1;
const random = mulberry32(SEED);
const kit = { ...fakeToolkit(), loadMesh, writeMesh };

let root: string;
let bench: string;
beforeAll(async () => {
  root = await temporaryFolder('shard-benchmark');
  bench = join(root, 'bench');
  const cases = [
    { name: 'burr-box', poses: 5, strokes: 2 },
    { name: 'saw-box', poses: 3, strokes: 1 },
  ];
  await makeBenchmark(
    { plan: { size: 'tiny', cases, checksums: {} }, workers: 1, out: bench },
    kit,
    recordedTerminal(),
  );
});

async function kerf(...argv: string[]) {
  const terminal = recordedTerminal();
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

/** An engine that reports the same times on every run. */
async function engineFile(name: string, machine = 'a machine'): Promise<string> {
  const file = join(root, `${name}.mjs`);
  await writeFile(
    file,
    `export const engine = { name: 'guess', version: '1', machine: '${machine}' };
    export const createEngine = ({ bone }) => ({
      answer: (pose) => ({ verdict: 'separated', distance: Math.abs(pose[12]) + bone.faces.length, milliseconds: 2 }),
      stroke: (from, to) => ({ status: 'contact', time: Math.abs(from[13] - to[13]) % 1, milliseconds: 3 }),
    });\n`,
  );
  return file;
}

async function filesOf(out: string): Promise<Map<string, string>> {
  const names = (await readdir(out)).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const)),
  );
}

/** @returns the shards' folders, in order. */
async function shards(of: number, name: string, ...engine: string[]): Promise<string[]> {
  const folders = Array.from({ length: of }, (_, i) => join(root, name, `${i + 1}`));
  for (const [i, out] of folders.entries()) {
    const { exitCode, err } = await kerf(
      'benchmark',
      'run',
      bench,
      ...engine,
      '--shard',
      `${i + 1}/${of}`,
      '--out',
      out,
    );
    expect([exitCode, err]).toEqual([0, '']);
  }
  return folders;
}

const named = `%i shards of ${QUESTIONS} questions give the bytes of one run (seed ${SEED})`;
async function givesTheSame(of: number): Promise<void> {
  const engine = ['--engine', await engineFile('guess')];
  const [whole, merged] = [join(root, `whole-${of}`), join(root, `merged-${of}`)];
  await kerf('benchmark', 'run', bench, ...engine, '--out', whole);
  const { exitCode, out, err } = await kerf(
    ...['merge', ...shuffled(await shards(of, `of-${of}`, ...engine), random), '--out', merged],
  );
  expect({ exitCode, out, err }).toEqual({ exitCode: 0, out: `Results of guess: ${merged}\n`, err: '' });
  const files = await filesOf(merged);
  expect(files).toEqual(await filesOf(whole));
  expect([...files.keys()]).toEqual(['burr-box.jsonl', 'run.json', 'saw-box.jsonl']);
  // A header, and one line per question.
  expect(files.get('burr-box.jsonl')!.trimEnd().split('\n')).toHaveLength(1 + 5 + 2);
}
test.each([3])(named, givesTheSame);
inDeep(() => {
  test.each([1, 16])(named, givesTheSame);
});

inDeep(() => {
  test('kerf itself: the same but for the times that are measured, and judged right', async () => {
    const [whole, merged] = [join(root, 'kerf-whole'), join(root, 'kerf-merged')];
    await kerf('benchmark', 'run', bench, '--out', whole);
    await kerf('merge', ...(await shards(4, 'kerf')), '--out', merged);
    const timeless = async (out: string) =>
      [...(await filesOf(out)).values()].map((text) => text.replace(/"milliseconds":[\d.e-]+/g, ''));
    expect(await timeless(merged)).toEqual(await timeless(whole));
    const judged = await kerf(
      'benchmark',
      'judge',
      bench,
      '--results',
      merged,
      '--out',
      join(root, 'judged'),
      '--json',
    );
    expect(judged.exitCode).toBe(0);
    expect(JSON.parse(judged.out).engine.name).toBe('kerf');
  });
});

test('a missing shard is reported with the command that makes it', async () => {
  const file = await engineFile('missing');
  const [first, second] = await shards(2, 'missing', '--engine', file);
  const merged = join(root, 'missing-merged');
  const { exitCode, err } = await kerf('merge', second, '--out', merged);
  expect(exitCode).toBe(3);
  expect(err).toContain(`shard 1/2: kerf benchmark run ${bench} --engine ${file} --shard 1/2 --out DIR\n`);
  await rm(first, { recursive: true });
  const command = /: kerf (benchmark .*) DIR\n/.exec(err)![1].split(' ');
  expect(await kerf(...command, first)).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('guess answered 6'),
  });
  expect(await kerf('merge', first, second, '--out', merged)).toMatchObject({ exitCode: 0 });
});

test('a shard of another machine is refused, since its times are others', async () => {
  const [first] = await shards(2, 'here', '--engine', await engineFile('here'));
  const [, second] = await shards(2, 'there', '--engine', await engineFile('there', 'another'));
  const { exitCode, err } = await kerf('merge', first, second, '--out', join(root, 'never'));
  expect([exitCode, err]).toEqual([3, expect.stringContaining('in engine.machine (another, not a machine)')]);
});

test('--shard wants a folder of its own', async () => {
  const { exitCode, err } = await kerf('benchmark', 'run', bench, '--shard', '1/2');
  expect([exitCode, err]).toEqual([2, expect.stringContaining('Give --out DIR, a folder for this shard alone')]);
});
