// What a validation says about its cost: after its first pose, and with --preview before any pose is kept.

import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { costAPose, costOf, duration } from '#cli/validate/judge-poses.ts';
import { evenlyChosen } from '#cli/validate/run-preview.ts';
import type { PoseJudgement } from '#validation/judgement.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { judgedPoses, kerf, ValidationFolder } from '#harness/validate-command.ts';

let folder: ValidationFolder;
beforeEach(async () => {
  folder = await ValidationFolder.create();
});

/** Pose p takes p + 1 seconds, one tenth of them kerf's. */
const slow = {
  judged: (judgement: PoseJudgement): PoseJudgement => ({
    ...judgement,
    milliseconds: { kerf: 100 * (judgement.pose + 1), oracle: 900 * (judgement.pose + 1) },
  }),
};

describe('after the first pose', () => {
  test('the estimate: time of the pose, poses left, workers', async () => {
    const { estimate } = await kerf(folder.words('--workers', '1'), fakeToolkit(slow));
    expect(estimate).toBe('The first pose took 1 s; 7 poses are left for 1 worker: about 7 s if they are like it.\n');
  });

  test('of a run that is gone on with, for the poses that are left', async () => {
    await folder.interrupted(5);
    const { err, estimate } = await kerf(folder.words('--workers', '4'), fakeToolkit(slow));
    expect(err).toBe('5 of 8 poses were done already.\n');
    expect(estimate).toMatch(/^The first pose took \d s; 2 poses are left for 2 workers: about \d s if/);
  });

  test('once; none where no pose is left; on the error stream with --json too', async () => {
    const terminal = recordedTerminal();
    const { out } = await kerf([...folder.words(), '--json'], fakeToolkit(slow), terminal);
    expect(terminal.stderr.match(/The first pose took/g)).toHaveLength(1);
    expect(JSON.parse(out).summary.poses).toBe(8);
    expect(
      (await kerf(folder.words('--path', undefined, '--random', '1'), fakeToolkit(slow))).estimate,
    ).toBeUndefined();
  });
});

describe('--preview', () => {
  const preview = (...more: (string | undefined)[]) => [...folder.words('--out', undefined, ...more), '--preview'];

  test('judges the first, the last and three between, says what the run would cost, and writes nothing', async () => {
    const before = await readdir(folder.root);
    const { exitCode, out, err, kit } = await kerf(preview(), fakeToolkit(slow));
    expect([exitCode, err]).toEqual([0, '']);
    expect(judgedPoses(kit)).toEqual([0, 2, 4, 5, 7]);
    expect(kit.pools.map(({ workers, closed }) => [workers, closed])).toEqual([[2, true]]);
    expect(out).toContain('8 poses of path.csv');
    expect(out).toContain('δ 0.2 mm, h 0.5 mm, 100 samples a pose; backend cpu (a fake)');
    // (1 + 3 + 5 + 6 + 8) s ÷ 5 per pose; 8 poses by 2 workers.
    expect(out).toContain(
      'All 8 poses by 2 workers: about 18 s (4 s if every pose were as quick as the quickest of these, 32 s as',
    );
    expect(out.match(/│ +[02457] │ intersecting │/g)).toHaveLength(5);
    expect(await readdir(folder.root)).toEqual(before);
  });

  test('--json', async () => {
    const { out } = await kerf([...preview('--workers', '4'), '--json'], fakeToolkit(slow));
    expect(JSON.parse(out)).toMatchObject({
      format: 'kerf-validation-preview',
      kerf: '9.9.9',
      poses: { from: 'file', count: 8 },
      judged: [{ pose: 0, state: 'intersecting', milliseconds: { kerf: 100, oracle: 900 } }, {}, {}, {}, { pose: 7 }],
      verdict: 'held',
      estimate: {
        workers: 4,
        secondsAPose: { mean: 4.6, least: 1, greatest: 8 },
        seconds: { mean: 9.2, least: 2, greatest: 16 },
      },
    });
  });

  test('leaves the folder of an unfinished run as it was', async () => {
    await folder.interrupted(3);
    expect((await kerf([...folder.words(), '--preview'])).exitCode).toBe(0);
    expect(await readdir(folder.out)).toEqual(['validation.partial.jsonl']);
    expect((await kerf(folder.words())).err).toBe('3 of 8 poses were done already.\n');
  });

  test('of drawn poses; of fewer than five', async () => {
    const { out, kit } = await kerf(preview('--path', undefined, '--random', '3'), fakeToolkit(slow));
    expect(out).toContain('3 random poses of seed 1');
    expect(judgedPoses(kit)).toEqual([0, 1, 2]);
  });

  test('a guarantee that is broken there: exit code 1', async () => {
    const broken = (judgement: PoseJudgement): PoseJudgement => ({
      ...judgement,
      state: { kerf: 'near', exact: 'intersecting' },
    });
    const { exitCode, err } = await kerf(preview(), fakeToolkit({ judged: broken }));
    expect([exitCode, err]).toEqual([1, expect.stringContaining('A guarantee is broken.')]);
  });

  test('Ctrl-C', async () => {
    const terminal = recordedTerminal();
    const kit = fakeToolkit({
      beforeJudgement: () => {
        terminal.abort.abort();
        throw new Error('Terminating worker thread');
      },
    });
    const { exitCode, err } = await kerf(preview(), kit, terminal);
    expect([exitCode, err]).toEqual([130, 'kerf: Interrupted: nothing was written; run the command again.\n']);
  });

  test.each([
    [['--fresh'], 'leave out --against and --fresh'],
    [['--against', 'a.json'], 'leave out --against and --fresh'],
  ])('is refused with %j', async (flags, says) => {
    expect(await kerf([...preview(), ...flags])).toMatchObject({ exitCode: 2, err: expect.stringContaining(says) });
  });

  test('is refused to a study', async () => {
    const { exitCode, err } = await kerf(['validate', '--study', 'refinement', '--preview', '--out', folder.out]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('leave out --preview')]);
  });
});

test('poses are chosen evenly, each once', () => {
  expect([1, 4, 5, 6, 201].map(evenlyChosen)).toEqual([
    ...[[0], [0, 1, 2, 3], [0, 1, 2, 3, 4], [0, 1, 3, 4, 5], [0, 50, 100, 150, 200]],
  ]);
  for (let count = 1; count < 300; count++) expect(new Set(evenlyChosen(count)).size).toBe(Math.min(5, count));
});

test('costs', () => {
  const judged = [1, 2, 6].map((s) => ({ milliseconds: { kerf: 0, oracle: 1000 * s } }) as PoseJudgement);
  expect(costAPose(judged)).toEqual({ mean: 3, least: 1, greatest: 6 });
  expect(costOf(10, 4, { mean: 3, least: 1, greatest: 6 })).toEqual({ mean: 7.5, least: 2.5, greatest: 15 });
  // One worker judges a pose: eight workers are no quicker.
  expect(costOf(2, 8, { mean: 3, least: 1, greatest: 6 })).toEqual({ mean: 3, least: 1, greatest: 6 });
  expect([0.0123, 0.5, 9.96, 59, 99.4, 100, 5940, 5999, 7200, 1e6].map(duration)).toEqual([
    ...['0.012 s', '0.5 s', '10 s', '59 s', '99 s', '1.7 min', '99 min', '1.7 h', '2 h', '280 h'],
  ]);
});
