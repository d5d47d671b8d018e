// kerf on a GPU, and without one: the contacts of the CPU, what is said, and how the process ends. CI detects in this
// process, on the specs' device, since the kernels of a detector take half a minute to compile; those of an impact
// detector are few, so a process of the built package uses them.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import vtkXMLPolyDataReader from '@kitware/vtk.js/IO/XML/XMLPolyDataReader.js';
import { run } from '#cli/run.ts';
import { box, sphere } from '#datasets';
import { createDetector } from '#detector';
import { loadMesh, readMesh, writeMesh, writePolyData } from '#io';
import { inspectMesh } from '#mesh';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { FALLING, FALLING_IMPACTS, type FoundJson, stepFiles } from '#harness/impacts-command.ts';
import { longRun } from '#harness/long-run.ts';
import { specGpu } from '#harness/software-gpu.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** Built by `npm test` before the specs run. */
const cliPath = resolve('dist/cli.js');
/** How the specs wait for a software driver: the kernels compile in half the processor time. */
const patient = ['--import', pathToFileURL(resolve('spec/harness/patient-dawn.mjs')).href];

const isLong = longRun(1, 0) === 1;
if (!isLong) await specGpu();

let root: string;
const file = (name: string) => join(root, name);

beforeAll(async () => {
  if (!existsSync(cliPath)) throw new Error(`${cliPath} is absent: run npm run build first (npm test does).`);
  root = await temporaryFolder('backend');
  await writeFile(file('bone.ply'), writeMesh(sphere({ radius: 10, subdivisions: 2 }), 'ply'));
  await writeFile(file('tool.stl'), writeMesh(box({ size: [20, 16, 12] }), 'stl'));
  // The box, 20 mm long: clear of the sphere of radius 10 mm, at its surface and in it.
  const poses = [30, 20.1, 3.25].map((x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1].join(','));
  await writeFile(file('path.csv'), poses.join('\n'));
});

/** exitCode: the name of the signal that ended the process, if one did. */
interface End {
  readonly exitCode: number | string;
  readonly out: string;
  readonly err: string;
}

function kerf(argv: string[], env = process.env): Promise<End> {
  return new Promise((done) => {
    execFile(process.execPath, [...patient, cliPath, ...argv], { env, maxBuffer: 2 ** 28 }, (error, out, err) =>
      done({ exitCode: error?.signal ?? error?.code ?? 0, out, err }),
    );
  });
}

/** In this process, with what the command itself reads, writes and computes with. */
async function kerfHere(argv: string[]): Promise<End> {
  const files = { loadMesh, writePolyData: (data: Parameters<typeof writePolyData>[0]) => writePolyData(data, 'vtp') };
  const terminal = recordedTerminal();
  const exitCode = await run(argv, { ...fakeToolkit(), ...files, inspectMesh, createDetector }, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

const bodies = () => ['--bone', file('bone.ply'), '--tool', file('tool.stl'), '--path', file('path.csv')];
const options = ['--distance', '0.2', '--resolution', '4'];
const words = (backend: string) => ['detect', ...bodies(), ...options, '--backend', backend, '--json'];

/** What a backend answers: the result, the corners of all its contacts and their distances. */
async function answered(backend: string) {
  const { exitCode, out, err } = await (isLong ? kerf : kerfHere)([...words(backend), ...['--out', file(backend)]]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.stringContaining(`Report: ${file(backend)}`) });
  const bytes = new Uint8Array(await readFile(join(file(backend), 'contacts.vtp')));
  const reader = vtkXMLPolyDataReader.newInstance();
  reader.parseAsArrayBuffer(bytes.buffer);
  const cells = reader.getOutputData(0).getCellData();
  const column = (name: string): number[] => Array.from(cells.getArrayByName(name).getData() as ArrayLike<number>);
  return { result: JSON.parse(out), corners: readMesh(bytes, 'vtp'), column };
}

test('kerf detect --backend webgpu finds the contacts of --backend cpu, with distances to 1e-4 mm', async () => {
  const [cpu, gpu] = [await answered('cpu'), await answered('webgpu')];
  expect([cpu.result.backend, gpu.result.backend]).toEqual(['cpu', 'webgpu']);
  expect(gpu.result.backendReason).not.toBe('');
  const facts = ({ result }: typeof cpu) =>
    result.poses.map(({ state, contacts, intersectingPairs }: Record<string, unknown>) => ({
      ...{ state, contacts, intersectingPairs },
    }));
  expect(facts(gpu)).toEqual(facts(cpu));
  expect(facts(cpu).map(({ state }: { state: string }) => state)).toEqual(['separated', 'near', 'intersecting']);
  expect(cpu.column('distance').length).toBeGreaterThan(500);
  expect(gpu.corners).toEqual(cpu.corners);
  for (const name of ['pose', 'body', 'face']) expect(gpu.column(name)).toEqual(cpu.column(name));
  const distances = gpu.column('distance');
  const apart = cpu.column('distance').map((distance, row) => Math.abs(distance - distances[row]));
  expect(apart.reduce((most, by) => Math.max(most, by), 0)).toBeLessThanOrEqual(1e-4);
});

test('kerf impacts --backend webgpu, as a process: the impacts of --backend cpu, and it ends like any other', async () => {
  const step = await stepFiles(root, FALLING);
  const [cpu, gpu] = await Promise.all(
    ['cpu', 'webgpu'].map((backend) => kerf(['impacts', ...step, '--json', '--backend', backend])),
  );
  for (const { exitCode, err } of [cpu, gpu]) expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const [ofCpu, ofGpu]: FoundJson[] = [cpu, gpu].map(({ out }) => JSON.parse(out));
  expect(ofGpu.impacts).toMatchObject(FALLING_IMPACTS);
  expect(ofGpu.impacts).toEqual(ofCpu.impacts);
});

test('kerf detect without an adapter answers on the CPU, and writes nothing of it to standard error', async () => {
  const { LD_LIBRARY_PATH: _, ...rest } = process.env;
  const { exitCode, out, err } = await kerf(words('auto'), { ...rest, VK_ICD_FILENAMES: file('no-driver.json') });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({ backend: 'cpu', backendReason: expect.stringContaining('no adapter') });
});

test.each([
  ['detect', 'use backend "auto" or "cpu"'],
  ['validate', 'use backend "auto" or "cpu"'],
  ['impacts', 'use backend auto or cpu'],
])('kerf %s --backend webgpu without an adapter: exit code 3 and what to do', async (command, advice) => {
  const { LD_LIBRARY_PATH: _, ...rest } = process.env;
  // A list of drivers, none of which exists.
  const env = { ...rest, VK_ICD_FILENAMES: file('no-driver.json') };
  const validate = ['validate', ...bodies(), ...options, '--backend', 'webgpu', '--out', file('none')];
  const impacts = ['impacts', ...(await stepFiles(root, FALLING)), '--backend', 'webgpu', '--out', file('none')];
  const argv = { detect: words('webgpu'), validate, impacts }[command] ?? [];
  const { exitCode, out, err } = await kerf(argv, env);
  expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
  expect(err).toMatch(/^kerf: (Making the judge ready: )?Backend webgpu was asked for, but [^\n]*\.\n$/);
  expect(err).toContain(advice);
  expect(existsSync(file('none'))).toBe(false);
});
