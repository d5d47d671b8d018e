// How a command ends on a signal or if its output cannot be written: its exit code, its sentence, what it leaves.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { createDetector } from '#detector';
import { loadMesh } from '#io';
import { inspectMesh } from '#mesh';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { testUnless, testWithPrograms } from '#harness/outside-programs.ts';
import { mulberry32 } from '#harness/random.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');
const started: ChildProcess[] = [];
let root: string;
const file = (name: string) => join(root, name);

/** Concurrent tests begin before beforeAll has ended. */
const made = (async () => {
  root = await temporaryFolder('ends');
  await writeFile(file('soup.ply'), soup(20_000));
  await writeFile(file('small.ply'), soup(4));
  await writeFile(file('pose.txt'), '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n');
  await writeFile(file('path.csv'), '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n1 0 0 0 0 1 0 0 0 0 1 0 9 0 0 1\n');
})();
beforeAll(() => made);
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Triangles through one ball, each meeting a large part of the others: minutes of work in one go. */
function soup(faces: number): string {
  const next = mulberry32(48);
  const rows = Array.from({ length: 3 * faces }, () => [0, 1, 2].map(() => (20 * next() - 10).toFixed(4)).join(' '));
  const corners = Array.from({ length: faces }, (_, face) => `3 ${3 * face} ${3 * face + 1} ${3 * face + 2}`);
  const head = [
    ...['ply', 'format ascii 1.0', `element vertex ${3 * faces}`],
    ...['x', 'y', 'z'].map((name) => `property float ${name}`),
    ...[`element face ${faces}`, 'property list uchar int vertex_indices', 'end_header'],
  ];
  return `${[...head, ...rows, ...corners].join('\n')}\n`;
}

interface End {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** @param heard receives all that the command has written to standard error so far, on each write. */
function ended(child: ChildProcess, heard: (err: string) => void = () => {}): Promise<End> {
  started.push(child);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (text) => {
    out += text;
  });
  child.stderr?.on('data', (text) => {
    err += text;
    heard(err);
  });
  return new Promise((done) => child.on('close', (exitCode) => done({ exitCode, out, err })));
}

const kerf = (...argv: string[]) => ended(spawn(process.execPath, [cliPath, ...argv], { stdio: 'pipe' }));

/** In this process, with what the command itself reads and computes with. */
async function kerfHere(...argv: string[]): Promise<End> {
  const terminal = recordedTerminal();
  const exitCode = await run(argv, { ...fakeToolkit(), loadMesh, inspectMesh, createDetector }, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

/** Each process takes half a second to start. */
const kerfSomewhere = longRun(1, 0) === 1 ? kerf : kerfHere;

/** Runs `line` in a shell, where "$@" is the command line. */
const shell = (line: string, ...argv: string[]) =>
  ended(spawn('bash', ['-c', line, 'bash', process.execPath, cliPath, ...argv], { stdio: 'pipe' }));

const detect = (bone: string, ...more: string[]) => [
  ...['detect', '--bone', file(bone), '--tool', file(bone), '--distance', '0', '--resolution', '5', ...more],
];
const bodies = () => ['--bone', file('small.ply'), '--tool', file('small.ply')];
const files = async (folder: string) => (existsSync(folder) ? (await readdir(folder)).sort() : []);

describe('one signal, or two, while the command', () => {
  /** The notice that --iso is not needed is printed before the wait, or after the meshes are read. */
  async function stopped(signals: readonly NodeJS.Signals[], argv: readonly string[]): Promise<End> {
    const child = spawn(process.execPath, [cliPath, ...argv, '--iso', '1'], { stdio: 'pipe' });
    let sent = 0;
    return ended(child, (err) => {
      if (sent === 0 && err.includes('--iso')) for (const signal of signals) if (child.kill(signal)) sent++;
    });
  }

  const inspect = (mesh: string) => ['inspect', file(mesh), '--self-intersections'];
  const ways: [string, NodeJS.Signals[], () => string[]][] = [
    [
      'computes for minutes and writes',
      ['SIGTERM'],
      () => detect('soup.ply', '--pose', file('pose.txt'), '--out', file('a/b')),
    ],
    ['computes for minutes, again', ['SIGTERM', 'SIGINT'], () => inspect('soup.ply')],
    ['computes for minutes', ['SIGINT'], () => inspect('soup.ply')],
  ];
  test.concurrent.each(ways.slice(0, longRun(3, 2)))('%s: %j', async (_, signals, argv) => {
    await made;
    const { exitCode, out, err } = await stopped(signals, argv());
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
    expect(err).toMatch(/\nkerf: Interrupted: [^\n]*; run the command again[^\n]*\.\n$/);
    if (argv().includes('--out')) expect(existsSync(file('a'))).toBe(false);
  });

  testWithPrograms(['mkfifo'], 'waits for a file that never comes', async () => {
    execFileSync('mkfifo', [file('never.ply')]);
    const { err } = await stopped(['SIGTERM'], ['inspect', file('never.ply')]);
    expect(err).toMatch(/\nkerf: Interrupted: [^\n]*; run the command again[^\n]*\.\n$/);
  });
});

describe('output that cannot be written', () => {
  const commands: [string, (out: string) => string[]][] = [
    ['detect', (out) => detect('small.ply', '--path', file('path.csv'), '--out', out)],
    ['sweep', (out) => ['sweep', ...bodies(), '--path', file('path.csv'), '--out', out]],
    ['impacts', (out) => ['impacts', '--start', file('small.ply'), '--end', file('small.ply'), '--out', out]],
    ['index', (out) => ['index', '--bone', file('small.ply'), '--out', join(out, 'index')]],
    ['dataset', (out) => ['dataset', 'box', '--out', join(out, 'mesh.stl')]],
  ];
  const outputs = ['/dev/full', '/proc'].filter((path) => !existsSync(path));

  type Command = (typeof commands)[number];
  const sentence = (what: string) =>
    expect.stringMatching(new RegExp(`^(.*\n)*kerf: Cannot write ${what}[^\n]*\\.\n$`));
  const places: [string, (command: Command) => Promise<void>][] = [
    [
      'to a full standard output',
      async ([name, argv]) => {
        const full = file(`full-${name}`);
        const err = sentence('to standard output: the disk is full; ');
        expect(await shell('"$@" > /dev/full', ...argv(full))).toEqual({ exitCode: 4, out: '', err });
        expect((await files(full)).filter((left) => /lock|tmp|partial/.test(left))).toEqual([]);
      },
    ],
    [
      'to a full disk',
      async ([name, argv]) => {
        const disk = file(`disk-${name}`);
        await mkdir(disk);
        // No file may be larger than 0 bytes; that includes the lock, which is written first.
        const end = await shell('ulimit -f 0 && exec "$@"', ...argv(disk));
        expect(end).toMatchObject({ exitCode: 4, err: sentence('') });
        expect(await files(disk)).toEqual([]);
      },
    ],
    [
      'to /proc',
      async ([, argv]) => {
        expect(await kerf(...argv('/proc/kerf/below'))).toMatchObject({ exitCode: 4, err: sentence('/proc') });
      },
    ],
  ];

  for (const [n, command] of commands.entries())
    for (const [place, meets] of partOf(places, 3, n % 3))
      testUnless(outputs, `kerf ${command[0]} ${place}: 4, one sentence, nothing half-done is left`, () =>
        meets(command),
      );

  const [, argv] = commands[0];

  testUnless(
    outputs,
    'a full standard error, a closed output, a reader that has seen enough change nothing',
    async () => {
      const ways = ['"$@" 2> /dev/full', '"$@" >&-', 'set -o pipefail; "$@" | true'];
      const ends = await Promise.all(ways.map((line, way) => shell(line, ...argv(file(`way-${way}`)))));
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
      expect(ends.map(({ err }) => /EPIPE|EBADF|Error/.test(err))).toEqual([false, false, false]);
      for (const way of ways.keys())
        expect(await files(file(`way-${way}`))).toEqual(['contacts.vtp', 'report.html', 'report.json']);
    },
  );

  test('a file in place of the folder, or in its path', async () => {
    for (const out of [file('small.ply'), join(file('small.ply'), 'below')]) {
      const { exitCode, err } = await kerfSomewhere(...argv(out));
      expect({ exitCode, err }).toEqual({
        exitCode: 4,
        err: expect.stringMatching(/^kerf: Cannot write .*small\.ply[^\n]*\.\n$/),
      });
    }
  });

  testUnless(
    process.getuid?.() === 0 ? ['a user whom the system refuses'] : [],
    'a folder that may only be read',
    async () => {
      await mkdir(file('read-only'), { mode: 0o555 });
      const { exitCode, err } = await kerfSomewhere(...argv(file('read-only')));
      expect({ exitCode, err }).toEqual({
        exitCode: 4,
        err: expect.stringMatching(/^kerf: Cannot write .*read-only: permission is denied; [^\n]*\.\n$/),
      });
    },
  );
});
