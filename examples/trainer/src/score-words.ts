// A score → its rows: what was measured, how much, what was aimed at, and whether that was met.

import { halfWidth } from './corridor.ts';
import type { Plan } from './plan.ts';
import type { Reached, Score } from './score.ts';

export interface ScoreRow {
  readonly what: string;
  readonly found: string;
  /** '' where the plan sets no aim. */
  readonly aim: string;
  /** null without an aim; `open`: the interval contains the aim's limit. */
  readonly verdict: 'met' | 'missed' | 'open' | null;
}

type Length = { readonly low: number; readonly high: number };

export function scoreRows(score: Score, plan: Plan): ScoreRow[] {
  const { plunge, wallAhead, offLine, offHole, removed, force, seconds } = score;
  const row = (what: string, found: string, aim = '', verdict: ScoreRow['verdict'] = null): ScoreRow => ({
    ...{ what, found, aim, verdict },
  });
  return [
    row('Flap', freeWords(score), 'free', score.isFree ? (score.bridges === 0 ? 'met' : 'open') : 'missed'),
    row(
      'Plunge beyond the inner surface',
      plunge === null ? 'none' : reachedWords(plunge),
      `less than ${plan.dura} mm, where the dura lies`,
      plunge === null ? 'met' : below(plunge.length, plan.dura),
    ),
    ...score.structures.map(({ name, distance, at }) =>
      row(
        `Distance to the ${name}`,
        distance.high === 0 ? `touched at ${time(at)}` : reachedWords({ length: distance, at }),
        'not touched',
        distance.high === 0 ? 'missed' : distance.low > 0 ? 'met' : 'open',
      ),
    ),
    row(
      'Off the planned line',
      offLine === null ? 'no line was sawn' : `${mm(offLine.largest)} at ${time(offLine.at)}, ${mm(offLine.mean)} mean`,
      `at most ${plan.margin} mm`,
      offLine === null ? 'missed' : offLine.largest <= plan.margin ? 'met' : 'missed',
    ),
    row(
      'Burr off its place',
      offHole === null ? 'no hole was made' : mm(offHole),
      `at most ${plan.margin} mm`,
      offHole === null ? 'missed' : offHole <= plan.margin ? 'met' : 'missed',
    ),
    row('Bone removed', volume(removed.all)),
    row(`Of it farther than ${halfWidth(plan).toFixed(1)} mm from the line`, volume(removed.outside)),
    row('Least bone ahead', wallAhead === null ? 'the bone was not met' : reachedWords(wallAhead)),
    row(
      'Force',
      force === null
        ? 'not felt: Feel bone was off'
        : `${force.peak.toFixed(1)} N at most, ${force.mean.toFixed(1)} N mean`,
    ),
    row('Time with a tool on', time(seconds)),
  ];
}

/** In one sentence. */
export function verdictOf(rows: readonly ScoreRow[]): string {
  const aims = rows.filter(({ verdict }) => verdict !== null);
  const met = aims.filter(({ verdict }) => verdict === 'met').length;
  const open = aims.filter(({ verdict }) => verdict === 'open').length;
  return `${met} of ${aims.length} aims met${open === 0 ? '' : `, ${open} not decided`}`;
}

function freeWords({ isFree, bridges }: Score): string {
  if (!isFree) return 'not free';
  return bridges === 0 ? 'free' : `free but for ${bridges} ${bridges === 1 ? 'place' : 'places'} too thin to show`;
}

function below({ low, high }: Length, limit: number): 'met' | 'missed' | 'open' {
  if (high < limit) return 'met';
  return low >= limit ? 'missed' : 'open';
}

function reachedWords({ length, at }: Reached): string {
  return `${range(length)} at ${time(at)}`;
}

/** Rounded outward, so that the interval shown contains the length too. */
function range({ low, high }: Length): string {
  const [a, b] = [Math.floor(low * 100) / 100, Math.ceil(high * 100) / 100];
  return a === b ? mm(a) : `${a.toFixed(2)}–${mm(b)}`;
}

/** The interval, and in it the number nearest to what the surface on its grid lost. */
function volume({ low, high, surface }: Length & { readonly surface: number }): string {
  const [a, b] = [Math.floor(low), Math.ceil(high)].map((mm3) => mm3.toLocaleString('en'));
  const about = Math.round(Math.min(Math.max(surface, low), high));
  return `about ${about.toLocaleString('en')} mm³, certainly ${a === b ? a : `${a}–${b}`}`;
}

function mm(length: number): string {
  return `${length.toFixed(2)} mm`;
}

function time(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
