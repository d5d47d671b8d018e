// A comparison of two runs → text for people.

import Table from 'cli-table3';
import type { FieldPair, PoseDifference, RunComparison, TimePair } from '#validation';

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
  const table = new Table({
    head: [of, 'there', 'here', ''],
    colAligns: ['left', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const { field, first, second } of pairs)
    table.push([field, shown(first), shown(second), Object.is(first, second) ? '' : 'differs']);
  return table.toString();
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
