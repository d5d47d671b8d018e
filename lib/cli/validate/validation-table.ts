// A summary → tables for people.

import Table from 'cli-table3';
import type { Tally, ValidationSummary } from '#validation';
import { short } from '../validation-report/number-text.ts';

export function validationTable(summary: ValidationSummary): string {
  return [guarantees(summary), figures(summary)].join('\n');
}

function guarantees(summary: ValidationSummary): string {
  const { poses, pairs, complete, sound, local, certified, distance } = summary;
  const table = new Table({
    head: ['guarantee', 'cases', 'judged', 'broken', 'undecided'],
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  const row = (name: string, cases: string, { judged, broken, undecided }: Tally) =>
    table.push([name, cases, ...[judged, broken, undecided].map(count)]);
  const decided = (judged: number, broken: number): Tally => ({ judged, broken, undecided: 0 });
  row('G1 complete', 'sampled points of both surfaces', complete);
  row('G2 sound', 'sampled contacts', sound);
  row('G3 local', 'contacts', local);
  row('G4 certified', 'sampled contacts', certified);
  row('G4 distance at its point', 'contacts', distance);
  row('G5 state', 'poses', decided(poses, summary.wrongStates));
  row('G5 pairs missed', 'intersecting face pairs', decided(pairs.exact, pairs.missed));
  row('G5 pairs extra', 'face pairs reported', decided(pairs.kerf, pairs.extra));
  row('G6 stable', 'poses', decided(poses, summary.unstable));
  return table.toString();
}

function figures(summary: ValidationSummary): string {
  const { states, decided, complete, error, width, region } = summary;
  const { reportedToExact, exactToReported } = region;
  const farthest = `from ${millimetres(reportedToExact.low)} to ${millimetres(reportedToExact.high)}`;
  const table = new Table({ style: { head: [], border: [], compact: true } });
  table.push(
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
  );
  return table.toString();
}

function stateCounts(states: ValidationSummary['states']): string {
  return Object.entries(states)
    .filter(([, poses]) => poses > 0)
    .map(([state, poses]) => `${count(poses)} ${state}`)
    .join(', ');
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** null means that there is no bound. */
function millimetres(value: number | null): string {
  return value === null ? 'unbounded' : `${short(value)} mm`;
}
