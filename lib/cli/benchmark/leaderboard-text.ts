// A leaderboard → Markdown, and JSON.

import { answersOf, countColumns, countText, timeText } from './judgement-columns.ts';
import type { Leaderboard } from './leaderboard.ts';

export function leaderboardMarkdown({ version, size, tolerance, rows }: Leaderboard): string {
  const columns = countColumns.filter(({ head }) => head !== 'judged');
  const heads = [
    ...['engine', 'version', 'answers', 'right'],
    ...columns.map(({ group, head }) => `${group}: ${head}`),
    ...['pose, median ms', 'pose, 99 % ms', 'machine'],
  ];
  const lines = rows.map(({ judgement, right }) => [
    ...[plain(judgement.engine.name), plain(judgement.engine.version ?? '–'), answersOf(judgement), rightText(right)],
    ...columns.map((column) => countText(column, column.value(judgement))),
    timeText(judgement.milliseconds.pose, 'median'),
    timeText(judgement.milliseconds.pose, 'p99'),
    plain(judgement.engine.machine ?? '–'),
  ]);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = row(heads.map((_, i) => (i < 3 || i === heads.length - 1 ? '---' : '--:')));
  return `# kerf benchmark ${plain(version)}, size ${plain(size)}, tolerance ${tolerance} mm

${[row(heads), rule, ...lines.map(row)].join('\n')}

right: of all that is asked, the share that is answered right; what is not answered is not right. –: not answered.
`;
}

export function leaderboardJson({ rows, ...terms }: Leaderboard): string {
  const header = { format: 'kerf-benchmark-leaderboard', formatVersion: 1, ...terms };
  return `${JSON.stringify({ ...header, engines: rows.map(({ right, judgement }) => ({ right, ...judgement })) }, null, 2)}\n`;
}

/** Escapes another tool's text so that Markdown shows it literally in one table cell. */
function plain(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/[\\`*_[\]<>|~&$]/g, '\\$&');
}

/** Rounded down, so that 100 % means all. */
export function rightText(right: number): string {
  return `${(Math.floor(right * 1000) / 10).toFixed(1)} %`;
}
