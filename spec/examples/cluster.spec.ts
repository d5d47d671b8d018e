// The job files of examples/cluster, unchanged: which shards their lines request, counted from 0 or from 1, and one run
// of them with the built command line. Schedulers are replaced by stand-ins, which set the same variables as the
// scheduler and run the command that they are given.

import { execFile, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeDataset } from '#datasets';
import { writeMesh } from '#kerf';
import { growingLines } from '#harness/growing-lines.ts';
import { longRun } from '#harness/long-run.ts';
import { testWithPrograms } from '#harness/outside-programs.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { csvWithoutTimes, pageWithoutTimes, withoutTimes } from '#harness/validation-times.ts';

const cluster = resolve('examples/cluster');
const cliPath = resolve('dist/cli.js');
const SHARDS = 16;
const execute = promisify(execFile);

/** Writes a program into a folder of programs. */
function program(bin: string, name: string, text: string): void {
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), text);
  chmodSync(join(bin, name), 0o755);
}

/** Records its arguments, one a line, in a file of its own. */
const recorder = '#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done > "$CALLS/$$"\n';
/** Like srun with one task: runs the command after its options. */
const srun = '#!/bin/sh\ncase $1 in --cpus-per-task=*) shift;; esac\nexec "$@"\n';
/** Like GNU parallel with --quote: runs the command for each line, with {} replaced by the line, without a shell. */
const parallel = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const words = process.argv.slice(2);
if (words[0] === '--version') { console.log('GNU parallel, a stand-in'); process.exit(); }
require('node:fs').writeFileSync(process.env.CALLS + '/../options', words.slice(0, words.indexOf('kerf')).join(' '));
for (const line of require('node:fs').readFileSync(0, 'utf8').trim().split('\\n')) {
  const [first, ...others] = words.slice(words.indexOf('kerf')).map((word) => word.replaceAll('{}', line));
  spawnSync(first, others, { stdio: 'inherit' });
}
`;

let root: string;
let bin: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  root = await temporaryFolder('cluster');
  bin = join(root, 'bin');
  const calls = join(root, 'calls');
  mkdirSync(calls);
  program(bin, 'kerf', recorder);
  // A name with a space must be passed on as one word.
  env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    CALLS: calls,
    BONE: 'a bone.ply',
    TOOL: 'tool.obj',
    RUN: 'a run',
  };
});

/** The arguments of all calls of the stand-in for kerf: those of validate in order of their shards, and the others. */
function calls(): { validate: string[][]; others: string[][] } {
  const all = readdirSync(env.CALLS!).map((name) => readFileSync(join(env.CALLS!, name), 'utf8').trimEnd().split('\n'));
  const index = (words: string[]) => Number.parseInt(words[words.indexOf('--shard') + 1], 10);
  return {
    validate: all.filter(([command]) => command === 'validate').sort((a, b) => index(a) - index(b)),
    others: all.filter(([command]) => command !== 'validate'),
  };
}

/** What every job file must request for each shard. */
function expected(workers: string, ...more: string[]): string[][] {
  return Array.from({ length: SHARDS }, (_, i) => [
    ...['validate', '--bone', 'a bone.ply', '--tool', 'tool.obj', '--random', '10000', '--workers', workers, ...more],
    ...['--shard', `${i + 1}/${SHARDS}`, '--out', `a run/shards/${i + 1}`],
  ]);
}

describe('every job file asks for each shard once, in a folder of its own', () => {
  const sh = (script: string, more: NodeJS.ProcessEnv, ...words: string[]) =>
    execute('/bin/sh', ['-eu', script, ...words], { cwd: root, env: { ...env, ...more } });

  test('parallel.sh by xargs, beside a parallel that is not GNU: from 1 on, then all are merged', async () => {
    program(bin, 'parallel', '#!/bin/sh\nexit 1\n');
    await sh(join(cluster, 'parallel.sh'), { JOBS: '3' }, '--samples', '5');
    expect(calls().validate).toEqual(expected('8', '--samples', '5'));
    // The stand-in for kerf made no folder, so the shell left the pattern as it is.
    expect(calls().others).toEqual([['merge', 'a run/shards/*', '--out', 'a run']]);
  });

  test('parallel.sh by GNU parallel, on hosts of a file', async () => {
    program(bin, 'parallel', parallel);
    await sh(join(cluster, 'parallel.sh'), { JOBS: '3', WORKERS: '2', HOSTS: 'my hosts' });
    expect(calls().validate).toEqual(expected('2'));
    expect(calls().others).toHaveLength(1);
    expect(readFileSync(join(root, 'options'), 'utf8')).toBe(
      `--quote --jobs 3 --sshloginfile my hosts --workdir ${root}`,
    );
  });

  test('slurm.sbatch: by the task numbers of its --array, and one task alone for a shard that is missing', async () => {
    program(bin, 'srun', srun);
    const script = join(cluster, 'slurm.sbatch');
    const [, first, last] = /^#SBATCH --array=(\d+)-(\d+)$/m.exec(readFileSync(script, 'utf8'))!.map(Number);
    const task = (id: number, of: number) => ({
      ...{ SLURM_ARRAY_TASK_ID: String(id), SLURM_ARRAY_TASK_COUNT: String(of), SLURM_CPUS_PER_TASK: '8' },
    });
    const ids = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    await Promise.all(ids.map((id) => sh(script, task(id, ids.length), '--samples', '5')));
    expect(calls().validate).toEqual(expected('8', '--samples', '5'));
    await sh(script, task(7, 1), '--samples', '5');
    const again = calls().validate.filter((words) => words.includes('7/16'));
    expect(again).toEqual(Array(2).fill(expected('8', '--samples', '5')[6]));
  });

  test('kubernetes-job.yaml: by the completion indices, from 0 on', async () => {
    const yaml = readFileSync(join(cluster, 'kubernetes-job.yaml'), 'utf8');
    const completions = Number(/^ {2}completions: (\d+)$/m.exec(yaml)![1]);
    expect(yaml).toMatch(/^ {2}completionMode: Indexed$/m);
    expect(yaml).toMatch(/^ {10}command: \[\/bin\/sh, -euc\]$/m);
    const variables = Object.fromEntries(
      [...yaml.matchAll(/- name: ([A-Z]+).*\n +value: "?([^"\n]*)"?$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(variables).toMatchObject({ SHARDS: String(completions), POSES: '10000' });
    const [, block] = /^ {10}args:\n {12}- \|\n((?: {14}.*\n)+)/m.exec(yaml)!;
    const indices = Array.from({ length: completions }, (_, index) => index);
    const complete = async (index: number) => {
      const given = { ...variables, BONE: env.BONE!, TOOL: env.TOOL!, RUN: env.RUN!, JOB_COMPLETION_INDEX: `${index}` };
      const script = expanded(block.replace(/^ {14}/gm, ''), given);
      await execute('/bin/sh', ['-euc', script], { cwd: root, env: { ...env, ...given } });
    };
    await Promise.all(indices.map(complete));
    expect(calls().validate).toEqual(expected('8'));
  });

  testWithPrograms(['kubectl'], 'kubernetes-job.yaml, as kubectl reads it', async () => {
    const file = join(cluster, 'kubernetes-job.yaml');
    const { stdout } = await execute('kubectl', ['label', '--local', '--output=json', '-f', file, 'read=yes']);
    const { spec } = JSON.parse(stdout);
    const [container] = spec.template.spec.containers;
    const [, block] = /^ {10}args:\n {12}- \|\n((?: {14}.*\n)+)/m.exec(readFileSync(file, 'utf8'))!;
    expect([spec.completionMode, container.command]).toEqual(['Indexed', ['/bin/sh', '-euc']]);
    expect(container.args).toEqual([block.replace(/^ {14}/gm, '')]);
    expect(container.env[0]).toEqual({ name: 'SHARDS', value: String(spec.completions) });
  });

  /** A container's arguments as Kubernetes expands them: $(NAME) is replaced if that variable exists, $$ is $. */
  function expanded(text: string, variables: Readonly<Record<string, string>>): string {
    return text.replace(/\$\$|\$\(([^)]*)\)/g, (found, name) => (found === '$$' ? '$' : (variables[name] ?? found)));
  }
});

describe('with the built command line and the oracle', () => {
  const POSES = longRun(18, 8);
  /** Each is a process. */
  const RUN_SHARDS = longRun(SHARDS, 2);
  const options = ['--random', String(POSES), '--resolution', '4', '--samples', '5'];
  const kerfIn = (cwd: string, ...words: string[]) =>
    execute(process.execPath, [cliPath, ...words], { cwd, maxBuffer: 2 ** 26 }).catch((error) => error);
  const kerf = (...words: string[]) => kerfIn(root, ...words);
  const validate = ['validate', '--bone', 'a bone.ply', '--tool', 'tool.obj', ...options, '--workers', '1'];

  /** The bodies, and the whole run. */
  let made: string;
  beforeAll(async () => {
    if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
    made = await temporaryFolder('cluster');
    writeFileSync(join(made, 'a bone.ply'), writeMesh(makeDataset('sphere', { faces: 320 }), 'ply'));
    writeFileSync(join(made, 'tool.obj'), writeMesh(makeDataset('box', { faces: 12 }), 'obj'));
    await kerfIn(made, ...validate, '--out', 'one');
  });
  beforeEach(() => {
    program(bin, 'kerf', `#!/bin/sh\nexec '${process.execPath}' '${cliPath}' "$@"\n`);
    cpSync(made, root, { recursive: true });
  });

  /** The files of a run, without the times. */
  function timeless(out: string): string[] {
    const read = (name: string) => readFileSync(join(root, out, `validation.${name}`), 'utf8');
    return [withoutTimes(read('json')), csvWithoutTimes(read('csv')), pageWithoutTimes(read('html'))];
  }

  /** Reports which files differ, but not how: a page is long. */
  function expectSame(first: string, second: string): void {
    const other = timeless(second);
    expect(timeless(first).map((text, i) => text === other[i])).toEqual([true, true, true]);
  }

  test(`parallel.sh: ${RUN_SHARDS} shards, merged, are one run but for the times`, async () => {
    program(bin, 'parallel', '#!/bin/sh\nexit 1\n');
    const { stdout } = await execute('/bin/sh', [join(cluster, 'parallel.sh'), ...options.slice(2)], {
      ...{ cwd: root, env: { ...env, SHARDS: `${RUN_SHARDS}`, POSES: `${POSES}`, JOBS: '2', WORKERS: '1' } },
    });
    const ofLast = Math.floor(POSES / RUN_SHARDS);
    expect(stdout).toContain(`Shard ${RUN_SHARDS} of ${RUN_SHARDS}: ${ofLast} of ${POSES} poses.`);
    expect(stdout).toContain(`\nVerdict: held. Over ${POSES} poses, `);
    expect(readdirSync(join(root, 'a run/shards'))).toHaveLength(RUN_SHARDS);
    expectSame('a run', 'one');
    const { summary } = JSON.parse(timeless('one')[0].replaceAll('"milliseconds":{}', '"milliseconds":null'));
    expect(summary.states.intersecting).toBeGreaterThan(0);
    expect(summary.contacts).toBeGreaterThan(longRun(100, 26));
  });

  inLong(() => {
    test('a shard that is killed is reported, and made by itself with the printed command', async () => {
      await kerf(...validate, '--shard', '1/2', '--out', 'shards/1');
      const child = spawn(process.execPath, [cliPath, ...validate, '--shard', '2/2', '--out', 'shards/2'], {
        cwd: root,
      });
      const ended = new Promise((done) => child.on('close', done));
      const lines = growingLines(join(root, 'shards/2/shard.rows.jsonl'));
      while (child.exitCode === null && (await lines()) < 1 + longRun(3, 1)) await setTimeout(5);
      child.kill('SIGKILL');
      await ended;
      const done = (await lines()) - 1;
      expect(done).toBeLessThan(POSES / 2);
      const { code, stderr } = await kerf('merge', 'shards/1', 'shards/2', '--out', 'merged');
      expect(code).toBe(3);
      expect(stderr).toContain(
        `shard 2/2, cut short in shards/2, where ${POSES / 2 - done} of ${POSES / 2} poses are missing (`,
      );
      const command = /: (kerf validate .*)$/m.exec(stderr)![1];
      const again = await execute('/bin/sh', ['-euc', command], { cwd: root, env });
      expect(again.stderr).toContain(`${done} of ${POSES / 2} poses were done already.`);
      expect((await kerf('merge', 'shards/2', 'shards/1', '--out', 'merged')).stderr).toBe('');
      expectSame('merged', 'one');
    });
  });
});
