// The judgements of an engine's answers → their summary: total figures, the word and the sentence that states it.

import { distribution, quantile } from '../distribution.ts';
import {
  type AnswerJudgement,
  type DepthDefinition,
  depthDefinitions,
  type Enclosure,
  type JudgeOptions,
} from './engine-judgement.ts';
import type { EngineName } from './engine-results.ts';
import { type EngineFigures, engineSentence } from './engine-sentence.ts';
import type { DepthSummary, EngineSummary, EngineWord } from './engine-summary.ts';
import { suspicionsOf } from './suspicions.ts';

type Judged<Part extends keyof AnswerJudgement> = AnswerJudgement & {
  readonly [P in Part]: NonNullable<AnswerJudgement[P]>;
};

/** The order of the judgements does not matter. */
export function summariseEngine(
  engine: EngineName,
  judgements: readonly AnswerJudgement[],
  options: JudgeOptions,
): EngineSummary {
  const answers = [...judgements].sort((a, b) => a.pose - b.pose || a.repetition - b.repetition);
  const { tolerance } = options;
  const states = { separated: 0, intersecting: 0, enclosed: 0 };
  for (const { exact, repetition } of answers) if (repetition === 0) states[exact.state]++;
  const figures = {
    answers: answers.length,
    poses: answers.filter(({ repetition }) => repetition === 0).length,
    states,
    verdicts: verdictFigures(withPart(answers, 'verdict')),
    pairs: pairFigures(withPart(answers, 'pairs')),
    distance: distanceFigures(withPart(answers, 'distance'), tolerance),
    contacts: contactFigures(withPart(answers, 'contacts')),
    depth: depthFigures(withPart(answers, 'depth'), tolerance),
    determinism: determinismOf(answers),
    milliseconds: timesOf(answers),
    suspicions: suspicionsOf(answers, tolerance),
  };
  const absent = absentParts(figures);
  const verdict = wordOf(figures);
  return { verdict, sentence: engineSentence(engine, verdict, figures, options), ...figures, absent };
}

function withPart<Part extends keyof AnswerJudgement>(answers: readonly AnswerJudgement[], part: Part) {
  return answers.filter((answer) => answer[part] !== null) as Judged<Part>[];
}

function verdictFigures(answers: readonly Judged<'verdict'>[]): EngineSummary['verdicts'] {
  if (answers.length === 0) return null;
  const count = { judged: answers.length, right: 0, false: 0, missed: 0, other: 0, missedEnclosed: 0 };
  for (const { verdict, exact } of answers) {
    count[verdict.finding]++;
    if (verdict.finding === 'missed' && exact.state === 'enclosed') count.missedEnclosed++;
  }
  return count;
}

function pairFigures(answers: readonly Judged<'pairs'>[]): EngineSummary['pairs'] {
  if (answers.length === 0) return null;
  const sum = (of: (answer: Judged<'pairs'>) => number) => answers.reduce((total, answer) => total + of(answer), 0);
  return {
    judged: answers.length,
    engine: sum(({ pairs }) => pairs.engine),
    exact: sum(({ exact }) => exact.pairs),
    missed: sum(({ pairs }) => pairs.missed),
    extra: sum(({ pairs }) => pairs.extra),
    repeated: sum(({ pairs }) => pairs.repeated),
  };
}

function distanceFigures(answers: readonly Judged<'distance'>[], tolerance: number): EngineSummary['distance'] {
  if (answers.length === 0) return null;
  const errors = answers.map(({ pose, distance }) => ({ pose, error: Math.abs(distance.error) }));
  return { beyond: errors.filter(({ error }) => error > tolerance).length, error: withWorst(errors) };
}

function contactFigures(answers: readonly Judged<'contacts'>[]): EngineSummary['contacts'] {
  if (answers.length === 0) return null;
  const rows = answers.flatMap(({ pose, contacts }) => contacts.rows.map((row) => ({ pose, ...row })));
  const errors = rows.flatMap(({ pose, normalError }) => (normalError === null ? [] : [{ pose, error: normalError }]));
  const regions = answers.flatMap(({ contacts: { bone, tool } }) => [bone, tool]).filter((region) => region !== null);
  const sum = (of: 'area' | 'uncovered'): Enclosure => ({
    low: regions.reduce((total, region) => total + region[of].low, 0),
    high: regions.reduce((total, region) => total + region[of].high, 0),
  });
  const [area, uncovered] = [sum('area'), sum('uncovered')];
  const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : Number(part > 0));
  return {
    judged: answers.length,
    in: rows.filter(({ place }) => place === 'in').length,
    out: rows.filter(({ place }) => place === 'out').length,
    normals:
      errors.length === 0
        ? null
        : { backwards: errors.filter(({ error }) => error > 90).length, error: withWorst(errors) },
    ...{ area, uncovered },
    share: { low: share(uncovered.low, area.high), high: share(uncovered.high, area.low) },
  };
}

function depthFigures(answers: readonly Judged<'depth'>[], tolerance: number): EngineSummary['depth'] {
  if (answers.length === 0) return null;
  const definitions = Object.fromEntries(
    depthDefinitions.map((definition) => [definition, depthSummary(answers, definition, tolerance)]),
  ) as Record<DepthDefinition, DepthSummary>;
  const touching = answers.filter(({ exact }) => exact.state !== 'separated');
  const votes = (of: DepthDefinition) => touching.filter(({ depth }) => depth.agrees.includes(of)).length;
  const best = depthDefinitions.reduce((most, next) => (votes(next) > votes(most) ? next : most));
  return {
    judged: answers.length,
    none: answers.filter(
      ({ depth }) =>
        depth.agrees.length === 0 && depthDefinitions.some((definition) => depth.exact[definition] !== null),
    ).length,
    definitions,
    agreesWith: votes(best) > 0 ? best : null,
  };
}

function depthSummary(
  answers: readonly Judged<'depth'>[],
  definition: DepthDefinition,
  tolerance: number,
): DepthSummary {
  const cases = answers.flatMap(({ pose, depth }) => {
    const within = depth.exact[definition];
    if (within === null) return [];
    const error = Math.max(0, within.low - depth.engine, depth.engine - within.high);
    const most = Math.max(within.high - depth.engine, depth.engine - within.low);
    return [{ pose, error, isUndecided: error <= tolerance && most > tolerance }];
  });
  return {
    judged: cases.length,
    agrees: cases.filter(({ error }) => error <= tolerance).length,
    undecided: cases.filter(({ isUndecided }) => isUndecided).length,
    error: withWorst(cases),
  };
}

function withWorst(errors: readonly { readonly pose: number; readonly error: number }[]) {
  const worst = errors.reduce<{ pose: number | null; error: number }>(
    (most, next) => (next.error > most.error ? next : most),
    { pose: null, error: 0 },
  );
  return { ...distribution(errors.map(({ error }) => error)), worstPose: worst.pose };
}

function determinismOf(answers: readonly AnswerJudgement[]): EngineSummary['determinism'] {
  const repeated = answers.filter(({ repeats }) => repeats !== null);
  if (repeated.length === 0) return null;
  return { repeated: repeated.length, different: repeated.filter(({ repeats }) => repeats === false).length };
}

function timesOf(answers: readonly AnswerJudgement[]): EngineSummary['milliseconds'] {
  const sorted = Float64Array.from(answers.flatMap(({ milliseconds }) => milliseconds.engine ?? [])).sort();
  if (sorted.length === 0) return null;
  return { count: sorted.length, median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

function absentParts(figures: EngineFigures): string[] {
  const { verdicts, pairs, distance, contacts, depth, determinism, milliseconds } = figures;
  const parts = {
    ...{ verdicts, 'face pairs': pairs, distances: distance, depths: depth, contacts },
    ...{ normals: contacts?.normals ?? null, repetitions: determinism, times: milliseconds },
  };
  return Object.entries(parts).flatMap(([name, part]) => (part === null ? [name] : []));
}

function wordOf({ verdicts, pairs, distance, contacts, depth, determinism }: EngineFigures): EngineWord {
  const wrong = [
    ...(verdicts === null ? [] : [verdicts.judged - verdicts.right]),
    ...(pairs === null ? [] : [pairs.missed, pairs.extra, pairs.repeated]),
    ...(distance === null ? [] : [distance.beyond]),
    ...(contacts === null ? [] : [contacts.out, contacts.normals?.backwards ?? 0]),
    ...(depth === null ? [] : [depth.none, ...depthsOff(depth)]),
    determinism?.different ?? 0,
  ];
  if (wrong.some((count) => count > 0)) return 'differs';
  const isJudged = [verdicts, pairs, distance, contacts, depth, determinism].some((part) => part !== null);
  const unsure = depth === null || depth.agreesWith === null ? 0 : depth.definitions[depth.agreesWith].undecided;
  return isJudged && unsure === 0 ? 'agrees' : 'undecided';
}

/** How many depths disagree with the definition that the others agree with. */
function depthsOff({ definitions, agreesWith }: NonNullable<EngineSummary['depth']>): number[] {
  return agreesWith === null ? [] : [definitions[agreesWith].judged - definitions[agreesWith].agrees];
}
