// The labels of the benchmark and an engine's answers → counts of right, wrong and missing answers. The oracle does not
// run: the labels are its answers.

import type { EngineAnswer, EngineName, EngineStroke, EngineVerdict } from '../engines/engine-results.ts';
import { differingPairs } from '../pair-difference.ts';
import {
  type AnswerTimes,
  type BenchmarkJudgement,
  emptyPoseTally,
  emptyStrokeTally,
  type PoseTally,
  type StrokeTally,
} from './benchmark-judgement.ts';
import type { PoseLabel, PublishedLabel, PublishedStrokeLabel } from './benchmark-labels.ts';
import { hashedState, labelHash, type Sha256 } from './hidden-label.ts';

/** One case's labels, and the engine's answers. */
export interface AnsweredCase {
  readonly name: string;
  readonly salt: string;
  readonly labels: readonly PublishedLabel[];
  readonly strokeLabels: readonly PublishedStrokeLabel[];
  readonly answers: readonly EngineAnswer[];
  readonly strokes: readonly EngineStroke[];
}

interface JudgedBenchmark {
  readonly benchmark: BenchmarkJudgement['benchmark'];
  readonly engine: EngineName;
  /** mm, > 0: how far a distance may be off, or a point of the tool at the time of a first contact. */
  readonly tolerance: number;
  readonly cases: readonly AnsweredCase[];
  readonly sha256: Sha256;
}

export function judgeBenchmark({ benchmark, engine, tolerance, cases, sha256 }: JudgedBenchmark): BenchmarkJudgement {
  const families: Record<string, PoseTally> = {};
  const kinds: Record<string, StrokeTally> = {};
  const byCase: Record<string, { poses: PoseTally; strokes: StrokeTally }> = {};
  const [poses, strokes] = [emptyPoseTally(), emptyStrokeTally()];
  for (const { name, salt, labels, strokeLabels, answers, strokes: answered } of cases) {
    byCase[name] = { poses: emptyPoseTally(), strokes: emptyStrokeTally() };
    const of = new Map<number, EngineAnswer[]>();
    for (const answer of answers) of.set(answer.pose, [...(of.get(answer.pose) ?? []), answer]);
    for (const label of labels) {
      families[label.family] ??= emptyPoseTally();
      for (const tally of [poses, families[label.family], byCase[name].poses])
        judgePose(tally, label, of.get(label.pose) ?? [], { salt, tolerance, sha256 });
    }
    const first = new Map([...answered].reverse().map((stroke) => [stroke.stroke, stroke]));
    for (const label of strokeLabels) {
      kinds[label.kind] ??= emptyStrokeTally();
      for (const tally of [strokes, kinds[label.kind], byCase[name].strokes])
        judgeStroke(tally, label, first.get(label.stroke), tolerance);
    }
  }
  return {
    ...({ format: 'kerf-benchmark-judgement', formatVersion: 1 } as const),
    ...{ benchmark, engine, tolerance, poses, strokes, families, kinds, cases: byCase },
    milliseconds: {
      pose: timesOf(cases.flatMap(({ answers }) => answers)),
      stroke: timesOf(cases.flatMap((one) => one.strokes)),
    },
  };
}

function judgePose(
  tally: PoseTally,
  label: PublishedLabel,
  answers: readonly EngineAnswer[],
  { salt, tolerance, sha256 }: { salt: string; tolerance: number; sha256: Sha256 },
): void {
  const isHashed = 'hash' in label;
  tally.poses++;
  if (!isHashed) tally.distances.asked++;
  if (answers.length === 0) return;
  const [answer, ...repeated] = answers;
  tally.answered++;
  tally.unstable += repeated.filter((other) => untimed(other) !== untimed(answer)).length;
  const state = isHashed ? hashedState(salt, label.pose, label.hash, sha256) : label.state;
  if (answer.verdict !== undefined) judgeVerdict(tally.verdicts, state, answer.verdict);
  if (answer.pairs !== undefined) {
    tally.pairs.judged++;
    if (isHashed) {
      const pairs = ascending(answer.pairs);
      if (labelHash(salt, label.pose, { state, pairs }, sha256) !== label.hash) tally.pairs.wrong++;
    } else {
      const { missed, extra } = differingPairs(Uint32Array.from(answer.pairs), Uint32Array.from(label.pairs));
      if (missed + extra > 0) tally.pairs.wrong++;
      tally.pairs.missed += missed;
      tally.pairs.extra += extra;
    }
  }
  if (answer.distance !== undefined && !isHashed) {
    const error = Math.abs(answer.distance - label.distance);
    tally.distances.judged++;
    if (error > tolerance) tally.distances.wrong++;
    tally.distances.largest = Math.max(tally.distances.largest, error);
  }
}

function judgeVerdict(tally: PoseTally['verdicts'], state: PoseLabel['state'], verdict: EngineVerdict): void {
  tally.judged++;
  if (verdict === state) return;
  if (state === 'separated') tally.false++;
  else if (verdict === 'separated') tally[state === 'enclosed' ? 'enclosedMissed' : 'missed']++;
  else if (verdict !== 'contact') tally.other++;
}

/**
 * A time is judged by the interval that holds the first contact, widened by the time in which no point of the tool
 * moves farther than the tolerance. Without a time only the status is judged.
 */
function judgeStroke(
  tally: StrokeTally,
  { status, low, high, way }: PublishedStrokeLabel,
  answer: EngineStroke | undefined,
  tolerance: number,
): void {
  tally.strokes++;
  if (answer === undefined) return;
  tally.answered++;
  if (status === 'grazing') return;
  tally.judged++;
  const touches = answer.status !== 'free';
  if (status === 'free') {
    if (touches) tally.invented++;
    return;
  }
  if (!touches) {
    tally.missed++;
    return;
  }
  const time = answer.status === 'initial' ? 0 : answer.time;
  if (time === undefined) return;
  if (time < low - tolerance / way) tally.early++;
  else if (time > high + tolerance / way) tally.late++;
}

/** What must be the same when a pose is repeated. */
function untimed({ milliseconds: _, ...answer }: EngineAnswer): string {
  return JSON.stringify(answer);
}

function ascending(given: readonly number[]): number[] {
  const rows = Array.from({ length: given.length / 2 }, (_, i) => [given[2 * i], given[2 * i + 1]] as const);
  return rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]).flat();
}

function timesOf(answers: readonly { readonly milliseconds?: number }[]): AnswerTimes | null {
  const times = answers.flatMap(({ milliseconds }) => (milliseconds === undefined ? [] : [milliseconds]));
  if (times.length === 0) return null;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1];
  return { median: at(0.5), p99: at(0.99) };
}
