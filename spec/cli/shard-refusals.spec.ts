// kerf merge: shards of different runs, one shard twice, damaged folders: each is refused by name, before anything is
// written.

import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { checkedLine, lineContent } from '#cli/checked-lines.ts';
import { fakeToolkit } from '#harness/fake-toolkit.ts';
import { mulberry32 } from '#harness/random.ts';
import { filesOf, merge, shard, shardFolder, shards, shuffled, timedToolkit } from '#harness/shard-runs.ts';
import { judgedPoses, kerf, rows, ValidationFolder } from '#harness/validate-command.ts';

const SEED = 318;
const random = mulberry32(SEED);

let folder: ValidationFolder;
let merged: string;
beforeEach(async () => {
  folder = await ValidationFolder.create();
  merged = folder.file('merged');
});

describe(`shards of different runs are refused: which folder, and in what (seed ${SEED})`, () => {
  test.each<[what: string, says: string, change: () => Promise<unknown> | unknown, words: string[]]>([
    ['another resolution', 'options.resolution (0.25, not 0.5)', () => {}, ['--resolution', '0.25']],
    ['another seed', 'options.seed (2, not 1)', () => {}, ['--seed', '2']],
    ['another bone', 'bone.sha256 (', () => writeFile(folder.file('bone.stl'), 'another bone'), []],
    ['another path', 'poses.sha256 (', () => writeFile(folder.file('path.csv'), `${rows(8)}\n`), []],
    ['more poses', 'poses.count (9, not 8)', () => writeFile(folder.file('path.csv'), rows(9)), []],
    ['another backend', 'backend (webgpu, not cpu)', () => {}, ['--backend', 'webgpu']],
  ])('%s', async (_what, says, change, words) => {
    const all = await shards(folder, 3);
    await change();
    await rm(all[1], { recursive: true });
    await shard(folder, 2, 3, timedToolkit(), ...words);
    const { exitCode, err } = await merge(shuffled(all, random), merged);
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^kerf: These are not shards of one run: [^\n]*\.\n$/);
    expect(err.split(' differs from ')).toHaveLength(2);
    expect(err).toContain(`${all[1]} differs from `);
    expect(err).toContain(says);
    expect(await readdir(folder.root)).not.toContain('merged');
  });

  test('another number of shards', async () => {
    const all = await shards(folder, 3);
    await shard(folder, 2, 4);
    const { exitCode, err } = await merge([...all, shardFolder(folder, 2, 4)], merged);
    expect([exitCode, err]).toEqual([
      3,
      expect.stringContaining(`${shardFolder(folder, 2, 4)} differs from ${all[0]} in shards (4, not 3)`),
    ]);
  });

  test('another version of kerf among them, and another that merges', async () => {
    const all = await shards(folder, 3);
    await rm(all[0], { recursive: true });
    await shard(folder, 1, 3, { ...timedToolkit(), version: '10.0.0' });
    expect((await merge(all, merged)).err).toContain(`${all[0]} differs from ${all[1]} in kerf (10.0.0, not 9.9.9)`);
    await rm(all[0], { recursive: true });
    await shard(folder, 1, 3);
    const { exitCode, err } = await merge(all, merged, { ...timedToolkit(), version: '10.0.0' });
    expect([exitCode, err]).toEqual([3, expect.stringContaining('are of kerf 9.9.9 and this is kerf 10.0.0')]);
  });

  test('the same file read to another mesh', async () => {
    const all = await shards(folder, 3);
    await rm(all[2], { recursive: true });
    await shard(folder, 3, 3, fakeToolkit());
    expect((await merge(all, merged)).err).toContain(`${all[2]} differs from ${all[0]} in sha256.inputs (`);
  });

  test('one that was cut short among them', async () => {
    const all = await shards(folder, 3);
    const out = folder.file('cut');
    await folder.interrupted(5, {}, '--shard', '3/3', '--out', out, '--seed', '8');
    const { err } = await merge([...all.slice(0, 2), out], merged);
    expect(err).toContain(`${out} differs from ${all[0]} in options.seed (8, not 1)`);
  });
});

describe('one shard in two folders', () => {
  test('with the same answers but for the times is taken once, whatever the order', async () => {
    const all = await shards(folder, 3);
    const out = folder.file('twice');
    const measured = { ...timedToolkit(), createJudgePool: fakeToolkit().createJudgePool };
    await kerf(folder.words('--shard', '2/3', '--out', out), measured);
    const results: string[][] = [];
    for (const order of [[...all, out], [out, ...all].reverse(), shuffled([...all, out], random)]) {
      const { exitCode, err } = await merge(order, merged);
      expect([exitCode, err]).toEqual([
        0,
        expect.stringMatching(/^\S+ and \S+ hold the same answers of shard 2\/3; one of them is used\.\n$/),
      ]);
      results.push(await filesOf(merged));
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  test('with other answers is refused: both folders, the pose and the field', async () => {
    const all = await shards(folder, 3);
    const out = folder.file('other');
    const kit = timedToolkit({ judged: (one) => (one.pose === 4 ? { ...one, contacts: 31 } : one) });
    await kerf(folder.words('--shard', '2/3', '--out', out), kit);
    const { exitCode, err } = await merge([...all, out], merged);
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^kerf: [^\n]* both hold shard 2\/3, and differ at pose 4 in contacts; [^\n]*\.\n$/);
    for (const path of [all[1], out]) expect(err).toContain(path);
  });

  test('a finished one is taken before one that was cut short', async () => {
    const all = await shards(folder, 2);
    const out = folder.file('cut');
    await folder.interrupted(5, {}, '--shard', '2/2', '--out', out);
    expect(await merge([out, ...all], merged)).toMatchObject({ exitCode: 0 });
  });
});

describe('what is no shard, or is damaged, is refused by name', () => {
  let all: string[];
  beforeEach(async () => {
    all = await shards(folder, 2);
  });
  const put = (name: string, change: (text: string) => string) => async () => {
    const path = join(all[0], name);
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  const lines = (change: (lines: string[]) => unknown) => (text: string) => {
    const changed = text.split('\n');
    change(changed);
    return changed.join('\n');
  };
  const remake = '--shard 1/2 --out ';

  test.each<[what: string, says: string[], change: () => Promise<unknown>]>([
    [
      'an empty folder',
      ['holds neither shard.json nor shard.rows.jsonl'],
      async () => {
        await rm(all[0], { recursive: true });
        await mkdir(all[0]);
      },
    ],
    [
      'a line',
      ['shard.rows.jsonl, line 3: its checksum does not fit', remake],
      put(
        'shard.rows.jsonl',
        lines((l) => {
          l[2] = l[2].replace('"contacts":30', '"contacts":31');
        }),
      ),
    ],
    [
      'the first line',
      ['shard.rows.jsonl, line 1: its checksum does not fit', remake, '--fresh'],
      put('shard.rows.jsonl', (text) => text.replace('cpu', 'gpu')),
    ],
    [
      'a line cut short',
      ['shard.rows.jsonl, line 5: it is cut short', remake],
      put('shard.rows.jsonl', (text) => text.slice(0, -1)),
    ],
    [
      'a pose of another shard',
      ['line 6: pose 1 is none of shard 1/2', '--fresh'],
      async () => {
        const other = (await readFile(join(all[1], 'shard.rows.jsonl'), 'utf8')).split('\n')[1];
        await appendFile(join(all[0], 'shard.rows.jsonl'), `${other}\n`);
      },
    ],
    [
      'a pose twice',
      ['line 6: pose ', 'stands there twice'],
      put(
        'shard.rows.jsonl',
        lines((l) => l.splice(5, 0, l[4])),
      ),
    ],
    [
      'lines in another order',
      ['it is not the file that shard.json was written for'],
      put(
        'shard.rows.jsonl',
        lines((l) => l.splice(1, 0, ...l.splice(2, 1))),
      ),
    ],
    [
      'rows of another run',
      ['line 1: it says another run or shard than shard.json', '--fresh'],
      put(
        'shard.rows.jsonl',
        lines((l) => {
          const header = lineContent(l[0]) as object;
          l[0] = checkedLine(JSON.stringify({ ...header, kerf: '1.2.3' })).trimEnd();
        }),
      ),
    ],
    ['no rows', ['shard.rows.jsonl is not there'], async () => rm(join(all[0], 'shard.rows.jsonl'))],
    [
      'inputs',
      ['shard.inputs is not the file that shard.json was written for', remake],
      put('shard.inputs', (text) => `${text}x`),
    ],
    [
      'shard.json that is half there',
      ['shard.json is not JSON', 'run the same command again'],
      put('shard.json', (text) => text.slice(0, 200)),
    ],
    [
      'shard.json of something else',
      ['does not call itself "kerf-shard"'],
      put('shard.json', () => '{"format": "kerf-validation"}'),
    ],
    [
      'shard.json without its checksums',
      ['lacks a part of what it says'],
      put('shard.json', (text) => text.replace('"sha256": {\n    "rows"', '"sha": {\n    "rows"')),
    ],
    [
      'shard.json of a later format',
      ['is of format version 2'],
      put('shard.json', (text) => text.replace('"formatVersion": 1', '"formatVersion": 2')),
    ],
    [
      'shard.json of a command that this kerf does not share out',
      ['of kerf detect, expected version 1 and validate'],
      put('shard.json', (text) => text.replace('"validate"', '"detect"')),
    ],
    [
      'the first line of a shard that was cut short',
      ['line 1, which says what shard it is, is damaged'],
      async () => {
        await rm(join(all[0], 'shard.json'));
        await put('shard.rows.jsonl', (text) => text.replace('cpu', 'gpu'))();
      },
    ],
  ])('%s', async (_what, says, change) => {
    await change();
    const { exitCode, out, err } = await merge(all, merged);
    expect([exitCode, out]).toEqual([3, '']);
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect(err).toContain(all[0]);
    for (const words of says) expect(err).toContain(words);
    expect(await readdir(folder.root)).not.toContain('merged');
  });

  test('a damaged line is judged again by the printed command, and no other', async () => {
    await kerf(folder.words(), timedToolkit());
    await put(
      'shard.rows.jsonl',
      lines((l) => {
        l[2] = l[2].replace('"contacts":30', '"contacts":31');
      }),
    )();
    const { err } = await merge(all, merged);
    const argv = /make it again by kerf (.*)\.\n$/.exec(err)![1].split(' ');
    const again = await kerf(argv, timedToolkit());
    expect([again.exitCode, judgedPoses(again.kit).length]).toEqual([0, 1]);
    expect(await merge(all, merged)).toMatchObject({ exitCode: 0 });
    expect(await filesOf(merged)).toEqual(await filesOf(folder.out));
  });

  test.each<[number, string, () => string[]]>([
    [4, 'it does not exist', () => ['merge', folder.file('nowhere'), '--out', merged]],
    [4, 'is a file, not a folder', () => ['merge', folder.file('bone.stl'), '--out', merged]],
    [2, "missing required argument 'dirs'", () => ['merge', '--out', merged]],
    [2, "required option '--out <dir>' not specified", () => ['merge', all[0]]],
  ])('exit code %i: %s', async (code, says, argv) => {
    const { exitCode, err } = await kerf(argv());
    expect([exitCode, err]).toEqual([code, expect.stringContaining(says)]);
  });
});
