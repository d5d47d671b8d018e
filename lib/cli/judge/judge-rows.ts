// An engine's summary → a row for each part of its answers: the number judged, the number wrong, and the figures; and
// the tables of these.

import { type DepthDefinition, depthDefinitions, type EngineSummary } from '#validation';
import { count } from '../report/page.ts';
import { textTable } from '../text-table.ts';
import { short } from '../validation-report/number-text.ts';

export interface JudgeRow {
  readonly part: string;
  /** What is counted. */
  readonly of: string;
  /** null if the results do not have this part. */
  readonly judged: number | null;
  /** null if this part cannot be right or wrong. */
  readonly wrong: number | null;
  /** How many could not be decided to be right or wrong. Default: none. */
  readonly undecided?: number;
  readonly says: string;
}

export const definitionWords: Readonly<Record<DepthDefinition, string>> = {
  nearest: 'to the nearest surface',
  feed: 'along the feed axis',
  protrusion: 'protrusion on the far side',
  translation: 'least translation that parts them',
};

export function judgeRows(summary: EngineSummary): JudgeRow[] {
  return [
    verdictRow(summary),
    pairsRow(summary),
    distanceRow(summary),
    pointsRow(summary),
    normalsRow(summary),
    regionRow(summary),
    depthRow(summary),
    repetitionRow(summary),
    timeRow(summary),
  ];
}

const ABSENT = { judged: null, wrong: null, says: 'not in the results: not judged' } as const;

function verdictRow({ verdicts }: EngineSummary): JudgeRow {
  const row = { part: 'verdict', of: 'answers' };
  if (verdicts === null) return { ...row, ...ABSENT };
  const { judged, missed, other, missedEnclosed } = verdicts;
  const says = [
    `${count(verdicts.false)} false`,
    `${count(missed)} missed${missedEnclosed > 0 ? ` (${count(missedEnclosed)} with one body inside the other)` : ''}`,
    `${count(other)} of another kind`,
  ];
  return { ...row, judged, wrong: verdicts.false + missed + other, says: says.join(', ') };
}

function pairsRow({ pairs }: EngineSummary): JudgeRow {
  const row = { part: 'face pairs', of: 'pairs that intersect' };
  if (pairs === null) return { ...row, ...ABSENT };
  const { exact, missed, extra, repeated } = pairs;
  const twice = repeated > 0 ? `, ${count(repeated)} given more than once` : '';
  return {
    ...row,
    judged: exact,
    wrong: missed + extra,
    says: `${count(missed)} missed, ${count(extra)} extra${twice}`,
  };
}

function distanceRow({ distance }: EngineSummary): JudgeRow {
  const row = { part: 'smallest distance', of: 'answers' };
  if (distance === null) return { ...row, ...ABSENT };
  return { ...row, judged: distance.error.count, wrong: distance.beyond, says: errorText(distance.error, ' mm') };
}

function pointsRow({ contacts }: EngineSummary): JudgeRow {
  const row = { part: 'contact points', of: 'points' };
  if (contacts === null) return { ...row, ...ABSENT };
  const { judged, out } = contacts;
  const says = `${count(out)} outside the contact region; ${count(judged)} answers give their contacts`;
  return { ...row, judged: contacts.in + out, wrong: out, says };
}

function normalsRow({ contacts }: EngineSummary): JudgeRow {
  const row = { part: 'normals', of: 'points' };
  const normals = contacts?.normals ?? null;
  if (normals === null) return { ...row, ...ABSENT };
  const says = `${count(normals.backwards)} backwards; ${errorText(normals.error, '°')}`;
  return { ...row, judged: normals.error.count, wrong: normals.backwards, says };
}

function regionRow({ contacts }: EngineSummary): JudgeRow {
  const row = { part: 'contact region', of: 'answers' };
  if (contacts === null) return { ...row, ...ABSENT };
  const { judged, share, area } = contacts;
  const [low, high] = [100 * share.low, 100 * share.high].map((value) => value.toFixed(1));
  const part = low === high ? `${low} %` : `${low} to ${high} %`;
  const says = area.high === 0 ? 'no contact region' : `no point comes near ${part} of ${short(area.high)} mm²`;
  return { ...row, judged, wrong: null, says };
}

function depthRow({ depth }: EngineSummary): JudgeRow {
  const row = { part: 'depth', of: 'answers' };
  if (depth === null) return { ...row, ...ABSENT };
  const { judged, none, agreesWith, definitions } = depth;
  if (agreesWith === null) return { ...row, judged, wrong: none, says: 'agrees with no definition' };
  const { agrees, judged: asked, undecided } = definitions[agreesWith];
  const open = undecided === 0 ? '' : `, ${count(undecided)} of them undecided at this --oracle-limit`;
  const says = `agrees best with the depth ${definitionWords[agreesWith]}: ${count(agrees)} of ${count(asked)}${open}`;
  return { ...row, judged, wrong: none, undecided, says };
}

function repetitionRow({ determinism }: EngineSummary): JudgeRow {
  const row = { part: 'repetition', of: 'answers' };
  if (determinism === null) return { ...row, judged: null, wrong: null, says: 'no pose is answered twice: not judged' };
  const { repeated, different } = determinism;
  return { ...row, judged: repeated, wrong: different, says: `${count(different)} not the same as the first` };
}

function timeRow({ milliseconds }: EngineSummary): JudgeRow {
  const row = { part: 'time', of: 'answers' };
  if (milliseconds === null) return { ...row, ...ABSENT };
  const { median, p99 } = milliseconds;
  const says = `median ${short(median)} ms, 99 % ${short(p99)} ms, as the results tell`;
  return { ...row, judged: milliseconds.count, wrong: null, says };
}

/** The definitions that apply to at least one answer. */
export function judgedDefinitions({ depth }: EngineSummary): DepthDefinition[] {
  return depthDefinitions.filter((name) => (depth?.definitions[name].judged ?? 0) > 0);
}

function errorText(
  { mean, p95, max, worstPose }: { mean: number; p95: number; max: number; worstPose: number | null },
  unit: string,
): string {
  const at = worstPose === null ? '' : ` at pose ${worstPose}`;
  const [middle, most, all] = [mean, p95, max].map((value) => `${short(value)}${unit}`);
  return `off by ${middle} in the mean, 95 % ${most}, at most ${all}${at}`;
}

export function judgeTable(summary: EngineSummary): string {
  const orEmpty = (value: number | null) => (value === null ? '' : count(value));
  const rows = judgeRows(summary).map(({ part, of, judged, wrong, says }) => [
    ...[part, of, orEmpty(judged), orEmpty(wrong), says],
  ]);
  return [textTable(rows, ['part', 'of', 'judged', 'wrong', ''], 'llrrl'), ...depthTable(summary)].join('\n');
}

/** Empty if no depth was judged. */
function depthTable(summary: EngineSummary): string[] {
  const names = judgedDefinitions(summary);
  if (summary.depth === null || names.length === 0) return [];
  const { definitions } = summary.depth;
  const rows = names.map((name) => {
    const { judged, agrees, error } = definitions[name];
    return [definitionWords[name], count(judged), count(agrees), `${short(error.mean)} mm`, `${short(error.max)} mm`];
  });
  return [textTable(rows, ['depth', 'judged', 'agrees', 'off by: mean', 'at most'], 'lrrrr')];
}
