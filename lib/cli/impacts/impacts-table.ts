// A step's impacts → a human-readable table of the earliest, its columns, and one sentence that says until when the
// step is free.

import { count } from '../report/page.ts';
import { columnTable, type TextColumn } from '../text-table.ts';
import { type FoundImpacts, type ImpactRecord, recordImpact } from './impact-record.ts';
import type { ImpactCounts } from './impacts-json.ts';

const ROWS = 20;

/** @param byTime the table's rows, the earliest first. @returns its lines; none if there is no impact. */
export function impactsTable(found: FoundImpacts, byTime: Uint32Array): string[] {
  if (byTime.length === 0) return [];
  const shown = byTime.subarray(0, ROWS);
  const table = columnTable(
    IMPACT_COLUMNS,
    Array.from(shown, (row) => recordImpact(found, row)),
  );
  if (shown.length === byTime.length) return [table];
  return [table, `The earliest ${shown.length} of ${count(byTime.length)}; --json or --out has them all.`];
}

/** Decimals shown of an impact's time. */
const DIGITS = 9;

export const IMPACT_COLUMNS: readonly TextColumn<ImpactRecord>[] = [
  { head: 'time', text: ({ low, high }) => (low + (high - low) / 2).toFixed(DIGITS) },
  { head: 'kind', isLeft: true, text: ({ kind }) => kind },
  { head: 'a', text: ({ a }) => String(a) },
  { head: 'b', text: ({ b }) => String(b) },
  { head: 'vertices of a | b', text: verticesText },
  { head: 'point x y z, mm', text: ({ point }) => point.map((x) => Number(x.toPrecision(6))).join(' ') },
];

function verticesText({ kind, vertices }: ImpactRecord): string {
  const own = kind === 'vertex-face' ? 1 : 2;
  return `${vertices.slice(0, own).join(' ')} | ${vertices.slice(own).join(' ')}`;
}

export function impactsVerdict({ impacts, vertexFace, edgeEdge, atStart }: ImpactCounts, freeUntil: number): string {
  if (impacts === 0) return 'No impact: every vertex may go all of its way.';
  const free =
    atStart > 0
      ? `Free at no time: ${count(atStart)} ${atStart === 1 ? 'touches' : 'touch'} at the start`
      : `Free until t = ${freeUntil}`;
  const all = `${count(impacts)} ${impacts === 1 ? 'impact' : 'impacts'}`;
  return `${free}; ${all}: ${count(vertexFace)} of a vertex and a face, ${count(edgeEdge)} of two edges.`;
}
