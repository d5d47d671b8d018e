// The path of a file that `kerf benchmark judge` wrote → the judgement in it, checked.

import { readFile } from 'node:fs/promises';
import { FormatError } from '#core';
import type { BenchmarkJudgement } from '#validation';
import { withFileErrors } from '../exit-code.ts';
import { parsed } from './benchmark-manifest.ts';
import { countColumns } from './judgement-columns.ts';

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
