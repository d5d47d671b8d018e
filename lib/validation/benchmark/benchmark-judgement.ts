// What the labels say of an engine's answers: counts, as they stand in a judgement's JSON.

import type { EngineName } from '../engines/engine-results.ts';

/** Of poses. Only what the engine answered is judged. */
export interface PoseTally {
  poses: number;
  answered: number;
  /** Repeated answers to a pose that are not the same as its first, times aside. */
  unstable: number;
  verdicts: {
    judged: number;
    /** Contact is said, and there is none. */
    false: number;
    /** No contact is said, and the surfaces share a point. */
    missed: number;
    /** No contact is said, and one body lies inside the other. */
    enclosedMissed: number;
    /** Contact is right, and its kind, intersecting or enclosed, is not. */
    other: number;
  };
  pairs: {
    judged: number;
    /** Poses whose pairs are not the exact ones. */
    wrong: number;
    /** Pairs, of poses whose label is not a hash. */
    missed: number;
    extra: number;
  };
  /** Of poses whose label is not a hash. */
  distances: {
    /** How many labels tell a distance, answered or not. */
    asked: number;
    judged: number;
    /** Off by more than the tolerance. */
    wrong: number;
    /** mm: the largest error's magnitude. */
    largest: number;
  };
}

/** Of strokes. */
export interface StrokeTally {
  strokes: number;
  answered: number;
  /** Of the answered ones, those that the label decides: all but grazing ones. */
  judged: number;
  /** Contact is said, and there is none. */
  invented: number;
  /** No contact is said, and there is one. */
  missed: number;
  /** Contact is said where the stroke is certainly free, or only after it was certainly there. */
  early: number;
  late: number;
}

/** ms of an answer; null where the engine told none. */
export interface AnswerTimes {
  readonly median: number;
  /** 99 of 100 answers took no longer. */
  readonly p99: number;
}

export interface BenchmarkJudgement {
  readonly format: 'kerf-benchmark-judgement';
  readonly formatVersion: 1;
  readonly benchmark: { readonly version: string; readonly size: string };
  readonly engine: EngineName;
  /** mm. */
  readonly tolerance: number;
  readonly poses: PoseTally;
  readonly strokes: StrokeTally;
  readonly families: Readonly<Record<string, PoseTally>>;
  readonly kinds: Readonly<Record<string, StrokeTally>>;
  readonly cases: Readonly<Record<string, { readonly poses: PoseTally; readonly strokes: StrokeTally }>>;
  readonly milliseconds: { readonly pose: AnswerTimes | null; readonly stroke: AnswerTimes | null };
}

export function emptyPoseTally(): PoseTally {
  return {
    ...{ poses: 0, answered: 0, unstable: 0 },
    verdicts: { judged: 0, false: 0, missed: 0, enclosedMissed: 0, other: 0 },
    pairs: { judged: 0, wrong: 0, missed: 0, extra: 0 },
    distances: { asked: 0, judged: 0, wrong: 0, largest: 0 },
  };
}

export function emptyStrokeTally(): StrokeTally {
  return { strokes: 0, answered: 0, judged: 0, invented: 0, missed: 0, early: 0, late: 0 };
}

/**
 * Of all that the benchmark asks, the share that the engine answered right: verdict and pairs of every pose, every
 * distance whose label is no hash, every stroke that is decided. What is not answered is not right.
 */
export function rightShare({ poses, strokes }: Pick<BenchmarkJudgement, 'poses' | 'strokes'>): number {
  const { verdicts, pairs, distances } = poses;
  const wrongVerdicts = verdicts.false + verdicts.missed + verdicts.enclosedMissed + verdicts.other;
  const wrongStrokes = strokes.invented + strokes.missed + strokes.early + strokes.late;
  const right =
    verdicts.judged -
    wrongVerdicts +
    (pairs.judged - pairs.wrong) +
    (distances.judged - distances.wrong) +
    strokes.judged;
  const undecided = strokes.answered - strokes.judged;
  const asked = 2 * poses.poses + distances.asked + strokes.strokes - undecided;
  return asked === 0 ? 0 : (right - wrongStrokes) / asked;
}
