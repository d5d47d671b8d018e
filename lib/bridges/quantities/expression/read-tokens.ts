// The text of an expression → its tokens, each with its place; refused if any is not of the few that are allowed.
//
// Only these tokens reach mathjs, so that none of its syntax for strings, properties, matrices, ranges, assignments or
// units can be written.

import { OptionError } from '#core';

export interface Token {
  readonly kind: 'number' | 'name' | 'operator' | 'open' | 'close' | 'comma';
  readonly text: string;
  /** Index of its first character. */
  readonly start: number;
}

type Arguments = readonly [least: number, most: number];
/** Functions, with the least and the most number of arguments. */
export const FUNCTIONS: ReadonlyMap<string, Arguments> = new Map<string, Arguments>([
  ...['sqrt', 'abs', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'exp', 'log'].map((name) => [name, [1, 1]] as const),
  ['atan2', [2, 2]],
  ...['min', 'max', 'hypot'].map((name) => [name, [1, 100]] as const),
]);
export const VARIABLES = ['x', 'y', 'z'];
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

const LONGEST_TEXT = 10_000;
/** Derivatives of a product of n factors have n² of them. */
const MOST_TOKENS = 1_000;
/** mathjs's parser calls itself some 20 times per parenthesis. */
const DEEPEST = 64;

const WORDS = [...VARIABLES, ...CONSTANTS.keys(), ...FUNCTIONS.keys()].join(', ');

/** @param start index of the character that is wrong. */
export function expressionError(what: string, start: number, expected: string, next: string): OptionError {
  return new OptionError(
    'BAD_EXPRESSION',
    `expression has ${what} at character ${start + 1}, expected ${expected}; ${next}.`,
  );
}

/** @throws OptionError BAD_EXPRESSION */
export function readTokens(text: string): Token[] {
  if (text.length > LONGEST_TEXT)
    throw new OptionError(
      'BAD_EXPRESSION',
      `expression has ${text.length} characters, expected at most ${LONGEST_TEXT}; shorten it.`,
    );
  const tokens: Token[] = [];
  const pattern =
    /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(?<name>[a-z_]\w*)|(?<operator>[-+*/^])|(?<open>\()|(?<close>\))|(?<comma>,))/iy;
  const end = text.trimEnd().length;
  for (let depth = 0; pattern.lastIndex < end; ) {
    const from = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) throw badCharacter(text, from);
    const [kind, word] = Object.entries(groups).find(([, found]) => found !== undefined) as [Token['kind'], string];
    const token = { kind, text: word, start: pattern.lastIndex - word.length };
    if (tokens.length === MOST_TOKENS)
      throw expressionError('more parts', token.start, `at most ${MOST_TOKENS}`, 'shorten it');
    depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    if (depth > DEEPEST)
      throw expressionError('a parenthesis', token.start, `at most ${DEEPEST} inside each other`, 'simplify it');
    if (depth < 0) throw expressionError('")"', token.start, '"(" before it', 'correct it');
    checkNeighbours(tokens.at(-1), token);
    tokens.push(token);
  }
  const last = tokens.at(-1);
  if (last === undefined) throw expressionError('nothing', 0, 'x, y and z', 'pass one such as "x^2 + y^2 + z^2 - 25"');
  checkNeighbours(last, { kind: 'close', text: 'its end', start: end });
  return tokens;
}

function badCharacter(text: string, from: number): OptionError {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
  return expressionError(JSON.stringify(character), start, 'numbers, names, + - * / ^ ( ) and commas', 'rewrite it');
}

/** @throws OptionError BAD_EXPRESSION: an unknown name, a product without its sign, a function without arguments. */
function checkNeighbours(before: Token | undefined, token: Token): void {
  const isFunction = before?.kind === 'name' && FUNCTIONS.has(before.text);
  if (isFunction && token.kind !== 'open')
    throw expressionError(`"${before.text}"`, before.start, '"(" behind it', 'give its arguments in parentheses');
  const isValue = before !== undefined && !isFunction && ['number', 'name', 'close'].includes(before.kind);
  if (isValue && ['number', 'name', 'open'].includes(token.kind))
    throw expressionError(`"${shorten(token.text)}"`, token.start, 'an operator before it', 'write * for a product');
  const { kind, text, start } = token;
  if (kind === 'name' && !VARIABLES.includes(text) && !CONSTANTS.has(text) && !FUNCTIONS.has(text))
    throw expressionError(`"${shorten(text)}"`, start, `the names ${WORDS}`, 'use these alone');
  if (kind === 'number' && !Number.isFinite(Number(text)))
    throw expressionError(`"${shorten(text)}"`, start, 'a number below 1.8e308', 'write a smaller one');
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
