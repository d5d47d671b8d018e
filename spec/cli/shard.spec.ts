// --shard: which poses a shard takes, what its folder holds, and how it resumes after an interruption.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sha256 } from '#cli/checked-lines.ts';
import { optionWords, shellLine } from '#cli/command-words.ts';
import { type KeptBodies, packBodies, unpackBodies } from '#cli/shard/kept-bodies.ts';
import { posesOf, shardOption } from '#cli/shard/shard-record.ts';
import { KerfError } from '#core';
import { boxMesh, sphereMesh } from '#harness/fake-toolkit.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { shard, shardFolder, shards, timedToolkit } from '#harness/shard-runs.ts';
import { judgedPoses, kerf, ValidationFolder } from '#harness/validate-command.ts';

const SEED = 20261127;

let folder: ValidationFolder;
beforeEach(async () => {
  folder = await ValidationFolder.create();
});

describe('the poses of a shard', () => {
  test(`every pose is in one shard, in order, and shards differ by one pose at most (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const rounds = longRun(300, 40);
    let empty = 0;
    for (let round = 0; round < rounds; round++) {
      const total = 1 + Math.floor(60 * random());
      const of = 1 + Math.floor(40 * random());
      const parts = Array.from({ length: of }, (_, i) => posesOf({ index: i + 1, of }, total));
      const isOwn = (pose: number, at: number, poses: readonly number[], shard: number) =>
        pose % of === shard && (at === 0 || poses[at - 1] < pose);
      expect(parts.every((poses, i) => poses.every((pose, at) => isOwn(pose, at, poses, i)))).toBe(true);
      expect(parts.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, pose) => pose));
      const sizes = parts.map((poses) => poses.length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      if (sizes.includes(0)) empty++;
    }
    expect(empty).toBeGreaterThan(rounds / 10);
    expect(empty).toBeLessThan(0.9 * rounds);
  });

  test.each(['1/1', '3/16', '16/16', '9007199254740991/9007199254740991'])('%s is a shard', (text) => {
    const { index, of } = shardOption(text);
    expect(`${index}/${of}`).toBe(text);
  });
  test.each(['', '3', '0/16', '17/16', '-1/3', '1/0', '1.5/3', '1/3/5', ' 1/3', '1/9007199254740993', 'a/b'])(
    '"%s" is none',
    (text) => {
      expect(() => shardOption(text)).toThrow(expect.objectContaining({ code: 'BAD_SHARD' }));
      expect(() => shardOption(text)).toThrow(`--shard is "${text}", expected I/N`);
    },
  );
});

describe('the bodies that a shard keeps', () => {
  const source = { vertices: 0, faces: 0, sha256: '' };
  const sources = { bone: { ...source, file: 'b' }, tool: { ...source, file: 't', frame: 'LPS' } } as const;
  const single = { ...sphereMesh(4), positions: Float32Array.from(sphereMesh(4).positions) };
  const double = { ...boxMesh(), positions: Float64Array.from(boxMesh().positions, (x) => x + Math.PI) };

  test.each([
    ['f32, f64, no times', single, double, null, new Float64Array()],
    ['f64, f32, times, matrices', double, single, Float64Array.of(-0, 0.1, 0.1), Float64Array.of(0.1, -0)],
    ['an empty list of times is not the lack of one', double, double, new Float64Array(), new Float64Array()],
  ])('come back bit for bit: %s', (_what, bone, tool, times, matrices) => {
    const back = unpackBodies(packBodies({ bone, tool, times, matrices }), 'x', sources);
    const bits = (kept: KeptBodies) =>
      [kept.bone.positions, kept.bone.faces, kept.tool.positions, kept.tool.faces, kept.times, kept.matrices].map(
        (array) => array && [array.constructor, sha256(array)],
      );
    expect(bits(back)).toEqual(bits({ bone, tool, times, matrices }));
    expect([back.bone.name, back.bone.frame, back.tool.name, back.tool.frame]).toEqual(['b', undefined, 't', 'LPS']);
  });

  test('and a changed byte is reported', () => {
    const bytes = packBodies({ bone: single, tool: double, times: null, matrices: new Float64Array() });
    bytes[bytes.length >> 1] ^= 1;
    expect(() => unpackBodies(bytes, 'shard.inputs', sources)).toThrow(
      /^Shard file "shard.inputs" .*run that shard again/,
    );
  });
});

test('options → words → one line of a shell', () => {
  const words = optionWords({ oracleLimit: '5', fresh: true, bone: "it's a bone.stl" });
  expect(words).toEqual(['--oracle-limit', '5', '--fresh', '--bone', "it's a bone.stl"]);
  expect(shellLine(words)).toBe("--oracle-limit 5 --fresh --bone 'it'\\''s a bone.stl'");
});

describe('kerf validate --shard', () => {
  test('judges its own poses, and leaves what finishing takes', async () => {
    const { exitCode, out, err, kit } = await shard(folder, 2, 3);
    expect([exitCode, err]).toEqual([0, '']);
    expect(judgedPoses(kit)).toEqual([1, 4, 7]);
    expect(kit.pools[0].closed).toBe(true);
    const path = shardFolder(folder, 2, 3);
    expect(out).toMatch(/^Shard 2 of 3: 3 of 8 poses\. Verdict of these alone: held\. Over 3 poses, [^\n]*\nShard: /);
    expect(out).toContain(path);
    expect((await readdir(path)).sort()).toEqual(['shard.inputs', 'shard.json', 'shard.rows.jsonl']);
    const record = JSON.parse(await readFile(join(path, 'shard.json'), 'utf8'));
    expect(record).toMatchObject({
      format: 'kerf-shard',
      formatVersion: 1,
      command: 'validate',
      words: [
        '--bone',
        folder.file('bone.stl'),
        '--tool',
        folder.file('tool.stl'),
        '--path',
        folder.file('path.csv'),
      ].concat('--workers', '2'),
      shard: { index: 2, of: 3 },
      total: 8,
      header: { format: 'kerf-validation', kerf: '9.9.9', poses: { count: 8 } },
      sha256: {
        rows: sha256(await readFile(join(path, 'shard.rows.jsonl'))),
        inputs: sha256(await readFile(join(path, 'shard.inputs'))),
      },
    });
    expect((await readFile(join(path, 'shard.rows.jsonl'), 'utf8')).split('\n')).toHaveLength(1 + 3 + 1);
  });

  test('--random: all shards draw the same poses', async () => {
    const folders = await shards(
      folder,
      3,
      ...['--random', '7', '--seed', '5'],
      ...(['--path', undefined] as string[]),
    );
    const drawn = await Promise.all(
      folders.map(async (path) => JSON.parse(await readFile(join(path, 'shard.json'), 'utf8'))),
    );
    expect(new Set(drawn.map(({ sha256: { poses } }) => poses)).size).toBe(1);
    expect(drawn.map(({ total }) => total)).toEqual([7, 7, 7]);
  });

  test('--json prints shard.json', async () => {
    const path = shardFolder(folder, 1, 2);
    const { out, err } = await kerf([...folder.words('--shard', '1/2', '--out', path), '--json'], timedToolkit());
    expect(out).toBe(await readFile(join(path, 'shard.json'), 'utf8'));
    expect(err).toContain(path);
  });

  test('of more shards than poses: one beyond them has none, and says so', async () => {
    const { exitCode, out, kit } = await shard(folder, 9, 16);
    expect([exitCode, judgedPoses(kit), kit.pools[0].workers]).toEqual([0, [], 1]);
    expect(out).toContain('Shard 9 of 16 has none of the 8 poses.');
    expect((await readdir(shardFolder(folder, 9, 16))).sort()).toEqual([
      'shard.inputs',
      'shard.json',
      'shard.rows.jsonl',
    ]);
  });

  test('a broken guarantee is said; the exit code is 0, the verdict is that of the whole run', async () => {
    const kit = timedToolkit({ judged: (one) => ({ ...one, state: { kerf: 'near', exact: 'separated' } }) });
    const { exitCode, out } = await shard(folder, 1, 2, kit);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('Verdict of these alone: broken.')]);
  });

  test('cut short by Ctrl-C, it keeps its poses, and the same command goes on', async () => {
    const [path, of] = [shardFolder(folder, 2, 2), ['--shard', '2/2']];
    const cut = await folder.interrupted(5, {}, ...of, '--out', path);
    expect(cut).toMatchObject({ exitCode: 130, err: expect.stringContaining('2 of 4 poses are kept in') });
    expect(await readdir(path)).toEqual(['shard.rows.jsonl']);
    const { exitCode, err, kit } = await shard(folder, 2, 2);
    expect([exitCode, err, judgedPoses(kit)]).toEqual([0, '2 of 4 poses were done already.\n', [5, 7]]);
  });

  test('finished, it is not judged again', async () => {
    await shard(folder, 1, 2);
    const again = await shard(folder, 1, 2);
    expect([again.exitCode, again.err, judgedPoses(again.kit)]).toEqual([0, '4 of 4 poses were done already.\n', []]);
  });

  test('before its first pose it leaves nothing behind', async () => {
    const kit = timedToolkit({
      beforeJudgement: () => {
        throw new KerfError('COORDINATE_RANGE', 'Pose 0: too far; move it.');
      },
    });
    expect(await shard(folder, 1, 2, kit)).toMatchObject({ exitCode: 3 });
    expect((await readdir(folder.root)).sort()).toEqual(['bone.stl', 'path.csv', 'tool.stl']);
  });

  test.each<[string, string[], string]>([
    ['another shard', ['--shard', '2/2'], 'shard.index (1 there, 2 here)'],
    ['another number of shards', ['--shard', '1/3'], 'shard.of (2 there, 3 here)'],
    ['other options', ['--seed', '9'], 'options.seed (1 there, 9 here)'],
  ])('a folder is refused to %s', async (_what, words, says) => {
    const out = shardFolder(folder, 1, 2);
    await shard(folder, 1, 2);
    const { exitCode, err } = await kerf(folder.words('--shard', '1/2', '--out', out, ...words), timedToolkit());
    expect([exitCode, err]).toEqual([3, expect.stringContaining(says)]);
  });

  test.each<[number, string, string[]]>([
    [3, '--shard is "0/3", expected I/N', ['--shard', '0/3']],
    [2, 'leave out --preview and --against', ['--shard', '1/3', '--against', 'validation.json']],
    [2, 'leave out --shard', ['--shard', '1/3', '--study', 'corpora']],
  ])('exit code %i: %s', async (code, says, words) => {
    const argv = words.includes('--study') ? ['validate', ...words, '--out', folder.out] : folder.words(...words);
    const { exitCode, err } = await kerf(argv);
    expect([exitCode, err]).toEqual([code, expect.stringContaining(says)]);
    expect((await readdir(folder.root)).sort()).toEqual(['bone.stl', 'path.csv', 'tool.stl']);
  });
  test('--preview is refused, too', async () => {
    const { exitCode, err } = await kerf([...folder.words('--shard', '1/3'), '--preview']);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('leave out --preview')]);
  });
});
