// The text of a pose or path file → checked 4×4 poses, with the line that each came from.

import { checkPose, PoseError } from '../core/index.ts';

/** Poses as read: tool frame → bone frame, column-major, mm. */
export interface PoseList {
  readonly count: number;
  /** 16 numbers a pose. */
  readonly matrices: Float64Array;
  /** Where pose i stands in the file, for messages: "line 7", "element 3". */
  readonly places: readonly string[];
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const NON_FINITE = /^[+-]?(nan|inf(inity)?)$/i;

/**
 * One pose: 16 numbers column-major, over as many lines as the writer likes, or a JSON array of 16.
 * Separators are blanks, commas and semicolons; `#` starts a comment; one header line is passed over.
 * @throws PoseError BAD_LENGTH, NOT_A_NUMBER, NON_FINITE_POSE, NOT_RIGID, each naming file and line.
 */
export function parsePose(text: string, source: string): PoseList {
  if (isJson(text)) {
    const list = parseJson(text, source);
    if (list.count !== 1)
      throw new PoseError('BAD_LENGTH', `${source} holds ${list.count} poses, expected 1; give it as --path instead.`);
    return list;
  }
  const rows = parseRows(text, source);
  const numbers = rows.flatMap((row) => row.numbers);
  if (numbers.length !== 16) {
    const last = rows.at(-1);
    const next =
      numbers.length > 16 && numbers.length % 16 === 0
        ? 'give a file of several poses as --path instead'
        : 'write one 4×4 matrix, column by column';
    throw new PoseError(
      'BAD_LENGTH',
      `${source}${last ? `, line ${last.line}` : ''}: found ${numbers.length} numbers, expected 16; ${next}.`,
    );
  }
  return checked({ count: 1, matrices: Float64Array.from(numbers), places: [`line ${rows[0].line}`] }, source);
}

/**
 * A path: one pose of 16 numbers a row, or a JSON array of such arrays. Separators, comments and header as for a pose.
 * @throws PoseError BAD_LENGTH (a ragged row, no row), NOT_A_NUMBER, NON_FINITE_POSE, NOT_RIGID, each naming file and line.
 */
export function parsePath(text: string, source: string): PoseList {
  if (isJson(text)) return parseJson(text, source);
  const rows = parseRows(text, source);
  if (rows.length === 0)
    throw new PoseError(
      'BAD_LENGTH',
      `${source} holds no pose, expected at least one row of 16 numbers; fill the file.`,
    );
  const matrices = new Float64Array(16 * rows.length);
  rows.forEach((row, i) => {
    checkCount(row.numbers.length, `line ${row.line}`, source);
    matrices.set(row.numbers, 16 * i);
  });
  return checked({ count: rows.length, matrices, places: rows.map((row) => `line ${row.line}`) }, source);
}

interface Row {
  readonly line: number;
  readonly numbers: number[];
}

function parseRows(text: string, source: string): Row[] {
  const rows: Row[] = [];
  let first = true;
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((raw, index) => {
      const content = raw.replace(/#.*$/, '').trim();
      if (content === '') return;
      const place = `line ${index + 1}`;
      const tokens = fields(content, place, source);
      const header = first && !tokens.some((token) => NUMBER.test(token) || NON_FINITE.test(token));
      first = false;
      if (header) return;
      rows.push({ line: index + 1, numbers: tokens.map((token) => toNumber(token, place, source)) });
    });
  return rows;
}

function fields(content: string, place: string, source: string): string[] {
  const cells = content.split(/[,;]/).map((cell) => cell.trim());
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells.flatMap((cell, i) => {
    if (cell === '')
      throw new PoseError(
        'NOT_A_NUMBER',
        `${source}, ${place}: field ${i + 1} is empty, expected a number; fill it in.`,
      );
    return cell.split(/\s+/);
  });
}

function toNumber(token: string, place: string, source: string): number {
  if (NUMBER.test(token)) return finite(Number(token), token, place, source);
  if (NON_FINITE.test(token)) return finite(Number.NaN, token, place, source);
  const shown = token.length > 20 ? `${token.slice(0, 20)}…` : token;
  throw new PoseError('NOT_A_NUMBER', `${source}, ${place}: "${shown}" is not a number; correct that field.`);
}

function finite(value: number, token: string, place: string, source: string): number {
  if (Number.isFinite(value)) return value;
  throw new PoseError('NON_FINITE_POSE', `${source}, ${place}: ${token} is not a finite number; correct that field.`);
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

function parseJson(text: string, source: string): PoseList {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new PoseError(
      'NOT_A_NUMBER',
      `${source} starts like JSON but is not (${(error as Error).message}); repair it.`,
    );
  }
  if (!Array.isArray(value))
    throw new PoseError(
      'BAD_LENGTH',
      `${source} is JSON but no array; write an array of 16 numbers, or an array of such arrays.`,
    );
  const rows: unknown[] = value.length > 0 && value.every((row) => Array.isArray(row)) ? value : [value];
  const matrices = new Float64Array(16 * rows.length);
  const places = rows.map((row, i) => {
    const place = `element ${i}`;
    const numbers = row as unknown[];
    checkCount(numbers.length, place, source);
    numbers.forEach((entry, k) => {
      if (typeof entry !== 'number')
        throw new PoseError(
          'NOT_A_NUMBER',
          `${source}, ${place}: entry ${k} is ${JSON.stringify(entry)}, expected a number; correct it.`,
        );
      matrices[16 * i + k] = finite(entry, String(entry), place, source);
    });
    return place;
  });
  return checked({ count: rows.length, matrices, places }, source);
}

function checkCount(found: number, place: string, source: string): void {
  if (found !== 16)
    throw new PoseError(
      'BAD_LENGTH',
      `${source}, ${place}: found ${found} numbers, expected 16; write one 4×4 matrix a row, column by column.`,
    );
}

/** The whole path is checked before the first pose is answered. */
function checked(list: PoseList, source: string): PoseList {
  for (let pose = 0; pose < list.count; pose++) {
    try {
      checkPose(list.matrices.subarray(16 * pose, 16 * pose + 16));
    } catch (error) {
      if (!(error instanceof PoseError)) throw error;
      throw new PoseError(error.code, `${source}, ${list.places[pose]}: ${error.message}`, { cause: error });
    }
  }
  return list;
}
