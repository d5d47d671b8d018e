// kerf assess --labels, --times, --cut-bone: a plate cut by a blade, as voxels of a CT's frame counted by hand; what
// the command says and refuses.

import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { run } from '#cli/run.ts';
import { loadMesh, loadVolume, type VolumeInMemory, writeMesh, writeNrrd } from '#io';
import { inspectMesh, type TriangleMesh } from '#mesh';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { moved } from '#harness/strokes.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** A plate 6 mm thick, and a blade 2 mm thick that comes down through it: its lower end is 6 mm below its origin. */
const BODIES: Readonly<Record<string, TriangleMesh>> = {
  bone: box({ size: [12, 8, 6] }),
  tool: box({ size: [2, 20, 12] }),
  nerve: box({ size: [4, 4, 20] }),
  sheet: { ...box({ size: 4 }), faces: box({ size: 4 }).faces.subarray(3) },
};
/** Half a mm each, the first centre at −7.75: 24 × 16 × 12 are in the plate, 4 × 16 × 12 of them in the blade's way. */
const CT: VolumeInMemory = {
  dimensions: [32, 32, 32],
  values: new Uint8Array(32 ** 3),
  indexToWorld: [0.5, 0, 0, -7.75, 0, 0.5, 0, -7.75, 0, 0, 0.5, -7.75],
  frame: 'LPS',
};
const HEIGHTS = [12, 6, 1];
const rows = HEIGHTS.map((z, i) => `${1e9 + 2.5 * i} 0 0 ${z} 0 0 0 1`);
const timed = `t x y z qx qy qz qw\n${rows.join('\n')}\n`;
const plain = HEIGHTS.map((z) => moved([0, 0, z]).join(' ')).join('\n');

let root: string;
const at = (name: string) => join(root, name);
beforeEach(async () => {
  root = await temporaryFolder('labels');
  await writeFile(at('ct.nrrd'), await writeNrrd(CT));
});

async function kerf(more: readonly string[], { text = timed, frame = undefined as 'RAS' | 'LPS' | undefined } = {}) {
  await writeFile(at('path.csv'), text);
  const kit = {
    ...fakeToolkit(),
    ...{ inspectMesh, writeMesh },
    loadMesh: async (file: string) => ({ ...BODIES[file], name: file, ...(frame && { frame }) }),
  };
  const terminal = recordedTerminal();
  const given = ['assess', '--bone', 'bone', '--tool', 'tool', '--path', at('path.csv'), '--cell', '1', ...more];
  return { exitCode: await run(given, kit, terminal), out: terminal.stdout, err: terminal.stderr };
}
const counts = (values: ArrayLike<number>) => {
  const found: Record<number, number> = {};
  for (const value of Array.from(values)) found[value] = (found[value] ?? 0) + 1;
  return found;
};

test('labels, times and the bone hold what is counted by hand, in each format', async () => {
  const names = [
    '--labels',
    at('l.seg.nrrd'),
    '--times',
    at('t.nii.gz'),
    '--cut-bone',
    at('b.vtp'),
    '--ct',
    at('ct.nrrd'),
  ];
  const { exitCode, out, err } = await kerf([...names, '--structure', 'nerve=nerve'], { frame: 'LPS' });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const labels = (await loadVolume(at('l.seg.nrrd'))).volume;
  const [inNerve, taken] = [4 * 8 * 12, 4 * 16 * 12];
  const expected = { 1: 24 * 16 * 12 - taken, 2: taken - inNerve, 3: inNerve };
  expect(counts(labels.values)).toEqual({ 0: 32 ** 3 - 24 * 16 * 12, ...expected });
  expect(labels).toMatchObject({ frame: 'LPS', indexToWorld: CT.indexToWorld });
  const text = (await readFile(at('l.seg.nrrd'))).toString('latin1');
  for (const name of ['bone', 'removed', 'removed from nerve']) expect(text).toContain(`_Name:=${name}\n`);
  // The first motion ends with the blade's lower end at the plate's middle, 2.5 s after the start.
  const times = (await loadVolume(at('t.nii.gz'))).volume;
  expect(counts(times.values)).toEqual({ [-1]: 32 ** 3 - taken, 2.5: taken / 2, 5: taken / 2 });
  expect([times.frame, times.indexToWorld[3]]).toEqual(['RAS', 7.75]);
  const bone = await loadMesh(at('b.vtp'));
  expect(inspectMesh(bone)).toMatchObject({ closed: true, components: 2 });
  expect(bone.frame).toBe('LPS');
  expect(out).toContain(`label 3, removed from nerve: ${inNerve} voxels, ${inNerve / 8}.0 mm³`);
  expect(out).toContain('0 voxels whose side rounding may have decided');
  expect(out).toMatch(/Wrote .*b\.vtp, .*l\.seg\.nrrd, .*t\.nii\.gz\.\n$/);
});

test('JSON has the table; what is guessed, left out or rounded is said; motions are numbered without times', async () => {
  const turned = { ...CT, indexToWorld: CT.indexToWorld.map((x, n) => (n === 3 ? x + 1e-9 : x)) };
  await writeFile(at('ct.nrrd'), await writeNrrd(turned));
  const names = ['--labels', at('l.nii'), '--times', at('t.nrrd'), '--ct', at('ct.nrrd'), '--json'];
  const { exitCode, out, err } = await kerf([...names, '--structure', 'sheet=sheet'], { text: plain });
  expect(exitCode).toBe(0);
  const { labels, notices } = JSON.parse(out);
  expect(labels.table).toEqual([
    { label: 1, name: 'bone', voxels: 20 * 16 * 12, volume: 480 },
    { label: 2, name: 'removed', voxels: 4 * 16 * 12, volume: 96 },
  ]);
  expect(labels).toMatchObject({ file: at('l.nii'), unsure: 0 });
  expect(labels.bound).toBeGreaterThan(1);
  for (const said of [
    'sheet is no closed solid',
    'bone names no anatomical frame',
    '(LPS)',
    'rounds the frame',
    'no names of labels',
  ])
    expect(notices.some((notice: string) => notice.includes(said))).toBe(true);
  expect(err).toContain('rounds the frame');
  expect(counts((await loadVolume(at('t.nrrd'))).volume.values)).toMatchObject({ 1: 384, 2: 384 });
});

test('a CT in the other axes is heeded, and one that misses the bone is said', async () => {
  // The same places in RAS, where x and y change sign.
  const indexToWorld = CT.indexToWorld.map((x, n) => (n < 8 ? 0 - x : x));
  await writeFile(at('ct.nrrd'), await writeNrrd({ ...CT, indexToWorld, frame: 'RAS' }));
  const names = ['--labels', at('l.nrrd'), '--ct', at('ct.nrrd')];
  const text = HEIGHTS.map((z) => moved([3, 0, z]).join(' ')).join('\n');
  expect((await kerf(names, { text, frame: 'LPS' })).exitCode).toBe(0);
  const labels = (await loadVolume(at('l.nrrd'))).volume;
  expect(labels).toMatchObject({ frame: 'RAS', indexToWorld });
  // The blade takes x from 2 to 4 in LPS: the centres 20 to 23, in the plate from 4 to 27.
  const row = Array.from(labels.values).slice(32 * (16 + 32 * 16), 32 * (17 + 32 * 16));
  expect(row).toEqual(Array.from({ length: 32 }, (_, i) => (i < 4 || i > 27 ? 0 : i < 20 || i > 23 ? 1 : 2)));

  await writeFile(at('ct.nrrd'), await writeNrrd({ ...CT, indexToWorld: CT.indexToWorld.with(3, 100) }));
  expect((await kerf(names, { frame: 'LPS' })).out).toMatch(
    /No voxel of .*ct\.nrrd lies in the bone; check the frames/,
  );
});

test('bad names, files and combinations are refused, and nothing is written', async () => {
  const refused = async (...more: string[]) => {
    const { exitCode, err } = await kerf(more);
    expect(err).toMatch(/^kerf: [^\n]+\.\n/);
    return [exitCode, err] as const;
  };
  const labels = ['--labels', at('l.nii.gz')];
  expect(await refused(...labels)).toEqual([2, expect.stringContaining('--ct FILE')]);
  expect(await refused('--ct', at('ct.nrrd'))).toEqual([2, expect.stringContaining('--labels FILE or --times FILE')]);
  const ct = ['--ct', at('ct.nrrd')];
  expect(await refused('--labels', at('l.mha'), ...ct)).toEqual([3, expect.stringContaining('.seg.nrrd')]);
  expect(await refused('--cut-bone', at('b.png'))).toEqual([3, expect.stringContaining('mesh format "png"')]);
  await writeFile(at('file'), '');
  expect(await refused('--labels', at('file/l.nii'), ...ct)).toEqual([4, expect.stringContaining('file')]);
  expect(await refused(...labels, '--ct', at('none.nrrd'))).toEqual([4, expect.stringContaining('none.nrrd')]);
  await writeFile(at('broken.nrrd'), 'NRRD0004\ntype: uint8\n');
  expect(await refused(...labels, '--ct', at('broken.nrrd'))).toEqual([3, expect.stringContaining('broken.nrrd')]);
  expect(existsSync(at('l.nii.gz'))).toBe(false);
});

test('no file written replaces one that is read, or another one, by whatever path it is given', async () => {
  const before = await readFile(at('ct.nrrd'));
  await symlink(root, at('link'));
  await symlink(at('ct.nrrd'), at('other.nrrd'));
  const refused = async (...more: string[]) => {
    const { exitCode, err } = await kerf(more);
    expect(exitCode).toBe(2);
    return /^kerf: (--\S+) \S+ would replace the file of (--\S+) \S+; give \1 another name\.\n/.exec(err)?.slice(1, 3);
  };
  const ct = ['--ct', at('ct.nrrd')];
  for (const name of ['ct.nrrd', 'link/ct.nrrd', 'none/../ct.nrrd', 'other.nrrd'])
    expect(await refused(...ct, '--labels', `${root}/${name}`)).toEqual(['--labels', '--ct']);
  expect(await refused(...ct, '--labels', at('a.nii'), '--times', at('link/a.nii'))).toEqual(['--times', '--labels']);
  await writeFile(at('skull.ply'), '');
  const bone = ['--cut-bone', at('link/skull.ply')];
  expect(await refused('--structure', `nerve=${at('skull.ply')}`, ...bone)).toEqual(['--cut-bone', '--structure']);
  expect(await refused('--region', at('skull.ply'), ...bone)).toEqual(['--cut-bone', '--region']);
  expect(await refused('--bone', at('skull.ply'), ...bone)).toEqual(['--cut-bone', '--bone']);
  expect(await refused('--tool', at('skull.ply'), ...bone)).toEqual(['--cut-bone', '--tool']);
  expect(await readFile(at('ct.nrrd'))).toEqual(before);
  expect(existsSync(at('a.nii'))).toBe(false);
});
