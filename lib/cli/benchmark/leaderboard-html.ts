// A leaderboard → one self-contained HTML page without scripts.

import type { BenchmarkJudgement } from '#validation';
import { count, escapeHtml, pageShell } from '../report/page-shell.ts';
import { pageStyle } from '../report/page-style.ts';
import {
  answersOf,
  type CountColumn,
  type Counts,
  countColumns,
  countText,
  isError,
  timeText,
} from './judgement-columns.ts';
import type { Leaderboard, LeaderboardRow } from './leaderboard.ts';
import { leaderboardStyle } from './leaderboard-style.ts';
import { rightText } from './leaderboard-text.ts';

export function leaderboardHtml(board: Leaderboard): string {
  const { version, size, tolerance, rows } = board;
  const { poses, strokes } = rows[0].judgement;
  const title = `Benchmark ${version}, size ${size}`;
  return pageShell({
    title: `kerf: ${title}`,
    style: pageStyle + leaderboardStyle,
    body: `<header>
<p class="brand">kerf · contact of surgical tools and bone</p>
<h1>${escapeHtml(title)}</h1>
<p>${count(poses.poses)} poses and ${count(strokes.strokes)} strokes of a saw and a burr against five bones, with exact answers. ${rows.length === 1 ? 'One engine' : `${rows.length} engines`}. Lengths may be off by ${tolerance} mm, verdicts and pairs by nothing.</p>
</header>
<main>
<section aria-label="Engines">
<h2>Engines</h2>
${engineTable(rows)}
<p class="hint">Sorted by what is right of all that is asked. <span class="wrong">Red</span>: errors. –: not answered, so not judged.</p>
</section>
<section aria-label="Poses by family">
<h2>Errors by family of poses</h2>
${familyTable(rows)}
<p class="hint">Verdicts that are wrong, and poses whose pairs are; of the poses of a family.</p>
</section>
<section aria-label="Times">
<h2>Times of an answer</h2>
${timeTable(rows)}
<p class="hint">With the bodies made ready before. They compare engines that ran on one machine, one after another.</p>
</section>
<section aria-label="Legend">
<h2>What the columns are</h2>
${legend()}
</section>
</main>
<footer><p>right: of verdict and pairs at every pose, every distance whose label is public, and every stroke that is decided, the share that the engine answered right. What it does not answer is not right. Times are in milliseconds, lengths in millimetres. 99 %: 99 of 100 answers took no longer. How the labels are made, and how to enter an engine: datasets/benchmark/README.md.</p></footer>`,
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
