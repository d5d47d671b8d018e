// Two finished runs → the differences of their inputs, their answers and their figures, and how their times compare.

import type { PoseJudgement } from './judgement.ts';
import type { ValidationSummary } from './summary.ts';

/** A validation.json as read. */
export interface ComparableRun {
  /** Versions, inputs and options: plain values in plain objects. */
  readonly header: object;
  readonly summary: ValidationSummary;
  /** One judgement for each pose number, in any order. */
  readonly poses: readonly PoseJudgement[];
}

/** One plain value of either run, by its path, as in `options.resolution`; undefined if that run has no such value. */
export interface FieldPair {
  readonly field: string;
  readonly first: unknown;
  readonly second: unknown;
}

/** Which parts of one pose's answer differ between the runs; at least one is true. */
export interface PoseDifference {
  readonly pose: number;
  readonly matrix: boolean;
  readonly state: boolean;
  readonly pairs: boolean;
  readonly hash: boolean;
}

/** Sums over the poses that both runs have. ratio: second / first, null if first is 0. */
export interface TimePair {
  readonly first: number;
  readonly second: number;
  readonly ratio: number | null;
}

export interface RunComparison {
  /** The values that differ, no others. */
  readonly header: readonly FieldPair[];
  readonly poses: {
    readonly compared: number;
    readonly onlyFirst: number;
    readonly onlySecond: number;
    /** By ascending pose number. */
    readonly different: readonly PoseDifference[];
  };
  /** Every figure of the summary, side by side, different or not. */
  readonly figures: readonly FieldPair[];
  readonly milliseconds: { readonly kerf: TimePair; readonly oracle: TimePair };
}

export function compareRuns(first: ComparableRun, second: ComparableRun): RunComparison {
  const others = new Map(second.poses.map((pose) => [pose.pose, pose]));
  const both = first.poses.flatMap((pose) => {
    const other = others.get(pose.pose);
    return other === undefined ? [] : [[pose, other] as const];
  });
  const times = (of: (pose: PoseJudgement) => number): TimePair => {
    const sums = both.reduce(([a, b], [pose, other]) => [a + of(pose), b + of(other)], [0, 0]);
    return { first: sums[0], second: sums[1], ratio: sums[0] === 0 ? null : sums[1] / sums[0] };
  };
  return {
    header: differences(first.header, second.header),
    poses: {
      compared: both.length,
      onlyFirst: first.poses.length - both.length,
      onlySecond: second.poses.length - both.length,
      different: both
        .map(([pose, other]) => poseDifference(pose, other))
        .filter(({ matrix, state, pairs, hash }) => matrix || state || pairs || hash)
        .sort((a, b) => a.pose - b.pose),
    },
    figures: fieldPairs(figuresOf(first.summary), figuresOf(second.summary)),
    milliseconds: { kerf: times((pose) => pose.milliseconds.kerf), oracle: times((pose) => pose.milliseconds.oracle) },
  };
}

/** The plain values that differ between the two, in the first's order, then those that only the second has. */
export function differences(first: object, second: object): FieldPair[] {
  return fieldPairs(first, second).filter((pair) => !Object.is(pair.first, pair.second));
}

function poseDifference(pose: PoseJudgement, other: PoseJudgement): PoseDifference {
  return {
    pose: pose.pose,
    matrix: differences(pose.matrix, other.matrix).length > 0,
    state: differences(pose.state, other.state).length > 0,
    pairs: differences(pose.pairs, other.pairs).length > 0,
    hash: pose.stable.hash !== other.stable.hash,
  };
}

/** Leaves out the sentence, which only repeats the figures, and the worst contacts, which are not figures. */
function figuresOf({ sentence: _, worst: __, ...figures }: ValidationSummary): object {
  return figures;
}

function fieldPairs(first: object, second: object): FieldPair[] {
  const [ours, theirs] = [new Map(plainValues(first)), new Map(plainValues(second))];
  const fields = new Set([...ours.keys(), ...theirs.keys()]);
  return [...fields].map((field) => ({ field, first: ours.get(field), second: theirs.get(field) }));
}

function* plainValues(value: object, prefix = ''): Generator<[field: string, value: unknown]> {
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'object' && entry !== null) yield* plainValues(entry, `${prefix}${key}.`);
    else yield [`${prefix}${key}`, entry];
  }
}
