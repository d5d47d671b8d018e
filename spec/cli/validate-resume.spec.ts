import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { KerfError } from '#core';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { judgedPoses, kerf, rows, ValidationFolder } from '#harness/validate-command.ts';

let folder: ValidationFolder;
beforeEach(async () => {
  folder = await ValidationFolder.create();
});

describe('a run that was cut short', () => {
  test('by Ctrl-C: exit code 130, what was done is kept, and the sentence says how to go on', async () => {
    const { exitCode, out: printed, err, kit } = await folder.interrupted(3);
    expect([exitCode, printed]).toEqual([130, '']);
    expect(err).toBe(
      `kerf: Interrupted: 3 of 8 poses are kept in ${join(folder.out, 'validation.partial.jsonl')}; the same command goes on with the rest.\n`,
    );
    expect(await readdir(folder.out)).toEqual(['validation.partial.jsonl']);
    expect(kit.pools[0].closed).toBe(true);
  });

  test('goes on with the rest, and ends as one that was not', async () => {
    await kerf(folder.words('--out', folder.file('whole')));
    await folder.interrupted(3);
    const { exitCode, err, kit } = await kerf(folder.words());
    expect([exitCode, err]).toEqual([0, '3 of 8 poses were done already.\n']);
    expect(judgedPoses(kit)).toEqual([3, 4, 5, 6, 7]);
    expect(await folder.result()).toBe(await folder.result(folder.file('whole')));
    expect((await readdir(folder.out)).sort()).toEqual(['validation.csv', 'validation.html', 'validation.json']);
  });

  test('before its first pose leaves nothing behind', async () => {
    const { exitCode, err } = await folder.interrupted(0);
    expect([exitCode, err]).toEqual([130, 'kerf: Interrupted: nothing was written; run the command again.\n']);
    expect((await readdir(folder.root)).sort()).toEqual(['bone.stl', 'path.csv', 'tool.stl']);
  });

  test('before anything is judged, in a folder with poses, keeps them', async () => {
    await folder.interrupted(3);
    const terminal = recordedTerminal();
    terminal.abort.abort();
    expect(await kerf(folder.words(), fakeToolkit(), terminal)).toMatchObject({ exitCode: 130 });
    const { err } = await kerf(folder.words());
    expect(err).toBe('3 of 8 poses were done already.\n');
  });

  test('by a worker that died twice: named, exit code 70, and what was done is kept', async () => {
    const kit = fakeToolkit({
      beforeJudgement: (pose) => {
        if (pose === 5) throw new KerfError('WORKER_DIED', 'Pose 5: the worker ended without an answer.');
      },
    });
    const { exitCode, err } = await kerf(folder.words('--workers', '1'), kit);
    expect(exitCode).toBe(70);
    expect(err).toMatch(/^kerf: Pose 5: the worker ended without an answer\. 5 of 8 poses are kept in [^\n]*\.\n$/);
    expect(await kerf(folder.words())).toMatchObject({ exitCode: 0, err: '5 of 8 poses were done already.\n' });
  });

  test('by a failure: the poses that other workers have begun are finished and kept, no other is begun', async () => {
    const kit = fakeToolkit({
      beforeJudgement: async (pose) => {
        if (pose === 0) throw new Error('the judge is wrong');
        await setTimeout(30);
      },
    });
    const { exitCode, err } = await kerf(folder.words('--workers', '3'), kit);
    expect([exitCode, err]).toEqual([70, expect.stringContaining('the judge is wrong')]);
    expect(judgedPoses(kit)).toEqual([1, 2]);
    expect(await kerf(folder.words())).toMatchObject({ exitCode: 0, err: '2 of 8 poses were done already.\n' });
  });

  test('while its files were written goes on without judging anything again', async () => {
    const kit = fakeToolkit();
    kit.validationViewerScript = async () => {
      throw new Error('disk on fire');
    };
    expect(await kerf(folder.words(), kit)).toMatchObject({ exitCode: 70 });
    const again = await kerf(folder.words());
    expect(again).toMatchObject({ exitCode: 0, err: '8 of 8 poses were done already.\n' });
    expect(judgedPoses(again.kit)).toEqual([]);
  });

  test('with a damaged line: its pose is judged again, and the command says so', async () => {
    await kerf(folder.words('--out', folder.file('whole')));
    await folder.interrupted(5);
    const partial = join(folder.out, 'validation.partial.jsonl');
    const lines = (await readFile(partial, 'utf8')).split('\n');
    lines[2] = lines[2].replace('"insideDistance":0', '"insideDistance":1');
    await writeFile(partial, lines.join('\n'));
    const { exitCode, err, kit } = await kerf(folder.words());
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^1 line [^\n]* was damaged; [^\n]* again\.\n4 of 8 poses were done already\.\n$/);
    expect(judgedPoses(kit)).toEqual([1, 5, 6, 7]);
    expect(await folder.result()).toBe(await folder.result(folder.file('whole')));
  });

  test.each<[what: string, words: string, change: () => Promise<string[]> | string[]]>([
    ['other options', 'options.resolution (0.5 there, 0.25 here)', () => ['--resolution', '0.25']],
    ['another seed', 'options.seed (1 there, 2 here)', () => ['--seed', '2']],
    ['another backend', 'backend (cpu there, webgpu here)', () => ['--backend', 'webgpu']],
    ['another bone', 'bone.sha256', () => put('bone.stl', 'another bone')],
    ['another path', 'poses.sha256', () => put('path.csv', `${rows(8)}\n`)],
    ['more poses', 'poses.count (8 there, 9 here)', () => put('path.csv', rows(9))],
  ])('is refused to one with %s, by name; --fresh begins anew', async (_what, words, change) => {
    await folder.interrupted(3);
    const before = await readFile(join(folder.out, 'validation.partial.jsonl'), 'utf8');
    const argv = folder.words(...(await change()));
    const { exitCode, err } = await kerf(argv);
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^kerf: [^\n]*validation\.partial\.jsonl holds poses of another run[^\n]*--fresh[^\n]*\.\n$/);
    expect(err).toContain(words);
    expect(await readFile(join(folder.out, 'validation.partial.jsonl'), 'utf8')).toBe(before);
    const fresh = await kerf([...argv, '--fresh']);
    expect([fresh.exitCode, fresh.err]).toEqual([0, '']);
    expect(judgedPoses(fresh.kit)[0]).toBe(0);
  });

  // A GPU's answers depend on the adapter, so its name counts; the reason for taking the CPU changes no answer.
  test.each([
    ['auto', 'no adapter was found', 'cpu', 'the CPU was asked for'],
    ['cpu', 'the CPU was asked for', 'auto', 'no adapter was found'],
  ])(
    'on the CPU by --backend %s (%s) is gone on with by --backend %s',
    async (before, reason, after, backendReason) => {
      await folder.interrupted(3, { backendReason: reason }, '--backend', before);
      const { exitCode, err, kit } = await kerf(folder.words('--backend', after), fakeToolkit({ backendReason }));
      expect([exitCode, err]).toEqual([0, '3 of 8 poses were done already.\n']);
      expect(judgedPoses(kit)).toEqual([3, 4, 5, 6, 7]);
      const { backend, backendReason: said } = JSON.parse(await readFile(join(folder.out, 'validation.json'), 'utf8'));
      expect([backend, said]).toEqual(['cpu', backendReason]);
    },
  );

  test('on one GPU is refused to another', async () => {
    await folder.interrupted(3, { backendReason: 'adapter A' }, '--backend', 'webgpu');
    const other = fakeToolkit({ backendReason: 'adapter B' });
    const { exitCode, err } = await kerf(folder.words('--backend', 'webgpu'), other);
    expect([exitCode, err]).toEqual([3, expect.stringContaining('backendReason (adapter A there, adapter B here)')]);
  });

  test('is refused to another version of kerf', async () => {
    await folder.interrupted(3);
    const { exitCode, err } = await kerf(folder.words(), { ...fakeToolkit(), version: '10.0.0' });
    expect([exitCode, err]).toEqual([3, expect.stringContaining('kerf (9.9.9 there, 10.0.0 here)')]);
  });

  async function put(name: string, contents: string): Promise<string[]> {
    await writeFile(folder.file(name), contents);
    return [];
  }
});
