import { describe, expect, test } from '@jest/globals';
import { type ComparableRun, compareRuns, differences } from '#validation/compare-runs.ts';
import type { PoseJudgement } from '#validation/judgement.ts';
import { summarise } from '#validation/summarise.ts';
import { fakeJudgement } from '#harness/fake-judge-pool.ts';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const header = { kerf: '1.0.0', bone: { sha256: 'aa', faces: 12 }, options: { resolution: 0.5 } };

function run(poses: readonly PoseJudgement[], head: object = header): ComparableRun {
  return { header: head, summary: summarise(poses), poses };
}

function timed(pose: number, kerf: number, oracle: number): PoseJudgement {
  return { ...fakeJudgement(pose, identity, { samples: 5, seed: 1 }), milliseconds: { kerf, oracle } };
}

describe('differences', () => {
  test('names by path what is not the same, also what only one side has', () => {
    const other = { ...header, bone: { sha256: 'bb', faces: 12, isoValue: 225 }, options: {} };
    expect(differences(header, other)).toEqual([
      { field: 'bone.sha256', first: 'aa', second: 'bb' },
      { field: 'options.resolution', first: 0.5, second: undefined },
      { field: 'bone.isoValue', first: undefined, second: 225 },
    ]);
  });

  test('compares numbers as numbers: NaN is NaN, −0 is not 0', () => {
    expect(differences({ a: Number.NaN, b: [1, 2] }, { a: Number.NaN, b: [1, 2] })).toEqual([]);
    expect(differences({ a: 0 }, { a: -0 })).toHaveLength(1);
    expect(differences({ a: null }, { a: {} })).toEqual([{ field: 'a', first: null, second: undefined }]);
  });
});

describe('two runs', () => {
  test('of the same answers differ in nothing but their times, summed over the poses', () => {
    const first = run([timed(0, 1, 10), timed(1, 3, 30)]);
    const second = run([timed(1, 4, 60), timed(0, 2, 20)]);
    const found = compareRuns(first, second);
    expect(found.header).toEqual([]);
    expect(found.poses).toEqual({ compared: 2, onlyFirst: 0, onlySecond: 0, different: [] });
    expect(found.figures.filter((pair) => pair.first !== pair.second)).toEqual([]);
    expect(found.milliseconds).toEqual({
      kerf: { first: 4, second: 6, ratio: 1.5 },
      oracle: { first: 40, second: 80, ratio: 2 },
    });
  });

  test('each part of an answer that changed is named, by pose', () => {
    const poses = [0, 1, 2, 3, 4].map((pose) => timed(pose, 1, 1));
    const changed: PoseJudgement[] = [
      { ...poses[4], state: { kerf: 'near', exact: 'intersecting' } },
      { ...poses[3], pairs: { ...poses[3].pairs, missed: 1 } },
      { ...poses[2], stable: { hash: 'other', repeats: true } },
      { ...poses[1], matrix: poses[1].matrix.with(12, 5) },
      poses[0],
    ];
    const none = { matrix: false, state: false, pairs: false, hash: false };
    expect(compareRuns(run(poses), run(changed)).poses.different).toEqual([
      { ...none, pose: 1, matrix: true },
      { ...none, pose: 2, hash: true },
      { ...none, pose: 3, pairs: true },
      { ...none, pose: 4, state: true },
    ]);
  });

  test('of other poses: those in both are compared, and timed', () => {
    const found = compareRuns(
      run([timed(0, 1, 1), timed(1, 5, 5)]),
      run([timed(1, 10, 0), timed(2, 7, 7), timed(3, 7, 7)]),
    );
    expect(found.poses).toMatchObject({ compared: 1, onlyFirst: 1, onlySecond: 2 });
    expect(found.milliseconds.kerf).toEqual({ first: 5, second: 10, ratio: 2 });
  });

  test('without a pose in common have no ratio', () => {
    expect(compareRuns(run([timed(0, 1, 1)]), run([timed(1, 1, 1)])).milliseconds.kerf).toEqual({
      first: 0,
      second: 0,
      ratio: null,
    });
  });

  test('every figure of the summaries stands side by side', () => {
    const [first, second] = [[timed(0, 1, 1)], [timed(0, 1, 1), timed(1, 1, 1)]];
    const figures = new Map(compareRuns(run(first), run(second)).figures.map((pair) => [pair.field, pair]));
    expect(figures.get('poses')).toMatchObject({ first: 1, second: 2 });
    expect(figures.get('verdict')).toMatchObject({ first: 'held', second: 'held' });
    expect(figures.get('complete.judged')).toMatchObject({ first: 200, second: 400 });
    for (const field of [
      'states.near',
      'wrongStates',
      'pairs.missed',
      'decided.oracle.exact',
      'certified.undecided',
      'error.p95',
      'width.max',
      'region.reportedToExact.high',
    ])
      expect(figures.has(field)).toBe(true);
    for (const field of figures.keys()) expect(field).not.toMatch(/^(worst|sentence)/);
  });
});
