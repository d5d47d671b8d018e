// Handmade judgements → the sums, quantiles, verdict and sentence that they must give.

import { describe, expect, test } from '@jest/globals';
import { type PoseJudgement, summarise } from '#validation';

const fine = { judged: 4, broken: 0, undecided: 0 };

/** Pose k has k contacts, k pairs and errors 0, …, k. */
function judgement(pose: number, changes: Partial<PoseJudgement> = {}): PoseJudgement {
  const region = { reportedToExact: { low: 0.1 * pose, high: 0.2 * pose }, exactToReported: 0 };
  const contact = {
    body: 'bone' as const,
    oppositeFace: 0,
    face: pose,
    corners: [],
    point: [],
    opposite: [],
    distance: 1,
    low: 0,
    high: 1,
  };
  return {
    pose,
    matrix: [],
    state: { kerf: 'near', exact: 'near' },
    pairs: { kerf: pose, exact: pose, missed: 0, extra: 0 },
    decided: { kerf: { candidates: 10, escalated: 1 }, oracle: { f64: 7, exact: 2 } },
    contacts: pose,
    faces: pose,
    insideDistance: 0,
    complete: { ...fine, within: 2, farthest: 0 },
    ...{ sound: fine, local: fine, certified: fine, distance: fine },
    stable: { hash: 'a', repeats: true },
    width: { mean: pose, max: 2 * pose },
    samples: Array.from({ length: pose + 1 }, (_, error) => ({ exact: 0, error, width: 1 })),
    region: { bone: region, tool: null },
    worst: { ...contact, exactLow: 0, exactHigh: 0, error: pose % 4 },
    milliseconds: { kerf: 1, oracle: 2 },
    ...changes,
  };
}

describe('summarise', () => {
  test('adds up, weighs the width by contacts, takes quantiles and the six worst', () => {
    const poses = [8, 1, 2, 3, 4, 5, 6, 7].map((pose) => judgement(pose));
    const summary = summarise(poses);
    expect(summary).toMatchObject({
      verdict: 'held',
      poses: 8,
      states: { separated: 0, near: 8, intersecting: 0, enclosed: 0 },
      pairs: { kerf: 36, exact: 36, missed: 0, extra: 0 },
      decided: { kerf: { candidates: 80, escalated: 8 }, oracle: { f64: 56, exact: 16 } },
      contacts: 36,
      complete: { judged: 32, broken: 0, undecided: 0, within: 16, farthest: 0 },
      width: { mean: 204 / 36, max: 16 },
      region: { reportedToExact: { low: 0.8, high: 1.6 }, exactToReported: 0 },
    });
    // 44 errors: 8 zeros, 8 ones, then 7 twos, 6 threes, and 5, 4, 3, 2, 1 of the next values.
    expect(summary.error).toEqual({ count: 44, mean: 120 / 44, median: 2, p95: 7, max: 8 });
    expect(summary.worst.map(({ pose }) => pose)).toEqual([3, 7, 2, 6, 1, 5]);
    expect(summarise([...poses].reverse())).toEqual(summary);
    expect(summary.sentence).toContain('8 poses, 36 intersecting face pairs and 160');
  });
  test('of nothing', () => {
    expect(summarise([])).toMatchObject({ verdict: 'held', poses: 0, error: { count: 0, max: 0 }, worst: [] });
  });
  test.each<[string, Partial<PoseJudgement>, string]>([
    ['a wrong state', { state: { kerf: 'near', exact: 'separated' } }, '1 wrong state,'],
    ['a missed pair', { pairs: { kerf: 0, exact: 1, missed: 1, extra: 0 } }, '1 missed pair,'],
    ['an extra pair', { pairs: { kerf: 1, exact: 0, missed: 0, extra: 1 } }, '1 extra pair,'],
    [
      'a point not covered',
      { complete: { judged: 1, broken: 1, undecided: 0, within: 1, farthest: null } },
      '1 broken case,',
    ],
    ['a broken bound', { certified: { judged: 1, broken: 1, undecided: 0 } }, '1 broken case,'],
    ['a report that changes', { stable: { hash: 'a', repeats: false } }, '1 pose not the same'],
  ])('%s breaks the verdict and is named', (_says, changes, words) => {
    const summary = summarise([judgement(0), judgement(1, changes)]);
    expect(summary.verdict).toBe('broken');
    expect(summary.sentence).toContain(words);
  });
  test('an undecided case is never right', () => {
    const summary = summarise([judgement(0), judgement(1, { sound: { judged: 3, broken: 0, undecided: 2 } })]);
    expect(summary.verdict).toBe('undecided');
    expect(summary.sentence).toContain('2 cases stayed undecided');
  });
  test('a region without a bound leaves the whole without one', () => {
    const unbounded = { reportedToExact: { low: 0.5, high: null }, exactToReported: null };
    const { region } = summarise([judgement(1), judgement(2, { region: { bone: null, tool: unbounded } })]);
    expect(region).toEqual({ reportedToExact: { low: 0.5, high: null }, exactToReported: null });
  });
});
