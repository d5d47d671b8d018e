// A text of rows of numbers → its header, and each row's numbers with its line.

import { PoseError, plainText, withoutBlanks, wordsOf } from '#core';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const LINE_END = /\r\n|\n|\r/;
const NON_FINITE = /^[+-]?(nan|inf(inity)?)$/i;

export interface NumberRow {
  readonly line: number;
  readonly numbers: readonly number[];
}

export interface NumberHeader {
  readonly line: number;
  readonly words: readonly string[];
}

/**
 * Separators are blanks, commas and semicolons, `#` starts a comment, and a first line without a number is a header.
 * @throws PoseError NOT_A_NUMBER, NON_FINITE_POSE, BAD_TOKEN, each naming the file and line.
 */
export function numberRows(text: string, source: string): { header: NumberHeader | null; rows: NumberRow[] } {
  const rows: NumberRow[] = [];
  let header: NumberHeader | null = null;
  let first = true;
  plainText(text, source, PoseError)
    .split(LINE_END)
    .forEach((raw, index) => {
      const content = withoutBlanks(raw.replace(/#.*$/s, ''));
      if (content === '') return;
      const place = `line ${index + 1}`;
      const tokens = fields(content, place, source);
      const isHeader = first && !tokens.some((token) => NUMBER.test(token) || NON_FINITE.test(token));
      first = false;
      if (isHeader) header = { line: index + 1, words: tokens };
      else rows.push({ line: index + 1, numbers: tokens.map((token) => toNumber(token, place, source)) });
    });
  return { header, rows };
}

function fields(content: string, place: string, source: string): string[] {
  const cells = content.split(/[,;]/).map(withoutBlanks);
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells.flatMap((cell, i) => {
    if (cell === '')
      throw new PoseError(
        'NOT_A_NUMBER',
        `${source}, ${place}: field ${i + 1} is empty, expected a number; fill it in.`,
      );
    return wordsOf(cell);
  });
}

function toNumber(token: string, place: string, source: string): number {
  if (NUMBER.test(token)) return finite(Number(token), token, place, source);
  if (NON_FINITE.test(token)) return finite(Number.NaN, token, place, source);
  const shown = token.length > 20 ? `${token.slice(0, 20)}…` : token;
  throw new PoseError('NOT_A_NUMBER', `${source}, ${place}: "${shown}" is not a number; correct that field.`);
}

/** @throws PoseError NON_FINITE_POSE. */
export function finite(value: number, token: string, place: string, source: string): number {
  if (Number.isFinite(value)) return value;
  throw new PoseError('NON_FINITE_POSE', `${source}, ${place}: ${token} is not a finite number; correct that field.`);
}

/**
 * @param wanted names of columns, in lower case; those in `others` are optional.
 * @returns the index of each wanted column. @throws PoseError BAD_HEADER.
 */
export function columnsOf(
  { line, words }: NumberHeader,
  source: string,
  wanted: readonly string[],
  others: readonly string[] = [],
): number[] {
  const names = words.map((word) => word.toLowerCase());
  const all = wanted.join(' ') + (others.length > 0 ? ` and, where they are there, ${others.join(' ')}` : '');
  const refuse = (found: string, next: string): never => {
    throw new PoseError('BAD_HEADER', `${source}, line ${line}: the header ${found}, expected ${all}; ${next}.`);
  };
  names.forEach((name, i) => {
    if (![...wanted, ...others].includes(name))
      refuse(`names a column "${words[i].slice(0, 20)}"`, 'take that column out');
    if (names.indexOf(name) < i) refuse(`names "${words[i]}" twice`, 'name each column once');
  });
  return wanted.map((name) => {
    const column = names.indexOf(name);
    return column >= 0 ? column : refuse(`names no column ${name}`, 'name all of them');
  });
}

/** @throws PoseError BAD_LENGTH. */
export function checkWidth(numbers: readonly number[], { words }: NumberHeader, place: string): void {
  if (numbers.length === words.length) return;
  throw new PoseError(
    'BAD_LENGTH',
    `${place}: found ${numbers.length} numbers, expected ${words.length}, one a column; correct that row.`,
  );
}

/** @throws PoseError BAD_TIME. */
export function checkTime(before: number, time: number, place: string): void {
  if (time >= before) return;
  throw new PoseError(
    'BAD_TIME',
    `${place}: t is ${time} after ${before}, expected times that never fall; sort the rows.`,
  );
}
