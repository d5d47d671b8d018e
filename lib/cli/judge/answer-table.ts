// Judged answers → the page's table, wrong answers first.

import type { AnswerJudgement } from '#validation';
import { count, escapeHtml } from '../report/page-shell.ts';
import { short } from '../validation-report/number-text.ts';
import { farthestOut, faultsOf, pointsOut } from './answer-faults.ts';
import { normalErrors } from './judge-csv.ts';

/** The most rows shown. */
const ROWS = 500;

interface Row {
  readonly answer: AnswerJudgement;
  readonly faults: readonly string[];
}

const columns: readonly { readonly head: string; readonly cell: (row: Row) => string }[] = [
  { head: 'exact', cell: ({ answer: { exact } }) => `<span class="state ${exact.state}">${exact.state}</span>` },
  { head: 'what is wrong', cell: ({ faults }) => escapeHtml(faults.join('; ')) },
  { head: 'its verdict', cell: ({ answer: { verdict } }) => verdict?.engine ?? '' },
  { head: 'pairs, of exact', cell: ({ answer: { pairs, exact } }) => pairs === null ? '' : `${count(pairs.engine)} of ${count(exact.pairs)}` }, // biome-ignore format: a line
  { head: 'distance, mm', cell: ({ answer: { distance } }) => (distance === null ? '' : short(distance.engine)) },
  { head: 'exact', cell: ({ answer: { exact } }) => short(exact.distance) },
  { head: 'depth, mm', cell: ({ answer: { depth } }) => (depth === null ? '' : short(depth.engine)) },
  { head: 'as', cell: ({ answer: { depth } }) => depth?.agrees.join(', ') ?? '' },
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
  const heads = ['pose', ...columns.map(({ head }) => head)].map((head) => `<th scope="col">${head}</th>`).join('');
  const lines = shown.map((row) => {
    const { pose, repetition } = row.answer;
    const number = repetition === 0 ? String(pose) : `${pose}, again`;
    const cells = columns.map(({ cell }) => `<td>${cell(row)}</td>`).join('');
    return `<tr${row.faults.length > 0 ? ' class="wrong"' : ''}><th scope="row">${number}</th>${cells}</tr>`;
  });
  return `<p class="hint">Those with the most faults first.${note}</p>
<div class="table"><table class="answers"><thead><tr>${heads}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div>`;
}

function largest(values: readonly number[]): string {
  return values.length === 0 ? '' : values.reduce((most, value) => Math.max(most, value)).toFixed(1);
}
