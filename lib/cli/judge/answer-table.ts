// Judged answers → what is wrong with each, in words and by how much, and the page's table, wrong answers first.

import type { AnswerJudgement } from '#validation';
import { cellsHtml, count, escapeHtml, htmlTable } from '../report/page.ts';
import { short } from '../validation-report/number-text.ts';
import { normalErrors } from './judge-files.ts';

/** The most rows shown. */
const ROWS = 500;

interface Row {
  readonly answer: AnswerJudgement;
  readonly faults: readonly string[];
}

/** May take several lines, unlike numbers. */
const worded = (text: string) => (text === '' ? '' : `<span class="words">${text}</span>`);

const columns: readonly { readonly head: string; readonly cell: (row: Row) => string }[] = [
  { head: 'exact', cell: ({ answer: { exact } }) => `<span class="state ${exact.state}">${exact.state}</span>` },
  { head: 'what is wrong', cell: ({ faults }) => worded(escapeHtml(faults.join('; '))) },
  { head: 'its verdict', cell: ({ answer: { verdict } }) => verdict?.engine ?? '' },
  { head: 'pairs, of exact', cell: ({ answer: { pairs, exact } }) => pairs === null ? '' : `${count(pairs.engine)} of ${count(exact.pairs)}` }, // biome-ignore format: a line
  { head: 'distance, mm', cell: ({ answer: { distance } }) => (distance === null ? '' : short(distance.engine)) },
  { head: 'exact', cell: ({ answer: { exact } }) => short(exact.distance) },
  { head: 'depth, mm', cell: ({ answer: { depth } }) => (depth === null ? '' : short(depth.engine)) },
  { head: 'as', cell: ({ answer: { depth } }) => worded(depth?.agrees.join(', ') ?? '') },
  { head: 'points out', cell: ({ answer }) => answer.contacts === null ? '' : `${count(pointsOut(answer))} of ${count(answer.contacts.rows.length)}` }, // biome-ignore format: a line
  { head: 'farthest, mm', cell: ({ answer }) => (answer.contacts?.rows.length ? short(farthestOut(answer)) : '') },
  { head: 'normal, °', cell: ({ answer }) => largest(normalErrors(answer)) },
];

export function answerTable(answers: readonly AnswerJudgement[], tolerance: number): string {
  if (answers.length === 0) return '<p>None.</p>';
  const rows = answers.map((answer): Row => ({ answer, faults: faultsOf(answer, tolerance) }));
  const sorted = [...rows].sort((a, b) => b.faults.length - a.faults.length || a.answer.pose - b.answer.pose);
  const shown = sorted.slice(0, ROWS);
  const note = shown.length < rows.length ? ` ${count(shown.length)} of ${count(rows.length)}; judge.csv has them all.` : ''; // biome-ignore format: a line
  // What the results do not have, or nothing was wrong with, has no column.
  const filled = columns
    .map(({ head, cell }) => ({ head, cells: shown.map(cell) }))
    .filter(({ cells }) => cells.some((text) => text !== ''));
  const heads = ['pose', ...filled.map(({ head }) => head)];
  const lines = shown.map((row, n) => {
    const { pose, repetition } = row.answer;
    const number = repetition === 0 ? String(pose) : `${pose}, again`;
    const cells = cellsHtml(filled.map((column) => column.cells[n]));
    return `<tr${row.faults.length > 0 ? ' class="wrong"' : ''}><th scope="row">${number}</th>${cells}</tr>`;
  });
  return `<p class="hint">Those with the most faults first.${note}</p>
${htmlTable(heads, lines, 'answers')}`;
}

function largest(values: readonly number[]): string {
  return values.length === 0 ? '' : values.reduce((most, value) => Math.max(most, value)).toFixed(1);
}

/** Degrees: moving along a normal that is off by more presses the bodies together. */
export const BACKWARDS = 90;

/** The worst fault first. */
function faultsOf(answer: AnswerJudgement, tolerance: number): string[] {
  const { exact, verdict, pairs, distance, contacts, depth, repeats } = answer;
  const faults: string[] = [];
  if (verdict?.finding === 'missed')
    faults.push(exact.state === 'enclosed' ? 'contact missed: one body lies inside the other' : 'contact missed');
  if (verdict?.finding === 'false') faults.push('false contact');
  if (verdict?.finding === 'other') faults.push(`contact of another kind: it is ${exact.state}`);
  if (pairs && pairs.missed > 0) faults.push(`${count(pairs.missed)} of ${count(exact.pairs)} pairs missed`);
  if (pairs && pairs.extra > 0) faults.push(`${count(pairs.extra)} extra pairs`);
  if (distance && Math.abs(distance.error) > tolerance) faults.push(`distance off by ${short(distance.error)} mm`);
  const out = pointsOut(answer);
  if (out > 0) faults.push(`${count(out)} of ${count(contacts?.rows.length ?? 0)} points outside`);
  const reversed = backwards(answer);
  if (reversed > 0) faults.push(`${count(reversed)} normals backwards`);
  if (depthError(answer) > 0) faults.push(`depth ${short(depth?.engine ?? 0)} mm is that of no definition`);
  if (repeats === false) faults.push('not the same as the first answer to this pose');
  return faults;
}

/** The number of normals that point backwards. */
export function backwards(answer: AnswerJudgement): number {
  return normalErrors(answer).filter((error) => error > BACKWARDS).length;
}

export function pointsOut({ contacts }: AnswerJudgement): number {
  return (contacts?.rows ?? []).filter(({ place }) => place === 'out').length;
}

/** mm: the distance of a reported point from the body farther from it, at its greatest; 0 if all lie inside both. */
export function farthestOut({ contacts }: AnswerJudgement): number {
  return (contacts?.rows ?? []).reduce((most, { bone, tool }) => Math.max(most, bone.low, tool.low), 0);
}

/** mm between the engine's depth and the nearest definition; 0 if one agrees or none applies. */
export function depthError({ exact, depth }: AnswerJudgement): number {
  if (depth === null || exact.state === 'separated' || depth.agrees.length > 0) return 0;
  const gaps = Object.values(depth.exact).flatMap((range) =>
    range === null ? [] : [Math.max(0, range.low - depth.engine, depth.engine - range.high)],
  );
  return gaps.length === 0 ? 0 : gaps.reduce((least, gap) => Math.min(least, gap));
}
