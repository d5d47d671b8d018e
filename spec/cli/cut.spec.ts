// `kerf cut`: the parts are osteotomy's, one file each, in its order; or a sentence, and no file.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { box } from '#datasets';
import { readMesh, writeMesh } from '#io';
import { inspectMesh } from '#mesh';
import { osteotomy } from '#osteotomy';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder('cut');
});
const bone = box({ size: [4, 6, 8] });

async function cut(...argv: string[]) {
  const kit = { ...fakeToolkit(), writeMesh, inspectMesh };
  kit.loadMesh = async () => bone;
  const terminal = recordedTerminal();
  const exitCode = await run(['cut', 'bone.ply', ...argv], kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

test('two planes, with units: four files in the order of the parts, and a table', async () => {
  const { exitCode, out, err } = await cut(
    ...['--plane', '0.5,0,0,1,0,0', '--plane', '0,0cm,0.1mm,0,1,0.25', '--out', join(root, 'part.ply')],
  );
  expect([exitCode, err]).toEqual([0, '']);
  const parts = osteotomy(bone, [0.5, 0, 0, 1, 0, 0, 0, 0, 0.1, 0, 1, 0.25]);
  expect(parts).toHaveLength(4);
  for (const [n, part] of parts.entries()) {
    const written = await readMesh(new Uint8Array(await readFile(join(root, `part-${n + 1}.ply`))), 'ply');
    expect([...written.positions]).toEqual([...part.positions]);
    expect([...written.faces]).toEqual([...part.faces]);
    expect(out).toContain(join(root, `part-${n + 1}.ply`));
    expect(out).toContain(inspectMesh(part).volume.toPrecision(6));
  }
  expect(await readdir(root)).toHaveLength(4);
});

test('a plane that misses: the whole bone, and a warning', async () => {
  const { exitCode, err } = await cut('--plane', '0,0,4,0,0,1', '--out', join(root, 'part.obj'));
  expect([exitCode, err]).toEqual([0, 'kerf: warning: no plane cuts bone.ply: they miss it, or only touch it.\n']);
  expect(await readdir(root)).toEqual(['part-1.obj']);
});

test('a box, with units, and what it takes out', async () => {
  const argv = ['--box', '1,1cm,2,0.5,0,4', '--out', join(root, 'part.ply')];
  const boxes = [{ size: [1, 10, 2] as const, pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 4, 1] }];
  expect((await cut(...argv)).err).toBe('');
  const readPart = async () => readMesh(new Uint8Array(await readFile(join(root, 'part-1.ply'))), 'ply');
  const volumeOf = async () => inspectMesh(await readPart()).volume;
  expect(Array.from((await readPart()).faces)).toEqual(Array.from(osteotomy(bone, { boxes })[0].faces));
  expect(await volumeOf()).toBe(4 * 6 * 8 - 6);
  await cut(...argv, '--keep', 'inside');
  expect(await volumeOf()).toBe(6);
  // A quarter turn about z.
  const turned = '1,10,2,0,1,0,0,-1,0,0,0,0,0,1,0,0,0,4,1';
  await cut('--box', turned, '--keep', 'inside', '--out', join(root, 'part.ply'));
  expect(await volumeOf()).toBe(4);
});

test.each([
  ['misses it', ['--box', '1,1,1,9,9,9'], 'no box cuts bone.ply: they miss it, or only touch it.', 1],
  [
    'misses it',
    ['--box', '1,1,1,9,9,9', '--keep', 'inside'],
    'nothing of bone.ply lies inside; no file is written.',
    0,
  ],
  ['takes all', ['--box', '9,9,9,0,0,0'], 'nothing of bone.ply lies outside; no file is written.', 0],
])('a box that %s: %j', async (_what, argv, says, files) => {
  const { exitCode, err } = await cut(...argv, '--out', join(root, 'part.obj'));
  expect([exitCode, err]).toEqual([0, `kerf: warning: ${says}\n`]);
  expect(await readdir(root)).toHaveLength(files);
});

test.each([
  [['--box', '1,2,3'], /--box is "1,2,3", expected six numbers sx,sy,sz,x,y,z/],
  [['--box', '1,2,wide,0,0,0'], /--box is "wide"/],
  [['--box', '1,0,1,0,0,0'], /The size of box 0 along y is 0, expected above 0 mm/],
  [['--box', '1,1,1,0,0,0', '--plane', '0,0,0,0,0,1'], /--plane or --box, not both/],
  [['--plane', '0,0,0,0,0,1', '--keep', 'inside'], /--keep goes with --box/],
  [['--box', '1,1,1,0,0,0', '--keep', 'both'], /outside, inside/],
  [[], /--plane x,y,z,nx,ny,nz/],
  [['--plane', '1,2,3'], /--plane is "1,2,3", expected six numbers/],
  [['--plane', '0,0,0,0,0,0'], /expected six numbers/],
  [['--plane', '0,0,0,0,0,1', '--out', 'part.doc'], /part\.doc/],
])('%j: refused in words, nothing written', async (argv, says) => {
  const { exitCode, err } = await cut('--out', join(root, 'part.ply'), ...argv);
  expect(exitCode).not.toBe(0);
  expect(err).toMatch(says);
  expect(await readdir(root)).toEqual([]);
});
