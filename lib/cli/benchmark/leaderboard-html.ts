// A leaderboard → one self-contained HTML page without scripts.

import type { BenchmarkJudgement } from '#validation';
import { count, escapeHtml, htmlPage, section } from '../report/page.ts';
import {
  answersOf,
  type CountColumn,
  type Counts,
  countColumns,
  countText,
  isError,
  timeText,
} from './judgement-columns.ts';
import { type Leaderboard, type LeaderboardRow, rightText } from './leaderboard.ts';

export function leaderboardHtml(board: Leaderboard): string {
  const { version, size, tolerance, rows } = board;
  const { poses, strokes } = rows[0].judgement;
  const title = `Benchmark ${version}, size ${size}`;
  return htmlPage({
    ...{ name: 'kerf', title, style: leaderboardStyle, about: 'contact of surgical tools and bone' },
    verdict: `<p>${count(poses.poses)} poses and ${count(strokes.strokes)} strokes of a saw and a burr against five bones, with exact answers. ${rows.length === 1 ? 'One engine' : `${rows.length} engines`}. Lengths may be off by ${tolerance} mm, verdicts and pairs by nothing.</p>`,
    sections: [
      section(
        'Engines',
        `${engineTable(rows)}
<p class="hint">Sorted by what is right of all that is asked. <span class="wrong">Red</span>: errors. –: not answered, so not judged.</p>`,
      ),
      section(
        'Poses by family',
        `${familyTable(rows)}
<p class="hint">Verdicts that are wrong, and poses whose pairs are; of the poses of a family.</p>`,
        'Errors by family of poses',
      ),
      section(
        'Times',
        `${timeTable(rows)}
<p class="hint">With the bodies made ready before. They compare engines that ran on one machine, one after another.</p>`,
        'Times of an answer',
      ),
      section('Legend', legend(), 'What the columns are'),
    ],
    footer: `<p>right: of verdict and pairs at every pose, every distance whose label is public, and every stroke that is decided, the share that the engine answered right. What it does not answer is not right. Times are in milliseconds, lengths in millimetres. 99 %: 99 of 100 answers took no longer. How the labels are made, and how to enter an engine: datasets/benchmark/README.md.</p>`,
  });
}

function engineTable(rows: readonly LeaderboardRow[]): string {
  const groups = ['verdict', 'pairs', 'distance', 'stroke'] as const;
  const names = { verdict: 'verdicts', pairs: 'pairs of faces', distance: 'distances', stroke: 'strokes' };
  const columnsOf = (group: CountColumn['group']) => countColumns.filter((column) => column.group === group);
  const top = groups
    .map((group) => `<th scope="colgroup" colspan="${columnsOf(group).length}">${names[group]}</th>`)
    .join('');
  const heads = groups.flatMap((group) =>
    columnsOf(group).map(({ head }, i) => `<th scope="col"${i === 0 ? ' class="first"' : ''}>${head}</th>`),
  );
  const body = rows.map(({ judgement, right }) => {
    const cells = groups.flatMap((group) => columnsOf(group).map((column, i) => cell(column, judgement, i === 0)));
    return `<tr>${engineHead(judgement)}<td class="answers">${answersOf(judgement)}</td><td class="right">${rightText(right)}</td>${cells.join('')}</tr>`;
  });
  return `<div class="table"><table><thead>
<tr><th scope="col" rowspan="2">engine</th><th scope="col" rowspan="2" class="answers">answers</th><th scope="col" rowspan="2">right</th>${top}</tr>
<tr>${heads.join('')}</tr>
</thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}

function timeTable(rows: readonly LeaderboardRow[]): string {
  const body = rows.map(({ judgement }) => {
    const { pose, stroke } = judgement.milliseconds;
    const times = [pose, stroke].flatMap((times) => [timeText(times, 'median'), timeText(times, 'p99')]);
    const machine = escapeHtml(judgement.engine.machine ?? 'machine not given');
    return `<tr>${engineHead(judgement)}<td class="answers">${machine}</td>${times.map((time) => `<td>${time}</td>`).join('')}</tr>`;
  });
  return `<div class="table"><table><thead><tr><th scope="col">engine</th><th scope="col" class="answers">machine</th><th scope="col">pose: median, ms</th><th scope="col">99 %, ms</th><th scope="col">stroke: median, ms</th><th scope="col">99 %, ms</th></tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}

function engineHead({ engine: { name, version } }: BenchmarkJudgement): string {
  return `<th scope="row">${escapeHtml(name)}<small>${escapeHtml(version ?? 'version not given')}</small></th>`;
}

function cell(column: CountColumn, counts: Counts, isFirst: boolean): string {
  const value = column.value(counts);
  const classes = [...(isFirst ? ['first'] : []), ...(isError(column, value) ? ['wrong'] : [])];
  return `<td${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}>${countText(column, value)}</td>`;
}

function familyTable(rows: readonly LeaderboardRow[]): string {
  const families = Object.entries(rows[0].judgement.families);
  const heads = families.map(
    ([name, { poses }]) => `<th scope="col">${escapeHtml(name)}<small>${count(poses)}</small></th>`,
  );
  const body = rows.map(({ judgement: { engine, families: own } }) => {
    const cells = families.map(([name]) => (own[name] === undefined ? '<td>–</td>' : familyCell(own[name])));
    return `<tr><th scope="row">${escapeHtml(engine.name)}</th>${cells.join('')}</tr>`;
  });
  return `<div class="table"><table class="families"><thead><tr><th scope="col">engine</th>${heads.join('')}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}

function familyCell({ verdicts, pairs }: BenchmarkJudgement['poses']): string {
  const wrong = verdicts.false + verdicts.missed + verdicts.enclosedMissed + verdicts.other;
  const parts = [
    verdicts.judged === 0 ? '–' : part(wrong, wrong === 1 ? 'verdict' : 'verdicts'),
    ...(pairs.judged === 0 ? [] : [part(pairs.wrong, 'pairs')]),
  ];
  return `<td>${parts.join(' · ')}</td>`;
}

function part(wrong: number, what: string): string {
  return wrong === 0 ? '0' : `<span class="wrong">${count(wrong)} ${what}</span>`;
}

function legend(): string {
  const rows = countColumns.map(({ group, head, says }) => `<dt>${group}: ${head}</dt><dd>${says}</dd>`);
  return `<dl>\n${rows.join('\n')}\n</dl>`;
}

const leaderboardStyle = `
body { max-width: 1560px; }
.table { max-height: none; }
.table th, .table td { padding: 4px 7px; vertical-align: top; font-size: 13px; }
.table thead th { position: static; vertical-align: bottom; white-space: normal; }
.table th[scope="colgroup"] { border-left: 1px solid var(--line); text-align: center; }
.table :is(th, td).first { border-left: 1px solid var(--line); }
.table th[scope="row"] { font-weight: 600; text-align: left; }
.table thead th:first-child, .table .answers { text-align: left; }
.table small { display: block; color: var(--soft); font-size: 12px; font-weight: 400; }
.table .answers { white-space: normal; min-width: 150px; }
.table .right { font-weight: 600; }
.table .families { table-layout: fixed; min-width: 900px; }
.table .families :is(th, td):nth-child(n) { text-align: right; white-space: normal; }
.table .families :is(th, td):first-child { text-align: left; }
.wrong { color: var(--bad-ink); font-weight: 600; }
@media print { .table th, .table td { padding: 2px 4px; white-space: normal; font-size: 7pt; } }
`;
