// An engine's answers compared with the labels: counts, as in a judgement's JSON.

import type { EngineName } from '../engines/engine-results.ts';

/** Counts over poses. Only what the engine answered is judged. */
export interface PoseTally {
  poses: number;
  answered: number;
  /** Repeated answers to a pose that differ from its first, times aside. */
  unstable: number;
  verdicts: {
    judged: number;
    /** Contact is reported, but there is none. */
    false: number;
    /** No contact is reported, but the surfaces share a point. */
    missed: number;
    /** No contact is reported, but one body lies inside the other. */
    enclosedMissed: number;
    /** Contact is right, but its kind, intersecting or enclosed, is not. */
    other: number;
  };
  pairs: {
    judged: number;
    /** Poses whose pairs differ from the exact ones. */
    wrong: number;
    /** Pairs, in poses whose label is not a hash. */
    missed: number;
    extra: number;
  };
  /** Of poses whose label is not a hash. */
  distances: {
    /** How many labels give a distance, answered or not. */
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
  /** Contact is reported, but there is none. */
  invented: number;
  /** No contact is reported, but there is one. */
  missed: number;
  /** Contact is reported while the stroke is certainly free, or only after contact was certain. */
  early: number;
  late: number;
}

/** ms per answer; null if the engine gave none. */
export interface AnswerTimes {
  readonly median: number;
  /** 99 of 100 answers took at most this long. */
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
 * The share of the benchmark's questions that the engine answered right: verdict and pairs of every pose, every
 * distance whose label is not a hash, every decided stroke. An unanswered question is not right.
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
