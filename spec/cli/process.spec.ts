import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import vtkXMLPolyDataReader from '@kitware/vtk.js/IO/XML/XMLPolyDataReader.js';
import { type ReportPayload, unpack } from '#cli/report/payload.ts';
import { run } from '#cli/run.ts';
import { datasetNames, makeDataset } from '#datasets';
import { createDetector } from '#detector';
import { loadMesh, loadSurfaceFromVolume, readMesh, writeMesh } from '#io';
import { inspectMesh } from '#mesh';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { longRun } from '#harness/long-run.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');

let root: string;
const file = (name: string) => join(root, name);

beforeAll(async () => {
  if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
  root = await temporaryFolder('process');
  for (const [name, faces, out] of [
    ['sphere', '1280', 'bone.ply'],
    ['box', '12', 'tool.stl'],
  ])
    expect(await kerfSomewhere(['dataset', name, '--faces', faces, '--out', file(out)])).toMatchObject({
      exitCode: 0,
      err: '',
    });
  await writeFile(file('path.csv'), path(6));
});

/** Poses that move the tool along x from outside, over the bone's surface and to its centre. */
function path(poses: number): string {
  return Array.from({ length: poses }, (_, i) => {
    const x = 200 * (1 - i / (poses - 1));
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1].join(',');
  }).join('\n');
}

function kerf(argv: string[]): Promise<{ exitCode: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [cliPath, ...argv], { maxBuffer: 2 ** 28 }, (error, out, err) =>
      done({ exitCode: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });
}

/** In this process, with what the command itself reads, writes and computes with. */
async function kerfHere(argv: string[]): Promise<{ exitCode: number; out: string; err: string }> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const files = { loadMesh, loadSurfaceFromVolume, writeMesh };
  const bodies = { datasetNames, makeDataset, inspectMesh };
  const terminal = recordedTerminal();
  const exitCode = await run(argv, { ...fakeToolkit(), version, ...files, ...bodies, createDetector }, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

/** Each process takes half a second to start. */
const kerfSomewhere = longRun(1, 0) === 1 ? kerf : kerfHere;

function detectArguments(...more: string[]): string[] {
  const always = { '--bone': file('bone.ply'), '--tool': file('tool.stl'), '--distance': '0.2', '--resolution': '4' };
  const words = new Map(Object.entries(always));
  for (let i = 0; i < more.length; i += 2) words.set(more[i], more[i + 1]);
  return ['detect', ...[...words].flat()];
}

describe('kerf detect --out', () => {
  let out: string;
  let report: { poses: { pose: number; state: string; contacts: number; insideDistance: number; area: number }[] };

  const argv = (workers: string) =>
    detectArguments('--path', file('path.csv'), '--backend', 'cpu', '--workers', workers);

  beforeAll(async () => {
    out = file('result');
    const { exitCode, err } = await kerf([...argv('2'), '--out', out, '--json']);
    expect({ exitCode, err }).toMatchObject({ exitCode: 0 });
    report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  });

  test('writes three files, and poses apart and in contact', async () => {
    expect((await readdir(out)).sort()).toEqual(['contacts.vtp', 'report.html', 'report.json']);
    const states = report.poses.map((pose) => pose.state);
    expect(states).toHaveLength(6);
    expect(states).toContain('separated');
    expect(states.some((state) => state === 'intersecting' || state === 'enclosed')).toBe(true);
  });

  test('--workers 2 changes nothing but the time it takes', async () => {
    const one = await kerfSomewhere([...argv('1'), '--json']);
    expect(one).toMatchObject({ exitCode: 0, err: '' });
    const timeless = (text: string) => JSON.parse(text, (key, held) => (/milliseconds/i.test(key) ? 'time' : held));
    expect(timeless(await readFile(join(out, 'report.json'), 'utf8'))).toEqual(timeless(one.out));
    expect(report.poses).toHaveLength(6);
  });

  test('contacts.vtp reads back: a cell for each contact, with its columns', async () => {
    const bytes = new Uint8Array(await readFile(join(out, 'contacts.vtp')));
    const total = report.poses.reduce((sum, pose) => sum + pose.contacts, 0);
    expect(total).toBeGreaterThan(0);
    expect(readMesh(bytes, 'vtp').faces.length).toBe(3 * total);
    const reader = vtkXMLPolyDataReader.newInstance();
    reader.parseAsArrayBuffer(bytes.buffer);
    const cells = reader.getOutputData(0).getCellData();
    const column = (name: string): ArrayLike<number> => cells.getArrayByName(name).getData();
    for (const name of ['pose', 'body', 'face', 'patch', 'distance', 'low', 'high'])
      expect(column(name).length).toBe(total);
    for (const { pose, insideDistance, contacts } of report.poses) {
      const rows = Array.from({ length: total }, (_, row) => row).filter((row) => column('pose')[row] === pose);
      expect(rows).toHaveLength(contacts);
      const least = Math.min(0, ...rows.map((row) => column('distance')[row]));
      expect(least).toBeCloseTo(-insideDistance, 12);
    }
  });

  test('report.html asks for nothing outside itself and holds what report.json says', async () => {
    const html = await readFile(join(out, 'report.html'), 'utf8');
    // Names and notices in vtk.js and uPlot, never requests; the page's policy forbids any request.
    const names = [
      'http://www.w3.org/',
      'http://www.kitware.com/Copyright.htm',
      'https://kitware.github.io/vtk-js/docs/',
    ];
    const addresses = html.match(/[a-z]+:\/\/[^"'`\s)<]+/g) ?? [];
    expect(addresses.filter((address) => !names.some((name) => address.startsWith(name)))).toEqual([]);
    expect(html).toContain(`content="default-src 'none'; script-src 'unsafe-inline'`);
    expect(html).not.toMatch(/<(link|iframe|object|embed|base)\b/i);
    expect(html).not.toMatch(/\bfetch\(|XMLHttpRequest|sourceMappingURL/);
    const data: ReportPayload = JSON.parse(/id="kerf-data">([^<]*)</.exec(html)![1]);
    expect(Array.from(unpack(data.series.insideDistance))).toEqual(
      report.poses.map((pose) => Math.fround(pose.insideDistance)),
    );
    expect(Array.from(unpack(data.series.area))).toEqual(report.poses.map((pose) => Math.fround(pose.area)));
    expect(data.poses.map((pose) => unpack(pose.contacts!.distance).length)).toEqual(
      report.poses.map((pose) => pose.contacts),
    );
    expect(html.length).toBeLessThan(5e6);
  });
});

describe('bad files', () => {
  /** One for each exit code. */
  const inProcess = ['a missing mesh', 'a truncated STL', 'an unknown command'];
  test.each<[number, string, string, () => Promise<string[]> | string[]]>([
    [
      4,
      'a missing mesh',
      'absent.stl',
      () => detectArguments('--bone', file('absent.stl'), '--path', file('path.csv')),
    ],
    [4, 'a folder for a mesh', 'folder.stl', async () => ['inspect', await folder('folder.stl')]],
    [3, 'an unknown extension', '.step', async () => ['inspect', await put('a.step', 'x')]],
    [3, 'an empty mesh file', 'empty.stl', async () => ['inspect', await put('empty.stl', '')]],
    [
      3,
      'a truncated STL',
      'cut.stl',
      async () => ['inspect', await put('cut.stl', (await readFile(file('tool.stl'))).subarray(0, 150))],
    ],
    [
      3,
      'an OBJ that points past its vertices',
      'past.obj',
      async () => ['convert', await put('past.obj', 'v 0 0 0\nv 1 0 0\nf 1 2 3\n'), file('no.stl')],
    ],
    [3, 'a PLY with NaN', 'nan.ply', async () => ['inspect', await put('nan.ply', plyOf('nan 0 0'))]],
    [3, 'a volume that is none', 'a.nii', async () => ['inspect', await put('a.nii', 'no'), '--iso', '1']],
    [
      3,
      'a ragged path',
      'line 2',
      async () => detectArguments('--path', await put('ragged.csv', `${path(2).slice(0, -2)}`)),
    ],
    [
      3,
      'a mirrored pose',
      'mirror.txt',
      async () => detectArguments('--pose', await put('mirror.txt', '-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1')),
    ],
    [3, 'δ < 0', '--distance', () => detectArguments('--path', file('path.csv'), '--distance', '-1')],
    [3, 'h = 0', '--resolution', () => detectArguments('--path', file('path.csv'), '--resolution', '0')],
    [
      4,
      'a folder that cannot be written',
      'path.csv',
      () => detectArguments('--path', file('path.csv'), '--out', file('path.csv/below')),
    ],
    [2, 'an unknown command', 'detekt', () => ['detekt']],
  ])('%i: %s', async (expected, what, words, argv) => {
    const { exitCode, out, err } = await (inProcess.includes(what) ? kerf : kerfSomewhere)(await argv());
    expect({ exitCode, err }).toMatchObject({ exitCode: expected, err: expect.stringContaining(words) });
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect(out).toBe('');
    expect(existsSync(file('no.stl'))).toBe(false);
  });
});

test('convert and inspect work on what dataset wrote', async () => {
  expect(await kerf(['convert', file('bone.ply'), file('bone.obj')])).toMatchObject({ exitCode: 0 });
  const { out } = await kerfSomewhere(['inspect', file('bone.obj'), '--json']);
  expect(JSON.parse(out)).toMatchObject({ faceCount: 1280, closed: true, oriented: true, components: 1 });
});

const LONG = longRun(50_000, 5000);

/** ends-process.spec.ts has the other. */
const SIGNALS = (['SIGINT', 'SIGTERM'] as const).slice(0, longRun(2, 1));
test.each(SIGNALS)(
  '%s in the middle of a long path: exit code 130, nothing left behind but the poses that are done',
  async (signal) => {
    const out = file(`interrupted-${signal}/below`);
    const partial = join(out, 'report.partial.jsonl');
    const long = await put('long.csv', path(LONG));
    const child = spawn(process.execPath, [cliPath, ...detectArguments('--path', long, '--out', out)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = whenEnded(child);
    // The header's line, then one per pose.
    const lines = () => (existsSync(partial) ? readFileSync(partial, 'utf8').split('\n').length - 1 : 0);
    while (lines() < 2 && child.exitCode === null) await setTimeout(20);
    child.kill(signal);
    const { exitCode, err } = await ended;
    expect({ exitCode, err }).toEqual({ exitCode: 130, err: expect.stringMatching(/^kerf: Interrupted[^\n]*\n$/) });
    const [, done, all] = /(\d+) of (\d+) poses are kept/.exec(err) ?? [];
    expect([Number(done) > 0, Number(all)]).toEqual([true, LONG]);
    expect((await readdir(out)).sort()).toEqual(['report.partial', 'report.partial.jsonl']);
  },
);

function whenEnded(child: ChildProcess): Promise<{ exitCode: number | null; err: string }> {
  let err = '';
  child.stderr!.on('data', (text) => {
    err += text;
  });
  return new Promise((done) => child.on('close', (exitCode) => done({ exitCode, err })));
}

async function put(name: string, contents: string | Uint8Array): Promise<string> {
  await writeFile(file(name), contents);
  return file(name);
}

async function folder(name: string): Promise<string> {
  await mkdir(file(name));
  return file(name);
}

function plyOf(firstVertex: string): string {
  return `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n${firstVertex}\n1 0 0\n0 1 0\n3 0 1 2\n`;
}
