// A step's impacts → a human-readable table of the earliest.

import Table from 'cli-table3';
import { count } from '../report/page-shell.ts';
import { IMPACT_COLUMNS } from './impact-columns.ts';
import { type FoundImpacts, recordImpact } from './impact-record.ts';

const ROWS = 20;

/** @param byTime the table's rows, the earliest first. @returns '' if there is none. */
export function impactsTable(found: FoundImpacts, byTime: Uint32Array): string {
  if (byTime.length === 0) return '';
  const shown = byTime.subarray(0, ROWS);
  const table = new Table({
    head: IMPACT_COLUMNS.map(({ head }) => head),
    colAligns: IMPACT_COLUMNS.map(({ isLeft }) => (isLeft ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const row of shown) table.push(IMPACT_COLUMNS.map(({ text }) => text(recordImpact(found, row))));
  if (shown.length === byTime.length) return table.toString();
  return `${table.toString()}\nThe earliest ${shown.length} of ${count(byTime.length)}; --json or --out has them all.`;
}
