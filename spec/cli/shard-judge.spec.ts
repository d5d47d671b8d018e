// kerf judge --shard and kerf merge: the shards of a judgement, in any order, give the results of a single run.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AnsweredPose } from '#cli/toolkit.ts';
import type { EngineAnswer } from '#validation';
import type { FakeToolkit } from '#harness/fake-toolkit.ts';
import { JudgeFolder, judgeKit, kerfJudge, trueAnswers } from '#harness/judge-command.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { shuffled } from '#harness/shard-runs.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';

const SEED = 77;
const FILES = ['judge.json', 'judge.csv', 'judge.html'];
const random = mulberry32(SEED);
drawSmallPictures();

let all: readonly EngineAnswer[];
beforeAll(async () => {
  // Contacts and depths take the oracle longest: one answer has them.
  all = (await trueAnswers()).map(({ contacts, depth, ...rest }) =>
    rest.pose === 1 ? { ...rest, contacts, depth } : rest,
  );
});

let folder: JudgeFolder;
let merged: string;
beforeEach(async () => {
  folder = await JudgeFolder.create();
  merged = folder.file('merged');
});

const words = (...more: (string | undefined)[]) => folder.words(...more);

/** The real oracle, except that every answer reports the same time. */
function timedKit(beforePose?: (pose: number) => void): FakeToolkit {
  const kit = judgeKit();
  const create = kit.createEngineJudgePool;
  kit.createEngineJudgePool = async (request) => {
    const pool = await create(request);
    const judge = async (task: AnsweredPose) => {
      beforePose?.(task.pose);
      return (await pool.judge(task)).map((one) => ({ ...one, milliseconds: { ...one.milliseconds, oracle: 2 } }));
    };
    return { ...pool, judge };
  };
  return kit;
}

const filesOf = (out: string) => Promise.all(FILES.map((name) => readFile(join(out, name), 'utf8')));
const merge = (folders: readonly string[], kit = timedKit()) => kerfJudge(['merge', ...folders, '--out', merged], kit);

async function oneRun() {
  const { exitCode, out, err } = await kerfJudge(words(), timedKit());
  return { exitCode, err, out: out.replaceAll(folder.out, merged), files: await filesOf(folder.out) };
}

/** @returns the shards' folders, in order. */
async function shards(of: number): Promise<string[]> {
  const folders = Array.from({ length: of }, (_, i) => folder.file(`shard-${i + 1}`));
  for (const [i, out] of folders.entries()) {
    const { exitCode } = await kerfJudge(words('--shard', `${i + 1}/${of}`, '--out', out), timedKit());
    expect(exitCode).toBe(0);
  }
  return folders;
}

describe(`with an oracle that takes the same time again, shards give the bytes of one run (seed ${SEED})`, () => {
  async function givesTheSame(of: number): Promise<void> {
    await folder.results(all);
    const whole = await oneRun();
    expect(whole.exitCode).toBe(0);
    const { exitCode, out, err } = await merge(shuffled(await shards(of), random));
    expect({ exitCode, out, err, files: await filesOf(merged) }).toEqual(whole);
    expect((await readdir(merged)).sort()).toEqual([...FILES].sort());
  }
  const named = '%i shards of an engine that is right';
  test.each([3])(named, givesTheSame);
  inDeep(() => {
    test.each([1, 16])(named, givesTheSame);
  });

  test('of one that differs, leaves a pose out, answers another twice and in no order: exit code 5', async () => {
    const wrong = { ...all[1], verdict: 'separated' as const, contacts: [], pairs: [] };
    await folder.results([all[4], wrong, all[0], all[1], all[3]]);
    const whole = await oneRun();
    expect(whole.exitCode).toBe(5);
    const folders = await shards(3);
    const { exitCode, out, err } = await merge(shuffled(folders, random));
    expect({ exitCode, out, err, files: await filesOf(merged) }).toEqual(whole);
    const records = await Promise.all(folders.map((path) => readFile(join(path, 'shard.json'), 'utf8')));
    expect(records.map((text) => JSON.parse(text)).map(({ total, poses }) => ({ total, poses }))).toEqual(
      Array(3).fill({ total: 4, poses: [0, 1, 3, 4] }),
    );
  });

  test('with notices, on a machine that has nothing but the folders', async () => {
    await folder.results(all.map(({ pose, distance }) => ({ pose, verdict: 'separated', distance })));
    const far = Array.from({ length: 5 }, (_, i) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9000 + i, 0, 0, 1].join(','));
    await writeFile(folder.file('poses.csv'), far.join('\n'));
    const whole = await oneRun();
    expect(whole.err).toContain('kerf: ');
    // Its picture is of the bodies.
    expect(whole.files[2]).toContain('<div class="pictures">');
    const folders = await shards(2);
    for (const name of ['bone.ply', 'tool.ply', 'poses.csv', 'results.jsonl']) await rm(folder.file(name));
    const { exitCode, out, err } = await merge(folders);
    expect({ exitCode, out, err, files: await filesOf(merged) }).toEqual(whole);
  });
});

describe('what is missing or mixed', () => {
  const answered = () => folder.results([all[0], all[1], all[3], all[4]]);

  test('a shard that was cut short is reported with the poses that it lacks, and the printed command goes on with it', async () => {
    await answered();
    const whole = await oneRun();
    const folders = await shards(2);
    await rm(join(folders[1], 'shard.json'));
    const path = join(folders[1], 'shard.rows.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).split('\n').slice(0, 2).join('\n').concat('\n'));
    const { exitCode, err } = await merge(folders);
    expect(exitCode).toBe(3);
    // Poses 0, 1, 3 and 4 are answered: the second shard has 1 and 4.
    expect(err).toContain(
      `shard 2/2, cut short in ${folders[1]}, where 1 of 2 poses are missing (4): kerf judge --bone `,
    );
    const asked: number[] = [];
    const command = /: kerf (judge .*)\n/.exec(err)![1].split(' ');
    expect(
      await kerfJudge(
        command,
        timedKit((pose) => asked.push(pose)),
      ),
    ).toMatchObject({ exitCode: 0 });
    expect(asked).toEqual([4]);
    await merge(folders);
    expect(await filesOf(merged)).toEqual(whole.files);
  });

  test('other results among them, and a validation, are refused by name', async () => {
    await answered();
    const folders = await shards(2);
    await folder.results([all[0], all[1], all[3]]);
    await rm(folders[1], { recursive: true });
    await kerfJudge(words('--shard', '2/2', '--out', folders[1]), timedKit());
    const { exitCode, err } = await merge(folders);
    expect([exitCode, err]).toEqual([
      3,
      expect.stringContaining(`${folders[1]} differs from ${folders[0]} in results.sha256 (`),
    ]);
    const bodies = ['--bone', folder.file('bone.ply'), '--tool', folder.file('tool.ply'), '--random', '2'];
    const validation = folder.file('validation');
    await kerfJudge(['validate', ...bodies, '--shard', '2/2', '--out', validation], timedKit());
    expect((await merge([folders[0], validation])).err).toContain('in format (kerf-validation, not kerf-judgement)');
  });

  test('--engine is refused: shards judge results that are there', async () => {
    const argv = words('--results', undefined, '--engine', 'engine.mjs', '--shard', '1/2');
    const { exitCode, err } = await kerfJudge(argv, timedKit());
    expect([exitCode, err]).toEqual([2, expect.stringContaining('run the engine once without it, and give --results')]);
  });
});
