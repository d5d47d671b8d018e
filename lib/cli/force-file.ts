// The text of a force file → times and force components, for `kerf assess --forces`.

import type { ForceSample } from '#assessment';
import { PoseError } from '#core';
import { checkTime, checkWidth, columnsOf, numberRows } from './number-rows.ts';

export const forceFileHelp = `\
Forces: a file of rows under a header that names the columns t fx fy fz, in any order: seconds by the clock of the
path, and the force on the tool, N. As - it is standard input.`;

const COLUMNS = ['t', 'fx', 'fy', 'fz'] as const;

/**
 * Rows as in a path: see pose-file.ts. @returns two or more samples, not all at the same time.
 * @throws PoseError BAD_HEADER, BAD_LENGTH, BAD_TIME, NOT_A_NUMBER, NON_FINITE_POSE, each naming the file.
 */
export function parseForces(text: string, source: string): ForceSample[] {
  const { header, rows } = numberRows(text, source);
  if (header === null)
    throw new PoseError(
      'BAD_HEADER',
      `${source} has no header, expected the names of its columns, ${COLUMNS.join(' ')}; write them in its first line.`,
    );
  const columns = columnsOf(header, source, COLUMNS);
  const samples = rows.map(({ line, numbers }) => {
    checkWidth(numbers, header, `${source}, line ${line}`);
    const [time, ...force] = columns.map((column) => numbers[column]);
    return { time, force };
  });
  rows.forEach(({ line }, n) => {
    if (n > 0) checkTime(samples[n - 1].time, samples[n].time, `${source}, line ${line}`);
  });
  if (samples.length < 2 || samples[0].time === samples[samples.length - 1].time)
    throw new PoseError(
      'BAD_LENGTH',
      `${source} holds ${samples.length} forces that span no time, expected two or more at different times; record more.`,
    );
  return samples;
}
