// kerf benchmark: what it makes, runs, judges and refuses, on a benchmark of two small cases.

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { benchmarkCase } from '#datasets';
import type { BenchmarkManifest } from '#cli/benchmark/benchmark-manifest.ts';
import { makeBenchmark } from '#cli/benchmark/make-benchmark.ts';
import { sha256 } from '#cli/checked-lines.ts';
import { run } from '#cli/run.ts';
import { loadMesh, writeMesh } from '#io';
import type { TriangleMesh } from '#mesh';
import type { BenchmarkJudgement, PublishedLabel } from '#validation';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { inDeep } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const cases = [
  { name: 'burr-box', poses: 6, strokes: 2 },
  { name: 'saw-box', poses: 7, strokes: 1 },
];
const plan = { size: 'tiny', cases, checksums: {} };
const kit = { ...fakeToolkit(), loadMesh, writeMesh };
const made = (out: string, workers: number) => makeBenchmark({ plan, workers, out }, kit, recordedTerminal());

let root: string;
let bench: string;
let manifest: BenchmarkManifest;
beforeAll(async () => {
  root = await temporaryFolder('benchmark');
  bench = join(root, 'bench');
  manifest = await made(bench, 1);
});

async function kerf(...argv: string[]) {
  const terminal = recordedTerminal();
  const exitCode = await run(['benchmark', ...argv], kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

/** The exit code and message of a refusal; nothing may have been printed. */
async function refusal(...argv: string[]) {
  const { exitCode, out, err } = await kerf(...argv);
  expect(out).toBe('');
  expect(err).toMatch(/^kerf: [^\n]+\.\n$/);
  return `${exitCode} ${err}`;
}

const linesOf = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n');
const labelsOf = async (name: string) =>
  (await linesOf(join(bench, name, 'labels.jsonl'))).map((line) => JSON.parse(line) as PublishedLabel);

const bytesOf = ({ positions, faces }: TriangleMesh) =>
  [positions, faces].map((numbers) => [numbers.constructor.name, sha256(numbers)]);

async function copyOf(name: string): Promise<string> {
  const to = join(root, name);
  await cp(bench, to, { recursive: true });
  await rm(join(to, 'results'), { recursive: true, force: true });
  return to;
}

/** An engine's module, as a user writes it. */
async function engineFile(name: string, body: string): Promise<string> {
  const file = join(root, `${name}.mjs`);
  const head = `export const engine = { name: '${name}', version: '1', machine: 'a machine' };`;
  await writeFile(file, `${head}\nexport function createEngine({ bone, tool }) { ${body} }\n`);
  return file;
}

async function judged(results: string, ...more: string[]): Promise<BenchmarkJudgement> {
  const { exitCode, out, err } = await kerf(
    ...['judge', bench, '--results', results, '--out', join(root, 'judged'), '--json'],
    ...more,
  );
  expect([exitCode, err.includes('Judgement: ')]).toEqual([0, true]);
  return JSON.parse(out);
}

describe('make', () => {
  test('writes the bodies, poses and strokes as they were generated, and a label each, a fifth as hashes', async () => {
    expect((await readdir(bench)).sort()).toEqual(['benchmark.json', 'burr-box', 'saw-box']);
    for (const { name, poses, strokes } of cases) {
      const one = benchmarkCase(name, { poses, strokes });
      const bone = await loadMesh(join(bench, name, 'bone.ply'));
      expect(bytesOf(bone)).toEqual(bytesOf(one.bone));
      const rows = (await linesOf(join(bench, name, 'poses.csv'))).map((line) => line.split(',').map(Number));
      expect(rows).toEqual(one.poses.map(({ pose }) => pose));
      const ends = (await linesOf(join(bench, name, 'strokes.csv'))).map((line) => line.split(',').map(Number));
      expect(ends).toEqual(one.strokes.map(({ from, to }) => [...from, ...to]));
      const labels = await labelsOf(name);
      expect(labels.map((label) => 'hash' in label)).toEqual(one.poses.map((_, pose) => pose % 5 === 4));
      expect(labels.map(({ family }) => family)).toEqual(one.poses.map(({ family }) => family));
    }
    expect(manifest).toMatchObject({ version: '1', size: 'tiny', licence: 'MIT' });
    expect(manifest.cases[1].families).toMatchObject({ far: { separated: 1 }, flush: { intersecting: 1 } });
  });

  inDeep(() => {
    test('twice, by one and by two workers: the same bytes', async () => {
      const again = join(root, 'again');
      await made(again, 2);
      for (const file of [...Object.keys(manifest.files), 'benchmark.json'])
        expect([file, (await readFile(join(again, file))).equals(await readFile(join(bench, file)))]).toEqual([
          file,
          true,
        ]);
      expect(Object.keys(manifest.files)).toHaveLength(12);
    });
  });

  test('a file that is not what its version has is named, and nothing is written', async () => {
    const small = { ...plan, cases: [{ name: 'saw-box', poses: 2, strokes: 0 }] };
    const task = { plan: small, workers: 1, out: join(root, 'small') };
    const { files } = await makeBenchmark(task, kit, recordedTerminal());
    const checksums = { ...files, 'saw-box/poses.csv': 'f'.repeat(64) };
    const out = join(root, 'pinned');
    const pinned = { ...task, plan: { ...small, checksums }, out };
    await expect(makeBenchmark(pinned, kit, recordedTerminal())).rejects.toThrow(
      /^saw-box\/poses\.csv of size tiny .*f{64}/,
    );
    await expect(readdir(out)).rejects.toThrow('ENOENT');
    await makeBenchmark({ ...pinned, plan: { ...small, checksums: files } }, kit, recordedTerminal());
  });
});

describe('run and judge', () => {
  test('kerf is right everywhere', async () => {
    const ran = await kerf('run', bench);
    expect(ran).toMatchObject({ exitCode: 0, err: '' });
    const results = join(bench, 'results/kerf');
    expect((await readdir(results)).sort()).toEqual(['burr-box.jsonl', 'run.json', 'saw-box.jsonl']);
    const { poses, strokes, engine, milliseconds } = await judged(results);
    expect(poses).toMatchObject({
      ...{ poses: 13, answered: 13, unstable: 0 },
      verdicts: { judged: 13, false: 0, missed: 0, enclosedMissed: 0, other: 0 },
      pairs: { judged: 13, wrong: 0, missed: 0, extra: 0 },
      distances: { asked: 11, judged: 11, wrong: 0 },
    });
    expect(poses.distances.largest).toBeLessThan(1e-9);
    expect(strokes).toEqual({ strokes: 3, answered: 3, judged: 3, invented: 0, missed: 0, early: 0, late: 0 });
    expect(engine).toMatchObject({ name: 'kerf', machine: expect.stringMatching(/cores, \d+ GiB, .*Node v\d/) });
    expect(milliseconds.pose!.median).toBeGreaterThan(0);
  });

  test('an engine that always says contact is false at all that is separated, and answers no strokes', async () => {
    const contacts = 'contacts: [{ point: [1, 2, 3] }], depth: 4';
    const file = await engineFile('always', `return { answer: () => ({ verdict: 'contact', ${contacts} }) };`);
    const out = join(root, 'always');
    expect(await kerf('run', bench, '--engine', file, '--out', out)).toMatchObject({ exitCode: 0 });
    const { poses, strokes, families } = await judged(out);
    const separated = manifest.cases.flatMap((one) => Object.values(one.families).map((f) => f.separated ?? 0));
    expect(poses.verdicts).toMatchObject({ judged: 13, false: separated.reduce((a, b) => a + b), missed: 0 });
    expect(families.far.verdicts.false).toBe(families.far.poses);
    // Members that are not judged are not kept.
    const row = JSON.parse((await linesOf(join(out, 'saw-box.jsonl')))[1]);
    expect(Object.keys(row)).toEqual(['pose', 'verdict', 'milliseconds']);
    expect(poses.pairs.judged).toBe(0);
    expect(strokes).toMatchObject({ strokes: 3, answered: 0 });
  });

  test('a run that fails at a pose keeps what is done, and goes on there: each question once', async () => {
    const asked = join(root, 'asked');
    const body = (fails: string) => `return { async answer(pose) {
      const { appendFileSync } = await import('node:fs');
      if (pose[12] === ${fails}) throw new Error('out of luck');
      appendFileSync(${JSON.stringify(asked)}, pose.join() + '\\n');
      return { verdict: 'separated' };
    } };`;
    const sixth = benchmarkCase('burr-box', { poses: 6, strokes: 0 }).poses[5].pose[12];
    const out = join(root, 'resumed');
    await writeFile(asked, '');
    const broken = await engineFile('breaks', body(String(sixth)));
    const { exitCode, err } = await kerf('run', bench, '--engine', broken, '--out', out);
    expect([exitCode, err]).toEqual([3, expect.stringContaining('breaks failed at pose 5 of burr-box: out of luck')]);
    expect(await linesOf(asked)).toHaveLength(6);
    await writeFile(broken, (await readFile(broken, 'utf8')).replace(`=== ${sixth}`, '=== null'));
    const mended = join(root, 'breaks-no-more.mjs');
    await cp(broken, mended);
    const again = await kerf('run', bench, '--engine', mended, '--out', out);
    expect(again).toMatchObject({ exitCode: 0, err: '5 of 16 poses were done already.\n' });
    // The first pose of each case is asked once more, beforehand.
    expect((await linesOf(asked)).length).toBe(13 + 3);
    expect((await readdir(out)).sort()).toEqual(['burr-box.jsonl', 'run.json', 'saw-box.jsonl']);
    expect((await judged(out)).poses).toMatchObject({ answered: 13 });
    const other = await engineFile('another', body('null'));
    await writeFile(join(out, 'results.partial.jsonl'), '');
    expect(await kerf('run', bench, '--engine', other, '--out', out)).toMatchObject({ exitCode: 0 });
  });

  test('results in CSV, of one case, without run.json: as written by another program', async () => {
    const out = join(root, 'csv');
    await mkdir(out);
    const rows = (await labelsOf('saw-box')).map((label) =>
      'hash' in label ? '' : `${label.pose},${label.state},${label.distance}\n`,
    );
    await writeFile(join(out, 'saw-box.csv'), `# engine: by hand\npose,verdict,distance\n${rows.join('')}`);
    const { engine, poses, cases: by } = await judged(out);
    expect(engine.name).toBe('by hand');
    expect(poses).toMatchObject({ poses: 13, answered: 6, distances: { judged: 6, wrong: 0, largest: 0 } });
    expect(by['burr-box'].poses.answered).toBe(0);
  });
});

describe('refused, by name:', () => {
  test('a file that was changed since it was made', async () => {
    const changed = await copyOf('changed');
    await writeFile(join(changed, 'burr-box/poses.csv'), '1,2,3\n');
    expect(await refusal('run', changed)).toMatch(/^3 .*burr-box\/poses\.csv is not what was made/);
    await writeFile(join(changed, 'saw-box/labels.jsonl'), '{}\n');
    await cp(join(bench, 'results/kerf'), join(root, 'bare'), { recursive: true });
    await rm(join(root, 'bare/run.json'));
    expect(await refusal('judge', changed, '--results', join(root, 'bare'), '--out', join(root, 'x'))).toMatch(
      /saw-box\/labels\.jsonl is not what was made/,
    );
  });

  test('no benchmark, and one of another version', async () => {
    const other = await copyOf('other-version');
    const file = join(other, 'benchmark.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"version": "1"', '"version": "7"'));
    expect(await refusal('run', other)).toMatch(/^3 .*is of version 7 \(format 1\), expected 1/);
    await writeFile(file, '{"format":');
    expect(await refusal('run', other)).toMatch(/^3 .*is no manifest of a benchmark/);
    expect(await refusal('run', join(root, 'nowhere'))).toMatch(/^4 .*does not exist/);
  });

  test('results of another size, of no case, of a pose that is not there, and of two engines in one folder', async () => {
    const judge = (results: string) => refusal('judge', bench, '--results', results, '--out', join(root, 'x'));
    const results = join(root, 'results-of');
    await cp(join(bench, 'results/kerf'), results, { recursive: true });
    const runFile = join(results, 'run.json');
    const facts = await readFile(runFile, 'utf8');
    await writeFile(runFile, facts.replace('"tiny"', '"M"'));
    expect(await judge(results)).toMatch(/^3 .*version 1, size M, .* is version 1, size tiny/);
    await writeFile(runFile, facts);
    const file = join(results, 'saw-box.jsonl');
    await writeFile(file, '{"pose":7,"verdict":"separated"}\n');
    expect(await judge(results)).toMatch(/^3 .*saw-box\.jsonl, line 1: pose is 7/);
    const header = '{"format":"kerf-results","formatVersion":1,"engine":{"name":"other"}}';
    await writeFile(file, `${header}\n{"pose":1,"verdict":"separated"}\n`);
    expect(await judge(results)).toMatch(/^3 .*results of kerf .* and of other/);
    const empty = join(root, 'empty');
    await mkdir(empty);
    expect(await judge(empty)).toMatch(
      /^3 .*holds no results of the benchmark, expected files such as burr-box\.jsonl/,
    );
  });

  test('what is no engine, and what is no judgement', async () => {
    const file = join(root, 'no-engine.mjs');
    await writeFile(file, 'export const engine = {};\n');
    expect(await refusal('run', bench, '--engine', file, '--out', join(root, 'x'))).toMatch(
      /^3 .*exports no engine with a name/,
    );
    expect(await refusal('run', bench, '--engine', join(root, 'absent.mjs'))).toMatch(
      /^4 .*absent\.mjs: it does not exist/,
    );
    const page = join(root, 'x.html');
    expect(await refusal('table', join(bench, 'benchmark.json'), '--out', page)).toMatch(/^3 .*is no judgement/);
    expect(await refusal('table', join(bench, 'benchmark.json'), '--out', 'x.txt')).toMatch(/^2 .*ends in \.html/);
  });
});
