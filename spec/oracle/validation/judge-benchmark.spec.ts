// What the labels say about an engine's answers: planted errors of each kind are counted exactly.

import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { PoseLabel } from '#validation/benchmark/benchmark-labels.ts';
import { hashedState } from '#validation/benchmark/hidden-label.ts';
import {
  type AnsweredCase,
  type EngineAnswer,
  type EngineStroke,
  isHidden,
  judgeBenchmark,
  labelHash,
  type PublishedLabel,
  type PublishedStrokeLabel,
  rightShare,
} from '#validation';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const salt = 'a case';

const exact: readonly PoseLabel[] = [
  { state: 'separated', distance: 3, pairs: [] },
  { state: 'intersecting', distance: 0, pairs: [1, 7, 2, 3] },
  { state: 'enclosed', distance: 2, pairs: [] },
  { state: 'separated', distance: 8, pairs: [] },
  // Hidden.
  { state: 'intersecting', distance: 0, pairs: [0, 4, 5, 5] },
  { state: 'intersecting', distance: 0, pairs: [9, 9] },
  ...Array.from({ length: 3 }, (): PoseLabel => ({ state: 'separated', distance: 1, pairs: [] })),
  { state: 'enclosed', distance: 1, pairs: [] },
];
const labels: readonly PublishedLabel[] = exact.map((label, pose) => {
  const family = pose % 2 === 0 ? 'even' : 'odd';
  return isHidden(pose) ? { pose, family, hash: labelHash(salt, pose, label, sha256) } : { pose, family, ...label };
});
const strokeLabels: readonly PublishedStrokeLabel[] = [
  { stroke: 0, kind: 'a', way: 10, status: 'free', low: 1, high: 1 },
  { stroke: 1, kind: 'a', way: 10, status: 'contact', low: 0.5, high: 0.51 },
  { stroke: 2, kind: 'b', way: 10, status: 'initial', low: 0, high: 0 },
  { stroke: 3, kind: 'b', way: 10, status: 'grazing', low: 0.5, high: 1 },
];

const right: readonly EngineAnswer[] = exact.map(({ state, distance, pairs }, pose) => ({
  ...{ pose, verdict: state, distance, pairs },
  milliseconds: pose + 1,
}));
const rightStrokes: readonly EngineStroke[] = [
  { stroke: 0, status: 'free' },
  { stroke: 1, status: 'contact', time: 0.505 },
  { stroke: 2, status: 'initial' },
  { stroke: 3, status: 'contact', time: 0.7 },
];

/** Tolerance: 0.1 mm, 0.01 of a stroke's time. */
function judged(answers: readonly EngineAnswer[], strokes: readonly EngineStroke[] = rightStrokes) {
  const one: AnsweredCase = { name: 'one', salt, labels, strokeLabels, answers, strokes };
  return judgeBenchmark({
    ...{ benchmark: { version: '1', size: 'S' }, engine: { name: 'planted' } },
    ...{ tolerance: 0.1, cases: [one], sha256 },
  });
}

/** The right answers, with some fields of one pose changed. */
const with_ = (pose: number, changed: Partial<EngineAnswer>) =>
  right.map((answer) => (answer.pose === pose ? { ...answer, ...changed } : answer));
const strokeWith = (stroke: number, changed: EngineStroke) =>
  rightStrokes.map((answer) => (answer.stroke === stroke ? changed : answer));

const none = judged(right);

test('right answers have no error, and are all that is asked', () => {
  expect(none.poses).toEqual({
    ...{ poses: 10, answered: 10, unstable: 0 },
    verdicts: { judged: 10, false: 0, missed: 0, enclosedMissed: 0, other: 0 },
    pairs: { judged: 10, wrong: 0, missed: 0, extra: 0 },
    distances: { asked: 8, judged: 8, wrong: 0, largest: 0 },
  });
  expect(none.strokes).toEqual({ strokes: 4, answered: 4, judged: 3, invented: 0, missed: 0, early: 0, late: 0 });
  expect(rightShare(none)).toBe(1);
  expect(none.milliseconds.pose).toEqual({ median: 5, p99: 10 });
  expect(none.milliseconds.stroke).toBeNull();
});

describe('a planted error is counted once, in the sum, its family and its case:', () => {
  test.each<[string, number, Partial<EngineAnswer>, object]>([
    ['contact where there is none', 0, { verdict: 'contact' }, { verdicts: { false: 1 } }],
    ['enclosed where there is nothing', 3, { verdict: 'enclosed' }, { verdicts: { false: 1 } }],
    ['no contact where surfaces meet', 1, { verdict: 'separated' }, { verdicts: { missed: 1 } }],
    ['the same at a hidden pose', 4, { verdict: 'separated' }, { verdicts: { missed: 1 } }],
    ['no contact where one is inside', 2, { verdict: 'separated' }, { verdicts: { enclosedMissed: 1 } }],
    ['the same at a hidden pose', 9, { verdict: 'separated' }, { verdicts: { enclosedMissed: 1 } }],
    ['the other kind of contact', 2, { verdict: 'intersecting' }, { verdicts: { other: 1 } }],
    ['a pair missed', 1, { pairs: [2, 3] }, { pairs: { wrong: 1, missed: 1 } }],
    ['a pair too many', 1, { pairs: [1, 7, 2, 3, 2, 4] }, { pairs: { wrong: 1, extra: 1 } }],
    ['a pair twice', 1, { pairs: [1, 7, 1, 7, 2, 3] }, { pairs: { wrong: 1, extra: 1 } }],
    ['a hidden pair missed', 4, { pairs: [5, 5] }, { pairs: { wrong: 1 } }],
    ['a hidden pair twice', 4, { pairs: [0, 4, 5, 5, 5, 5] }, { pairs: { wrong: 1 } }],
    ['a distance', 0, { distance: 3.25 }, { distances: { wrong: 1, largest: 0.25 } }],
  ])('%s', (_, pose, changed, said) => {
    const found = judged(with_(pose, changed));
    const merged = Object.fromEntries(
      Object.entries<object | number>({ ...none.poses }).map(([key, value]) => [
        key,
        typeof value === 'object' ? { ...value, ...(said as Record<string, object>)[key] } : value,
      ]),
    );
    expect(found.poses).toEqual(merged);
    expect(found.cases.one.poses).toEqual(merged);
    const family = pose % 2 === 0 ? 'even' : 'odd';
    expect(found.families[family]).not.toEqual(none.families[family]);
    const other = pose % 2 === 0 ? 'odd' : 'even';
    expect(found.families[other]).toEqual(none.families[other]);
    expect(rightShare(found)).toBeCloseTo(1 - 1 / (10 + 10 + 8 + 3), 12);
  });

  test.each<[string, EngineStroke, object]>([
    ['invented', { stroke: 0, status: 'contact', time: 0.2 }, { invented: 1 }],
    ['missed', { stroke: 1, status: 'free' }, { missed: 1 }],
    ['missed at the start', { stroke: 2, status: 'free' }, { missed: 1 }],
    ['early', { stroke: 1, status: 'contact', time: 0.48 }, { early: 1 }],
    ['early, as initial', { stroke: 1, status: 'initial' }, { early: 1 }],
    ['late', { stroke: 1, status: 'contact', time: 0.53 }, { late: 1 }],
    ['late at the start', { stroke: 2, status: 'contact', time: 0.3 }, { late: 1 }],
  ])('a stroke, %s', (_, changed, said) => {
    expect(judged(right, strokeWith(changed.stroke, changed)).strokes).toEqual({ ...none.strokes, ...said });
  });
});

describe('what is no error', () => {
  test.each<[string, number, Partial<EngineAnswer>]>([
    ['contact, of an unnamed kind', 1, { verdict: 'contact' }],
    ['the same of an enclosed one', 2, { verdict: 'contact' }],
    ['pairs in another order', 1, { pairs: [2, 3, 1, 7] }],
    ['hidden pairs in another order', 4, { pairs: [5, 5, 0, 4] }],
  ])('%s', (_, pose, changed) => expect(judged(with_(pose, changed)).poses).toEqual(none.poses));

  test.each<EngineStroke>([
    { stroke: 1, status: 'contact' },
    { stroke: 1, status: 'contact', time: 0.4901 },
    { stroke: 1, status: 'contact', time: 0.5199 },
    { stroke: 2, status: 'contact', time: 0 },
    { stroke: 3, status: 'free' },
  ])('the stroke %j', (changed) =>
    expect(judged(right, strokeWith(changed.stroke, changed)).strokes).toEqual(none.strokes),
  );
});

test('what is left out is not judged, and not right; of a repetition only whether it is the same is judged', () => {
  const verdicts = judged(
    right.slice(0, 5).map(({ pose, verdict }) => ({ pose, verdict })),
    [],
  );
  expect(verdicts.poses).toMatchObject({ answered: 5, verdicts: { judged: 5 }, pairs: { judged: 0 } });
  expect(rightShare(verdicts)).toBeCloseTo(5 / (10 + 10 + 8 + 4), 12);
  expect(verdicts.milliseconds).toEqual({ pose: null, stroke: null });
  const repeated = judged([...right, { ...right[1], milliseconds: 99 }, { ...right[2], verdict: 'separated' }]);
  expect(repeated.poses).toEqual({ ...none.poses, unstable: 1 });
});

test('a hash shows its state, and differs from pose to pose and from salt to salt', () => {
  const hashes = exact.map((label, pose) => labelHash(salt, pose, label, sha256));
  const states = hashes.map((hash, pose) => hashedState(salt, pose, hash, sha256));
  expect(states).toEqual(exact.map(({ state }) => state));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(labelHash('another', 0, exact[0], sha256)).not.toBe(hashes[0]);
  expect(exact.map((_, pose) => pose).filter(isHidden)).toEqual([4, 9]);
});
