// The text of a results file, JSON Lines or CSV → the engine's answers, checked and in order.

import { FormatError, plainText } from '#core';
import type { EngineAnswer, EngineName, EngineResults, EngineStroke } from './engine-results.ts';
import { ResultsChecks, type ResultsLimits } from './results-checks.ts';
import { jsonLines } from './results-lines.ts';
import { tableRows } from './results-table.ts';

/** Rows as in the file, each with its line. */
export interface ReadRows {
  engine: EngineName | null;
  readonly answers: { readonly line: number; readonly answer: EngineAnswer }[];
  readonly strokes: { readonly line: number; readonly stroke: EngineStroke }[];
}

/**
 * The first character gives the form: `{` begins JSON Lines. Answers out of order and repeated ones are accepted, and
 * reported in `notices`. An unnamed engine takes the source's name.
 * @param source the file's name, for messages.
 * @throws FormatError EMPTY_RESULTS, BAD_TOKEN, UNKNOWN_FORMAT, BAD_HEADER, SECOND_HEADER, WRONG_VERSION, TRUNCATED,
 * NOT_JSON, NOT_A_NUMBER, BAD_LENGTH, WRONG_TYPE, NO_SUCH_POSE, NO_SUCH_STROKE, MISPLACED_ROW, NON_FINITE, NEGATIVE,
 * OUT_OF_RANGE, UNKNOWN_VERDICT, UNKNOWN_STATUS, UNKNOWN_FIELD, UNKNOWN_KIND, NOT_UNIT, ODD_PAIRS,
 * INDEX_OUT_OF_RANGE, each with the file and the line.
 */
export function readResults(text: string, source: string, limits: ResultsLimits): EngineResults {
  const bare = plainText(text, source, FormatError);
  const first = bare.trimStart()[0];
  if (first === '[')
    throw new FormatError(
      'UNKNOWN_FORMAT',
      `${source} begins with [, as one JSON list does; write JSON Lines, one object a line without commas between them.`,
    );
  const lines = bare.split(/\r\n|\n|\r/);
  const checks = new ResultsChecks(source, limits);
  const { engine, answers, strokes } = first === '{' ? jsonLines(lines, checks) : tableRows(lines, checks);
  if (answers.length + strokes.length === 0)
    throw new FormatError(
      'EMPTY_RESULTS',
      `${source} holds no answer to any of the ${limits.poses} poses; give a file with a row a pose.`,
    );
  return {
    engine: engine ?? { name: source },
    answers: answers.map(({ answer }) => answer).sort((a, b) => a.pose - b.pose),
    strokes: strokes.map(({ stroke }) => stroke).sort((a, b) => a.stroke - b.stroke),
    notices: [
      ...orderNotices(
        answers.map(({ line, answer }) => ({ line, number: answer.pose })),
        'pose',
        limits.poses,
      ),
      ...orderNotices(
        strokes.map(({ line, stroke }) => ({ line, number: stroke.stroke })),
        'stroke',
        limits.strokes ?? 0,
      ),
    ],
  };
}

/** Oddities in the numbers of the rows: their order, repetitions, and gaps. */
function orderNotices(rows: readonly { line: number; number: number }[], what: string, count: number): string[] {
  if (rows.length === 0) return [];
  const notices: string[] = [];
  const early = rows.findIndex(({ number }, i) => i > 0 && number < rows[i - 1].number);
  if (early > 0) {
    const { line, number } = rows[early];
    notices.push(
      `The answers are out of order and were sorted: line ${line} is of ${what} ${number}, the row before it of ` +
        `${rows[early - 1].number}.`,
    );
  }
  const counts = new Map<number, number>();
  for (const { number } of rows) counts.set(number, (counts.get(number) ?? 0) + 1);
  const repeated = [...counts].filter(([, times]) => times > 1).sort(([a], [b]) => a - b);
  if (repeated.length > 0) {
    const [number, times] = repeated[0];
    const which = repeated.length === 1 ? `${what} ${number}` : `${repeated.length} ${what}s, the first ${number}`;
    notices.push(`More than one answer is given to ${which} (${times} times): each is compared with the first.`);
  }
  if (counts.size < count) notices.push(`${count - counts.size} of ${count} ${what}s have no answer: not judged.`);
  return notices;
}
