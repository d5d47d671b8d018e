// An engine's figures → one sentence that can be quoted.

import { counted } from '../counted.ts';
import type { JudgeOptions } from './engine-judgement.ts';
import type { EngineName } from './engine-results.ts';
import type { EngineSummary, EngineWord } from './engine-summary.ts';

export type EngineFigures = Omit<EngineSummary, 'verdict' | 'sentence' | 'absent'>;

const words: Readonly<Record<EngineWord, string>> = {
  agrees: 'agrees with the exact answers',
  differs: 'differs from the exact answers',
  undecided: 'could be found neither right nor wrong',
};

export function engineSentence(
  { name, version }: EngineName,
  word: EngineWord,
  figures: EngineFigures,
  options: JudgeOptions,
): string {
  const who = version === undefined ? name : `${name} ${version}`;
  const said = [
    ...verdictWords(figures),
    ...pairWords(figures),
    ...distanceWords(figures, options),
    ...contactWords(figures, options),
    ...depthWords(figures, options),
    ...repetitionWords(figures),
  ];
  const told = said.length === 0 ? 'nothing that could be judged' : said.join('; ');
  return `Over ${counted(figures.answers, 'answer')} at ${counted(figures.poses, 'pose')}, ${who} ${words[word]}: ${told}.`;
}

function verdictWords({ verdicts }: EngineFigures): string[] {
  if (verdicts === null) return [];
  const { judged, right, missed, missedEnclosed, other } = verdicts;
  const inside = missedEnclosed === 0 ? '' : ` (${missedEnclosed} of bodies one inside the other)`;
  const kind = other === 0 ? '' : `, ${other} of the wrong kind of contact`;
  return [
    right === judged
      ? `all ${counted(judged, 'verdict')} right`
      : `of ${counted(judged, 'verdict')} ${verdicts.false} false, ${missed} missed${inside}${kind}`,
  ];
}

function pairWords({ pairs }: EngineFigures): string[] {
  if (pairs === null) return [];
  const { exact, missed, extra, repeated } = pairs;
  const twice = repeated === 0 ? '' : `, ${repeated.toLocaleString('en-US')} repeated`;
  return [
    `${missed.toLocaleString('en-US')} of ${counted(exact, 'face pair')} missed, ` +
      `${extra.toLocaleString('en-US')} extra${twice}`,
  ];
}

function distanceWords({ distance }: EngineFigures, { tolerance }: JudgeOptions): string[] {
  if (distance === null) return [];
  const { beyond, error } = distance;
  return [
    `${beyond} of ${counted(error.count, 'distance')} off by more than ${tolerance} mm, at most ${short(error.max)}`,
  ];
}

function contactWords({ contacts }: EngineFigures, { radius, tolerance }: JudgeOptions): string[] {
  if (contacts === null) return [];
  const { normals, out, share } = contacts;
  const left = share.low === share.high ? percent(share.low) : `${percent(share.low)} to ${percent(share.high)}`;
  return [
    `${out.toLocaleString('en-US')} of ${counted(contacts.in + out, 'contact point')} farther than ${tolerance} mm from ` +
      `the contact region, of which they leave ${left} uncovered at ${radius} mm`,
    ...(normals === null
      ? []
      : [`normals ${short(normals.error.median)}° off at the median, ${normals.backwards} backwards`]),
  ];
}

function depthWords({ depth }: EngineFigures, { tolerance }: JudgeOptions): string[] {
  if (depth === null) return [];
  const { agreesWith, definitions, judged, none } = depth;
  if (agreesWith === null) return [`depths of no definition at ${none} of ${counted(judged, 'answer')}`];
  const { agrees, judged: cases } = definitions[agreesWith];
  return [
    `depths by the definition "${agreesWith}" at ${agrees} of ${counted(cases, 'answer')}, within ${tolerance} mm`,
  ];
}

function repetitionWords({ determinism }: EngineFigures): string[] {
  if (determinism === null) return [];
  const { repeated, different } = determinism;
  return [`${different} of ${counted(repeated, 'repeated answer')} not the same`];
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function percent(share: number): string {
  return `${short(100 * share)} %`;
}
