// A summary, or a comparison of two runs → tables for people.

import type { FieldPair, PoseDifference, RunComparison, Tally, TimePair, ValidationSummary } from '#validation';
import { count } from '../report/page.ts';
import { textTable } from '../text-table.ts';
import { short } from '../validation-report/number-text.ts';

export function validationTable(summary: ValidationSummary): string {
  return [guarantees(summary), figures(summary)].join('\n');
}

function guarantees(summary: ValidationSummary): string {
  const { poses, pairs, complete, sound, local, certified, distance } = summary;
  const row = (name: string, cases: string, { judged, broken, undecided }: Tally) => [
    ...[name, cases, ...[judged, broken, undecided].map(count)],
  ];
  const decided = (judged: number, broken: number): Tally => ({ judged, broken, undecided: 0 });
  const rows = [
    row('G1 complete', 'sampled points of both surfaces', complete),
    row('G2 sound', 'sampled contacts', sound),
    row('G3 local', 'contacts', local),
    row('G4 certified', 'sampled contacts', certified),
    row('G4 distance at its point', 'contacts', distance),
    row('G5 state', 'poses', decided(poses, summary.wrongStates)),
    row('G5 pairs missed', 'intersecting face pairs', decided(pairs.exact, pairs.missed)),
    row('G5 pairs extra', 'face pairs reported', decided(pairs.kerf, pairs.extra)),
    row('G6 stable', 'poses', decided(poses, summary.unstable)),
  ];
  return textTable(rows, ['guarantee', 'cases', 'judged', 'broken', 'undecided'], 'llrrr');
}

function figures(summary: ValidationSummary): string {
  const { states, decided, complete, error, width, region } = summary;
  const { reportedToExact, exactToReported } = region;
  const farthest = `from ${millimetres(reportedToExact.low)} to ${millimetres(reportedToExact.high)}`;
  return textTable([
    ['poses', stateCounts(states)],
    ['contacts', count(summary.contacts)],
    [
      'kerf decided',
      `${count(decided.kerf.candidates)} candidate pairs, ${count(decided.kerf.escalated)} of them beyond f64`,
    ],
    ['oracle decided', `${count(decided.oracle.f64)} pairs in f64, ${count(decided.oracle.exact)} exactly`],
    [
      'distance − exact minimum',
      `mean ${millimetres(error.mean)}, median ${millimetres(error.median)}, 95 % ${millimetres(error.p95)}, largest ${millimetres(error.max)} (${count(error.count)} contacts)`,
    ],
    ['width of the interval', `mean ${millimetres(width.mean)}, largest ${millimetres(width.max)}`],
    [
      'points within δ',
      `${count(complete.within)}, farthest from the reported region ${millimetres(complete.farthest)}`,
    ],
    ['reported → exact region', farthest],
    ['exact → reported region', millimetres(exactToReported)],
  ]);
}

function stateCounts(states: ValidationSummary['states']): string {
  return Object.entries(states)
    .filter(([, poses]) => poses > 0)
    .map(([state, poses]) => `${count(poses)} ${state}`)
    .join(', ');
}

/** null means that there is no bound. */
function millimetres(value: number | null): string {
  return value === null ? 'unbounded' : `${short(value)} mm`;
}

/** More poses than this are counted, not listed. */
const POSES_LISTED = 20;

/** @param file the first run's file; the second run is this one. */
export function comparisonText({ header, poses, figures, milliseconds }: RunComparison, file: string): string {
  const { compared, onlyFirst, onlySecond, different } = poses;
  return [
    `Compared with ${file}:`,
    header.length === 0 ? 'Versions, inputs and options are the same.' : pairTable('input or option', header),
    `${compared} poses are in both runs, ${onlyFirst} only there, ${onlySecond} only here; ${different.length} of those in both have another answer.`,
    ...different.slice(0, POSES_LISTED).map(poseLine),
    ...(different.length > POSES_LISTED ? [`and ${different.length - POSES_LISTED} more.`] : []),
    pairTable('figure', figures),
    timeLine('kerf', milliseconds.kerf),
    timeLine('the oracle', milliseconds.oracle),
  ].join('\n');
}

function pairTable(of: string, pairs: readonly FieldPair[]): string {
  const rows = pairs.map(({ field, first, second }) => [
    ...[field, shown(first), shown(second), Object.is(first, second) ? '' : 'differs'],
  ]);
  return textTable(rows, [of, 'there', 'here', ''], 'lrrl');
}

function poseLine({ pose, ...parts }: PoseDifference): string {
  const changed = Object.entries(parts).flatMap(([part, differs]) => (differs ? [part] : []));
  return `  pose ${pose}: ${changed.join(', ')}`;
}

function timeLine(who: string, { first, second, ratio }: TimePair): string {
  const times = ratio === null ? '' : `, ${ratio.toFixed(2)} times as long`;
  return `Over the poses in both, ${who} took ${first.toFixed(0)} ms there and ${second.toFixed(0)} ms here${times}.`;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : String(value);
}
