// The judgements of an engine's answers → the shape of their quotable summary. Lengths in mm. A part that no answer has
// is null.

import type { Distribution } from '../summary.ts';
import type { AnswerJudgement, DepthDefinition, Enclosure } from './engine-judgement.ts';

/**
 * agrees: nothing judged is wrong. differs: a verdict, a pair, a distance, a place or a repetition is wrong, a normal
 * points backwards, or a depth is not as `agreesWith` defines. undecided: none of these, but the enclosure of a depth
 * is too wide to decide, or there was nothing to judge. How much of the contact region the points leave out is
 * reported, and is not wrong: an engine may mean to give one point.
 */
export type EngineWord = 'agrees' | 'differs' | 'undecided';

/** With the worst pose, if there is one. */
interface Errors extends Distribution {
  readonly worstPose: number | null;
}

export interface DepthSummary {
  /** Answers for which the definition has an exact depth. */
  readonly judged: number;
  /** Of them, those whose depth is within the tolerance of it; and those within it of one end alone. */
  readonly agrees: number;
  readonly undecided: number;
  /** How far the engine's depth is from the enclosure. */
  readonly error: Errors;
}

export interface EngineSummary {
  readonly verdict: EngineWord;
  /** One sentence with the figures. */
  readonly sentence: string;
  readonly answers: number;
  readonly poses: number;
  /** Poses, by the oracle. */
  readonly states: Readonly<Record<AnswerJudgement['exact']['state'], number>>;
  /** missedEnclosed: of the missed, those with one body inside the other. */
  readonly verdicts: {
    readonly judged: number;
    readonly right: number;
    readonly false: number;
    readonly missed: number;
    readonly other: number;
    readonly missedEnclosed: number;
  } | null;
  readonly pairs: {
    readonly judged: number;
    readonly engine: number;
    readonly exact: number;
    readonly missed: number;
    readonly extra: number;
    readonly repeated: number;
  } | null;
  /** Of |engine − exact|; beyond: how many exceed the tolerance. */
  readonly distance: { readonly beyond: number; readonly error: Errors } | null;
  readonly contacts: {
    /** Answers that include contacts. */
    readonly judged: number;
    readonly in: number;
    readonly out: number;
    /** Degrees; backwards: more than 90, so that moving along it presses the bodies together. Null without normals. */
    readonly normals: { readonly backwards: number; readonly error: Errors } | null;
    /** Sums over both bodies and all answers, mm²; share: uncovered / area, 0 if the area is 0. */
    readonly area: Enclosure;
    readonly uncovered: Enclosure;
    readonly share: Enclosure;
  } | null;
  readonly depth: {
    readonly judged: number;
    /** Answers whose depth agrees with no definition. */
    readonly none: number;
    readonly definitions: Readonly<Record<DepthDefinition, DepthSummary>>;
    /** The definition that most answers for bodies in contact agree with; null if none does. */
    readonly agreesWith: DepthDefinition | null;
  } | null;
  /** Repeated answers, and those that differ from the first; null if no pose is repeated. */
  readonly determinism: { readonly repeated: number; readonly different: number } | null;
  /** A quantile is the least value with at least its share of the values at or below it. */
  readonly milliseconds: { readonly count: number; readonly median: number; readonly p99: number } | null;
  /** The parts that no answer has, so that they were not judged. */
  readonly absent: readonly string[];
  /** Sentences about what the results look like: metres, another frame, a distance without its sign, … */
  readonly suspicions: readonly string[];
}
