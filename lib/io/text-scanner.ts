// Bytes of a text format → tokens, each with its byte offset.

import { FormatError } from '../core/index.ts';

/** The longest string that every current engine can hold. */
const LONGEST_TEXT = 2 ** 29 - 25;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NEWLINE = 10;
const SPACE = 32;

/**
 * One character for each byte, so that an index into the text is a byte offset.
 * @throws FormatError UNSUPPORTED beyond 512 MiB.
 */
export function latin1Text(bytes: Uint8Array, source: string): string {
  if (bytes.length > LONGEST_TEXT)
    throw new FormatError(
      'UNSUPPORTED',
      `"${source}" has ${bytes.length} bytes of text, the limit is ${LONGEST_TEXT}; convert it to a binary PLY.`,
    );
  return new TextDecoder('latin1').decode(bytes);
}

/** The number that a decimal token stands for; NaN for any other token, ±Infinity for a number beyond f64. */
export function decimal(token: string): number {
  return DECIMAL.test(token) ? Number(token) : Number.NaN;
}

/** The count that a token stands for: a whole number ≥ 0 that f64 holds exactly; NaN for any other token. */
export function wholeNumber(token: string): number {
  const value = /^\d+$/.test(token) ? Number(token) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** Walks a text token by token. Every byte up to and including 32 separates tokens. */
export class TextScanner {
  /** Byte offset of the token returned last, or of the end of the text if no token was left. */
  tokenOffset = 0;
  readonly text: string;
  /** Byte offset of the next unread character. */
  offset: number;

  constructor(text: string, offset = 0) {
    this.text = text;
    this.offset = offset;
  }

  /** The next token, or '' at the end of the text. */
  next(): string {
    const { text } = this;
    let at = this.offset;
    while (at < text.length && text.charCodeAt(at) <= SPACE) at++;
    return this.#take(at);
  }

  /** The next token of the current line, or '' at its end. */
  nextInLine(): string {
    const { text } = this;
    let at = this.offset;
    while (at < text.length && text.charCodeAt(at) <= SPACE && text.charCodeAt(at) !== NEWLINE) at++;
    return this.#take(at);
  }

  /** What is left of the current line, trimmed. The scanner then stands at the start of the next line. */
  restOfLine(): string {
    let end = this.text.indexOf('\n', this.offset);
    if (end < 0) end = this.text.length;
    const line = this.text.slice(this.offset, end).trim();
    this.tokenOffset = this.offset;
    this.offset = Math.min(end + 1, this.text.length);
    return line;
  }

  #take(start: number): string {
    const { text } = this;
    let at = start;
    while (at < text.length && text.charCodeAt(at) > SPACE) at++;
    this.tokenOffset = start;
    this.offset = at;
    return text.slice(start, at);
  }
}
