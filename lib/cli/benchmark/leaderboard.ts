// Judgements of engines on one benchmark, read from their files → the leaderboard, sorted by how much is answered
// right; and its Markdown and JSON.

import { readFile } from 'node:fs/promises';
import { FormatError, KerfError } from '#core';
import type { BenchmarkJudgement } from '#validation';
import { withFileErrors } from '../exit-code.ts';
import { parsed } from './benchmark-manifest.ts';
import { answersOf, countColumns, countText, timeText } from './judgement-columns.ts';

export interface LeaderboardRow {
  readonly judgement: BenchmarkJudgement;
  /** The share of all that the benchmark asks, from 0 to 1: `rightShare`. */
  readonly right: number;
}

export interface Leaderboard {
  readonly version: string;
  readonly size: string;
  readonly tolerance: number;
  /** Sorted by the share answered right, then by the median time of a pose, then by name. */
  readonly rows: readonly LeaderboardRow[];
}

/**
 * @param judgements at least one, each with its source.
 * @throws KerfError MIXED_BENCHMARKS if they differ in version, size or tolerance.
 */
export function leaderboardOf(
  judgements: readonly { readonly source: string; readonly judgement: BenchmarkJudgement }[],
  rightShare: (judgement: BenchmarkJudgement) => number,
): Leaderboard {
  const [{ source, judgement: first }, ...rest] = judgements;
  for (const { source: other, judgement } of rest)
    if (termsOf(judgement) !== termsOf(first))
      throw new KerfError(
        'MIXED_BENCHMARKS',
        `${source} is of ${termsOf(first)}, ${other} of ${termsOf(judgement)}, and a table compares one benchmark; judge them alike.`,
      );
  const rows = judgements.map(({ judgement }) => ({ judgement, right: rightShare(judgement) }));
  const time = ({ judgement }: LeaderboardRow) => judgement.milliseconds.pose?.median ?? Infinity;
  rows.sort((a, b) => b.right - a.right || compared(time(a), time(b)) || compared(nameOf(a), nameOf(b)));
  return { version: first.benchmark.version, size: first.benchmark.size, tolerance: first.tolerance, rows };
}

function termsOf({ benchmark: { version, size }, tolerance }: BenchmarkJudgement): string {
  return `version ${version}, size ${size}, tolerance ${tolerance} mm`;
}

function nameOf({ judgement: { engine } }: LeaderboardRow): string {
  return `${engine.name} ${engine.version ?? ''}`;
}

function compared<Key extends number | string>(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @throws FormatError NOT_A_JUDGEMENT; FileAccessError. */
export async function readJudgement(file: string): Promise<BenchmarkJudgement> {
  const judgement = parsed(await withFileErrors('read', file, () => readFile(file, 'utf8')));
  if (isJudgement(judgement)) return judgement;
  throw new FormatError(
    'NOT_A_JUDGEMENT',
    `${file} is no judgement of a benchmark, expected one that kerf benchmark judge wrote; judge the results first.`,
  );
}

/** Whether all that a table shows is there: names are texts, counts and times are numbers. */
function isJudgement(value: unknown): value is BenchmarkJudgement {
  const { format, formatVersion, benchmark, engine, tolerance, ...counted } = (value ?? {}) as BenchmarkJudgement;
  const isText = (text: unknown) => typeof text === 'string';
  const { poses, strokes, families, kinds, milliseconds } = counted;
  return (
    format === 'kerf-benchmark-judgement' &&
    formatVersion === 1 &&
    [benchmark?.version, benchmark?.size, engine?.name].every(isText) &&
    [engine.version, engine.machine].every((text) => text === undefined || isText(text)) &&
    Number.isFinite(tolerance) &&
    [poses, ...Object.values(families ?? {})].every((tally) => isTally({ poses: tally })) &&
    [strokes, ...Object.values(kinds ?? {})].every((tally) => isTally({ strokes: tally })) &&
    [milliseconds?.pose, milliseconds?.stroke].every(
      (times) => times === null || [times?.median, times?.p99].every(Number.isFinite),
    )
  );
}

function isTally(counts: Partial<Pick<BenchmarkJudgement, 'poses' | 'strokes'>>): boolean {
  const { poses, strokes } = counts;
  const parts = poses === undefined ? [strokes] : [poses, poses?.verdicts, poses?.pairs, poses?.distances];
  const isCounted = (part: object | null | undefined) =>
    Object.values(part ?? { none: null }).every((held) => typeof held === 'object' || Number.isFinite(held));
  return (
    parts.every((part) => typeof part === 'object' && isCounted(part)) &&
    countColumns.every((column) => column.value(counts) !== undefined)
  );
}

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
