// One pose's judgement → what is broken or undecided in it, in words.

import type { PoseJudgement, Tally } from '#validation';

interface PoseFaults {
  /** Words such as "pairs missed: 2; G1: 3 broken"; empty if nothing is broken or undecided. */
  readonly words: string;
  readonly broken: boolean;
}

export function poseFaults(judgement: PoseJudgement): PoseFaults {
  const { state, pairs, stable } = judgement;
  const tallies: readonly (readonly [name: string, tally: Tally])[] = [
    ['G1', judgement.complete],
    ['G2', judgement.sound],
    ['G3', judgement.local],
    ['G4', judgement.certified],
    ['distance', judgement.distance],
  ];
  const broken = [
    state.kerf === state.exact ? '' : `state: kerf says ${state.kerf}`,
    pairs.missed > 0 ? `pairs missed: ${pairs.missed}` : '',
    pairs.extra > 0 ? `pairs extra: ${pairs.extra}` : '',
    ...tallies.map(([name, tally]) => (tally.broken > 0 ? `${name}: ${tally.broken} broken` : '')),
    stable.repeats ? '' : 'not the same when asked again',
  ].filter(Boolean);
  const undecided = tallies.flatMap(([name, tally]) =>
    tally.undecided > 0 ? [`${name}: ${tally.undecided} undecided`] : [],
  );
  return { words: [...broken, ...undecided].join('; '), broken: broken.length > 0 };
}
