// kerf merge: shards in any order give the results of a single run; missing shards and poses are reported.

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { lineContent } from '#cli/checked-lines.ts';
import { KerfError } from '#core';
import type { FakeOptions } from '#harness/fake-toolkit.ts';
import { fakeToolkit } from '#harness/fake-toolkit.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep, inLong } from '#harness/sets.ts';
import { FILES, filesOf, merge, shard, shardFolder, shards, shuffled, timedToolkit } from '#harness/shard-runs.ts';
import { judgedPoses, kerf, rows, ValidationFolder } from '#harness/validate-command.ts';
import { csvWithoutTimes, pageWithoutTimes, withoutTimes } from '#harness/validation-times.ts';

const SEED = 317;
const random = mulberry32(SEED);

let folder: ValidationFolder;
let merged: string;
beforeEach(async () => {
  folder = await ValidationFolder.create();
  merged = folder.file('merged');
});

/** What a single run prints, with its folder's name replaced by the merged one's. */
async function oneRun(options: FakeOptions = {}, ...more: (string | undefined)[]) {
  const { exitCode, out, err } = await kerf(folder.words(...more), timedToolkit(options));
  return { exitCode, err, out: out.replaceAll(folder.out, merged), files: await filesOf(folder.out) };
}

describe('with times that are the same again, the shards of a run give its bytes', () => {
  const named = `%i shards of 8 poses, in any order (seed ${SEED})`;
  async function givesTheSame(of: number): Promise<void> {
    const whole = await oneRun();
    const { exitCode, out, err } = await merge(shuffled(await shards(folder, of), random), merged);
    expect({ exitCode, out, err, files: await filesOf(merged) }).toEqual(whole);
    expect((await readdir(merged)).sort()).toEqual([...FILES].sort());
  }
  test.each([3])(named, givesTheSame);
  inDeep(() => {
    test.each([1, 9])(named, givesTheSame);
  });
  inLong(() => {
    test.each([2, 8, 16])(named, givesTheSame);
  });

  test('drawn poses, with other options', async () => {
    const more = ['--path', undefined, '--random', '11', '--seed', '4', '--distance', '0.1', '--samples', '2'];
    const whole = await oneRun({}, ...more);
    const { exitCode, out, err } = await merge(shuffled(await shards(folder, 4, ...more), random), merged);
    expect({ exitCode, out, err, files: await filesOf(merged) }).toEqual(whole);
  });

  test('a path with times', async () => {
    const lines = Array.from({ length: 5 }, (_, i) => `${0.1 * i} 0 0 ${52 - 4 * i} 0 0 0 1`);
    await writeFile(folder.file('timed.csv'), `t x y z qx qy qz qw\n${lines.join('\n')}\n`);
    const whole = await oneRun({}, '--path', folder.file('timed.csv'));
    await merge(shuffled(await shards(folder, 3, '--path', folder.file('timed.csv')), random), merged);
    expect(await filesOf(merged)).toEqual(whole.files);
    expect(whole.files[1]).toContain('time_s');
  });

  test('a broken guarantee is broken: exit code 1, after everything is written', async () => {
    const options: FakeOptions = {
      judged: (one) => (one.pose === 5 ? { ...one, state: { kerf: 'near', exact: 'separated' } } : one),
    };
    const whole = await oneRun(options);
    for (const index of [1, 2, 3]) await shard(folder, index, 3, timedToolkit(options));
    const { exitCode, out, err } = await merge(
      [3, 1, 2].map((index) => shardFolder(folder, index, 3)),
      merged,
    );
    expect({ exitCode, out, err, files: await filesOf(merged) }).toEqual(whole);
    expect([exitCode, err]).toEqual([1, expect.stringContaining('1 wrong state')]);
  });

  test('--json prints what the command prints', async () => {
    const whole = await kerf([...folder.words(), '--json'], timedToolkit());
    const argv = ['merge', ...(await shards(folder, 3)), '--out', merged, '--json'];
    expect((await kerf(argv, timedToolkit())).out).toBe(whole.out);
  });

  test('on a machine that has nothing but the folders', async () => {
    const whole = await oneRun();
    const elsewhere = folder.file('elsewhere');
    await mkdir(elsewhere);
    for (const [i, path] of (await shards(folder, 3)).entries()) {
      await cp(path, join(elsewhere, `${i}`), { recursive: true });
      await rm(path, { recursive: true });
    }
    for (const name of ['bone.stl', 'tool.stl', 'path.csv']) await rm(folder.file(name));
    const kit = timedToolkit();
    kit.loadMesh = async () => {
      throw new Error('there is no mesh here');
    };
    expect(
      await merge(
        ['2', '0', '1'].map((name) => join(elsewhere, name)),
        merged,
        kit,
      ),
    ).toMatchObject({ exitCode: 0 });
    expect(await filesOf(merged)).toEqual(whole.files);
    expect(kit.pools).toEqual([]);
  });

  inDeep(() => {
    test('shards beyond the last pose need not be there', async () => {
      const whole = await oneRun();
      await merge((await shards(folder, 10)).slice(0, 8), merged);
      expect(await filesOf(merged)).toEqual(whole.files);
    });
  });

  test('on the CPU for one reason or another', async () => {
    for (const index of [1, 2]) await shard(folder, index, 2, timedToolkit({ backendReason: `reason ${index}` }));
    const { exitCode } = await merge(
      [2, 1].map((index) => shardFolder(folder, index, 2)),
      merged,
    );
    const { backendReason } = JSON.parse((await filesOf(merged))[0]);
    expect([exitCode, backendReason]).toEqual([0, 'reason 1']);
  });
});

test('with times as they are measured, shards give the bytes of one run but for the times', async () => {
  await kerf(folder.words(), fakeToolkit());
  for (const index of [1, 2, 3]) await shard(folder, index, 3, fakeToolkit());
  await merge(
    [1, 2, 3].map((index) => shardFolder(folder, index, 3)),
    merged,
  );
  const [whole, joined] = [await filesOf(folder.out), await filesOf(merged)];
  const timeless = ([json, csv, html]: string[]) => [withoutTimes(json), csvWithoutTimes(csv), pageWithoutTimes(html)];
  for (const [i, text] of joined.entries()) expect(text === whole[i]).toBe(false);
  expect(timeless(joined)).toEqual(timeless(whole));
  // Little is taken out: the rest still holds every pose.
  expect(timeless(whole)[0].length).toBeGreaterThan(0.9 * whole[0].length);
  expect(timeless(whole)[2].length).toBeGreaterThan(0.9 * whole[2].length);
});

describe('what is missing is reported', () => {
  /** The command line that `err` names for a shard, as arguments. */
  const told = (err: string, index: number, of: number): string[] => {
    const line = err.split('\n').find((text) => text.startsWith(`shard ${index}/${of}`));
    return line!.slice(line!.indexOf(': kerf ') + ': kerf '.length).split(' ');
  };
  const nothingWritten = async () => expect(await readdir(folder.root)).not.toContain('merged');

  test('shards, by number, with the commands that make them', async () => {
    const whole = await oneRun();
    const all = await shards(folder, 5);
    const { exitCode, out, err } = await merge([all[3], all[0]], merged);
    expect([exitCode, out]).toEqual([3, '']);
    expect(err).toMatch(/\nkerf: 3 shards are missing of 5: 2, 3, 5; [^\n]*\.\n$/);
    expect(err.trimEnd().split('\n')).toHaveLength(4);
    await nothingWritten();
    for (const index of [2, 3, 5]) {
      const argv = told(err, index, 5);
      expect(argv.slice(-2)).toEqual(['--out', 'DIR']);
      const out = folder.file(`again-${index}`);
      expect(await kerf([...argv.slice(0, -1), out], timedToolkit())).toMatchObject({ exitCode: 0 });
      all[index - 1] = out;
    }
    await merge(all, merged);
    expect(await filesOf(merged)).toEqual(whole.files);
  });

  test('a shard that was killed in the middle of a line: its poses, and the command that goes on', async () => {
    const whole = await oneRun();
    const all = await shards(folder, 2);
    await rm(join(all[1], 'shard.json'));
    await rm(join(all[1], 'shard.inputs'));
    const path = join(all[1], 'shard.rows.jsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, text.split('\n').slice(0, 3).join('\n').length + 40));
    const { exitCode, err } = await merge(all, merged);
    expect(exitCode).toBe(3);
    const [shardLine, sentence] = err.split('\n');
    expect(shardLine).toContain(`shard 2/2, cut short in ${all[1]}, where 2 of 4 poses are missing (`);
    expect(sentence).toMatch(/^kerf: 1 shard is missing of 2: 2; /);
    await nothingWritten();
    const { kit } = await kerf(told(err, 2, 2), timedToolkit());
    expect(judgedPoses(kit)).toHaveLength(2);
    expect(await merge(all, merged)).toMatchObject({ exitCode: 0, err: '' });
    expect(await filesOf(merged)).toEqual(whole.files);
  });

  test('poses of a finished shard whose lines are gone', async () => {
    const all = await shards(folder, 2);
    const path = join(all[0], 'shard.rows.jsonl');
    const lines = (await readFile(path, 'utf8')).split('\n');
    const { pose } = lineContent(lines[2]) as { pose: number };
    await writeFile(path, lines.filter((_, i) => i !== 2).join('\n'));
    const { exitCode, err } = await merge(all, merged);
    expect([exitCode, err]).toEqual([3, expect.stringContaining(`where 1 of 4 poses are missing (${pose})`)]);
    const { kit } = await kerf(told(err, 1, 2), timedToolkit());
    expect(judgedPoses(kit)).toEqual([pose]);
    expect(await merge(all, merged)).toMatchObject({ exitCode: 0, err: '' });
  });

  test('all of them, where none is finished', async () => {
    const kit = timedToolkit({
      beforeJudgement: (pose) => {
        if (pose === 5) throw new KerfError('WORKER_DIED', 'Pose 5: the worker ended.');
      },
    });
    expect(await shard(folder, 2, 2, kit, '--workers', '1')).toMatchObject({ exitCode: 70 });
    const { exitCode, err } = await merge([shardFolder(folder, 2, 2)], merged);
    const path = shardFolder(folder, 2, 2);
    expect([exitCode, err]).toEqual([
      3,
      expect.stringContaining(`No shard is finished: of its poses shard 2/2 in ${path} has 2;`),
    ]);
  });

  test('of very many the first twenty commands, and ranges of numbers', async () => {
    await writeFile(folder.file('long.csv'), rows(40));
    await shard(folder, 7, 40, timedToolkit(), '--path', folder.file('long.csv'));
    const { err } = await merge([shardFolder(folder, 7, 40)], merged);
    expect(err.split('\n').filter((line) => line.startsWith('shard '))).toHaveLength(20);
    expect(err).toContain('\nand 19 more\n');
    expect(err).toContain('39 shards are missing of 40: 1 to 6, 8 to 40;');
  });
});
