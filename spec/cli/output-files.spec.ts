import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { FileAccessError } from '#cli/exit-code.ts';
import { makeFolder, OutputFolder, writeWhole } from '#cli/output-files.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder('output');
});

describe('an output folder', () => {
  test('shows nothing under its final name until all is written', async () => {
    const folder = await OutputFolder.open(join(root, 'a/b'));
    await folder.stage('one.txt', 'one');
    await folder.stage('two.txt', Uint8Array.of(50));
    expect((await readdir(join(root, 'a/b'))).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(await folder.commit()).toEqual([join(root, 'a/b/one.txt'), join(root, 'a/b/two.txt')]);
    await folder.discard();
    expect((await readdir(join(root, 'a/b'))).sort()).toEqual(['one.txt', 'two.txt']);
    expect(await readFile(join(root, 'a/b/two.txt'), 'utf8')).toBe('2');
  });

  test('takes a file in parts', async () => {
    const folder = await OutputFolder.open(root);
    await folder.stage('parts.txt', ['one, ', '', 'two'][Symbol.iterator]());
    await folder.commit();
    expect(await readFile(join(root, 'parts.txt'), 'utf8')).toBe('one, two');
  });

  test('discarded, takes back what it staged and the folders that it made', async () => {
    const folder = await OutputFolder.open(join(root, 'a/b'));
    await folder.stage('one.txt', 'one');
    await folder.discard();
    expect(await readdir(root)).toEqual([]);
  });

  test('discarded, leaves a folder that was there and an older file as they were', async () => {
    await writeFile(join(root, 'one.txt'), 'old');
    const folder = await OutputFolder.open(root);
    await folder.stage('one.txt', 'new');
    await folder.discard();
    expect(await readdir(root)).toEqual(['one.txt']);
    expect(await readFile(join(root, 'one.txt'), 'utf8')).toBe('old');
  });

  test('renames a folder that it adopts into the place of an older one', async () => {
    for (const [name, file] of [
      ['made', 'new'],
      ['kept', 'old'],
    ]) {
      await mkdir(join(root, name));
      await writeFile(join(root, name, file), '');
    }
    const folder = await OutputFolder.open(root);
    folder.adopt('kept', join(root, 'made'));
    await folder.discard();
    expect([await readdir(join(root, 'kept')), await readdir(join(root, 'made'))]).toEqual([['old'], ['new']]);
    expect(await folder.commit()).toEqual([join(root, 'kept')]);
    expect(await readdir(root)).toEqual(['kept']);
    expect(await readdir(join(root, 'kept'))).toEqual(['new']);
  });

  test('keeps the older folder where the one that it adopts is gone', async () => {
    await mkdir(join(root, 'kept'));
    await writeFile(join(root, 'kept/old'), '');
    const folder = await OutputFolder.open(root);
    folder.adopt('kept', join(root, 'gone'));
    await expect(folder.commit()).rejects.toThrow(FileAccessError);
    expect(await readdir(root)).toEqual(['kept']);
    expect(await readdir(join(root, 'kept'))).toEqual(['old']);
  });

  test('is refused below a regular file, and in the place of one', async () => {
    await writeFile(join(root, 'file'), '');
    for (const path of ['file', 'file/below', 'file/below/deeper']) {
      await expect(OutputFolder.open(join(root, path))).rejects.toThrow(FileAccessError);
      await expect(OutputFolder.open(join(root, path))).rejects.toThrow(/^Cannot write .*; choose another place\.$/);
    }
    expect((await stat(join(root, 'file'))).size).toBe(0);
  });
});

inDeep(() => {
  test('two folders in one that is not there are made, however long after the first the second is begun', async () => {
    for (let turns = 0; turns < longRun(200, 40); turns++) {
      const within = join(root, `${turns}/shards`);
      const first = makeFolder(join(within, '1'));
      for (let turn = 0; turn < turns % 40; turn++) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([first, makeFolder(join(within, '2'))]);
      expect((await readdir(within)).sort()).toEqual(['1', '2']);
    }
  });
});

test('one file is written whole or not at all', async () => {
  await writeWhole(join(root, 'new/mesh.stl'), 'solid');
  expect(await readdir(join(root, 'new'))).toEqual(['mesh.stl']);
  await expect(writeWhole(join(root, 'new/mesh.stl/mesh.ply'), 'ply')).rejects.toThrow(FileAccessError);
  expect(await readFile(join(root, 'new/mesh.stl'), 'utf8')).toBe('solid');
});
