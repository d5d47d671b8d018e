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

test.each([
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
