// The judgements of all poses → the summary: total figures, the verdict and the sentence that states it.

import type { ContactState } from '#records';
import { counted } from './counted.ts';
import { distribution } from './distribution.ts';
import type { PoseJudgement, Tally } from './judgement.ts';
import { largestOrNull } from './largest-or-null.ts';
import type { ValidationSummary, Verdict } from './summary.ts';

const WORST_KEPT = 6;

/** The order of the judgements does not matter. */
export function summarise(judgements: readonly PoseJudgement[]): ValidationSummary {
  const poses = [...judgements].sort((a, b) => a.pose - b.pose);
  const states: Record<ContactState, number> = { separated: 0, near: 0, intersecting: 0, enclosed: 0 };
  for (const { state } of poses) states[state.exact]++;
  const total = (value: (pose: PoseJudgement) => number) => poses.reduce((sum, pose) => sum + value(pose), 0);
  const largest = (value: (pose: PoseJudgement) => number) =>
    poses.reduce((most, pose) => Math.max(most, value(pose)), 0);
  const tally = (of: (pose: PoseJudgement) => Tally): Tally => ({
    judged: total((pose) => of(pose).judged),
    broken: total((pose) => of(pose).broken),
    undecided: total((pose) => of(pose).undecided),
  });
  const contacts = total((pose) => pose.contacts);
  const figures: Omit<ValidationSummary, 'verdict' | 'sentence'> = {
    poses: poses.length,
    states,
    wrongStates: total(({ state }) => Number(state.kerf !== state.exact)),
    pairs: {
      kerf: total(({ pairs }) => pairs.kerf),
      exact: total(({ pairs }) => pairs.exact),
      missed: total(({ pairs }) => pairs.missed),
      extra: total(({ pairs }) => pairs.extra),
    },
    decided: {
      kerf: {
        candidates: total(({ decided }) => decided.kerf.candidates),
        escalated: total(({ decided }) => decided.kerf.escalated),
      },
      oracle: { f64: total(({ decided }) => decided.oracle.f64), exact: total(({ decided }) => decided.oracle.exact) },
    },
    contacts,
    complete: {
      ...tally((pose) => pose.complete),
      within: total(({ complete }) => complete.within),
      farthest: largestOrNull(poses.map(({ complete }) => complete.farthest)),
    },
    sound: tally((pose) => pose.sound),
    local: tally((pose) => pose.local),
    certified: tally((pose) => pose.certified),
    distance: tally((pose) => pose.distance),
    unstable: total(({ stable }) => Number(!stable.repeats)),
    error: distribution(poses.flatMap(({ samples }) => samples.map(({ error }) => error))),
    width: {
      mean: contacts === 0 ? 0 : total((pose) => pose.width.mean * pose.contacts) / contacts,
      max: largest(({ width }) => width.max),
    },
    region: regionFigures(poses),
    worst: poses
      .flatMap(({ pose, worst }) => (worst === null ? [] : [{ pose, contact: worst }]))
      .sort((a, b) => b.contact.error - a.contact.error || a.pose - b.pose)
      .slice(0, WORST_KEPT),
  };
  const verdict = verdictOf(figures);
  return { verdict, sentence: sentenceOf(verdict, figures), ...figures };
}

type Figures = Omit<ValidationSummary, 'verdict' | 'sentence'>;

function talliesOf({ complete, sound, local, certified, distance }: Figures): readonly Tally[] {
  return [complete, sound, local, certified, distance];
}

function verdictOf(figures: Figures): Verdict {
  const { wrongStates, pairs, unstable } = figures;
  const tallies = talliesOf(figures);
  if (wrongStates + pairs.missed + pairs.extra + unstable > 0 || tallies.some(({ broken }) => broken > 0))
    return 'broken';
  return tallies.some(({ undecided }) => undecided > 0) ? 'undecided' : 'held';
}

function sentenceOf(verdict: Verdict, figures: Figures): string {
  const { poses, wrongStates, pairs, unstable } = figures;
  const tallies = talliesOf(figures);
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  const judged = `${counted(poses, 'pose')}, ${counted(pairs.exact, 'intersecting face pair')} and ${counted(
    sum((t) => t.judged),
    'sampled or counted case',
  )}`;
  switch (verdict) {
    case 'held':
      return `Over ${judged} no guarantee was broken and nothing was left undecided.`;
    case 'undecided':
      return `Over ${judged} no guarantee was broken; ${counted(
        sum((t) => t.undecided),
        'case',
      )} stayed undecided within the oracle's limit.`;
    case 'broken':
      return `Over ${judged}: ${counted(wrongStates, 'wrong state')}, ${counted(pairs.missed, 'missed pair')}, ${counted(pairs.extra, 'extra pair')}, ${counted(
        sum((t) => t.broken),
        'broken case',
      )}, ${counted(unstable, 'pose')} not the same when asked again; ${counted(
        sum((t) => t.undecided),
        'case',
      )} undecided.`;
  }
}

function regionFigures(poses: readonly PoseJudgement[]): ValidationSummary['region'] {
  const regions = poses.flatMap(({ region }) => [region.bone, region.tool]).filter((region) => region !== null);
  return {
    reportedToExact: {
      low: Math.max(0, ...regions.map(({ reportedToExact }) => reportedToExact.low)),
      high: largestOrNull(regions.map(({ reportedToExact }) => reportedToExact.high)),
    },
    exactToReported: largestOrNull(regions.map(({ exactToReported }) => exactToReported)),
  };
}
