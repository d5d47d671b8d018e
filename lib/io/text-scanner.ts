// Bytes of a text format → tokens, each with its byte offset.

import { controlCharacter, controlName, FormatError, isBlank, isControl, isUtf16, withoutBlanks } from '#core';

/** The longest string that every current engine can hold. */
const LONGEST_TEXT = 2 ** 29 - 25;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const UTF_8_MARK = [0xef, 0xbb, 0xbf];
const [NEWLINE, RETURN, BLANK] = Array.from('\n\r ', (character) => character.charCodeAt(0));

/**
 * The bytes with a UTF-8 byte order mark at their head, if present, replaced by blanks, so that byte offsets stay true.
 * @throws FormatError UNSUPPORTED for UTF-16.
 */
export function withoutMark(bytes: Uint8Array, source: string): Uint8Array {
  if (isUtf16(new TextDecoder('latin1').decode(bytes.subarray(0, 4))))
    throw new FormatError(
      'UNSUPPORTED',
      `"${source}" is text in UTF-16, expected one byte a character; save it as UTF-8.`,
    );
  if (UTF_8_MARK.some((byte, i) => bytes[i] !== byte)) return bytes;
  return bytes.slice().fill(BLANK, 0, UTF_8_MARK.length);
}

/**
 * One character for each byte, so that an index into the text is a byte offset.
 * @throws FormatError UNSUPPORTED beyond 512 MiB.
 */
export function latin1Text(bytes: Uint8Array, source: string): string {
  if (bytes.length > LONGEST_TEXT)
    throw new FormatError(
      'UNSUPPORTED',
      `"${source}" has ${bytes.length} bytes of text, the limit is ${LONGEST_TEXT}; save it in a binary format.`,
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

/** @throws FormatError BAD_TOKEN if a control byte stands at text[start … end − 1]. */
export function refuseControls(text: string, start: number, end: number, source: string): void {
  const at = controlCharacter(text, start, end);
  if (at < 0) return;
  let after = at;
  while (after < text.length && text.charCodeAt(after) === 0) after++;
  const found =
    after > at && after === text.length
      ? `the text ends with ${after - at} NUL bytes from byte ${at} on, expected none; cut them off, or`
      : `found ${controlName(text, at)} at byte ${at}, expected text;`;
  throw new FormatError('BAD_TOKEN', `"${source}": ${found} fetch or export the file again.`);
}

/**
 * Walks a text token by token. Blanks separate tokens (see core/plain-text.ts). Lines end in LF, CR LF or CR.
 * Every method throws FormatError BAD_TOKEN for a control byte in what it skips.
 */
export class TextScanner {
  /** Byte offset of the token returned last, or of the end of the text if no token was left. */
  tokenOffset = 0;
  readonly text: string;
  /** Byte offset of the next unread character. */
  offset: number;
  readonly #source: string;
  /** Whether the first line ends in CR alone. A LF after a CR may then be the first byte of binary data. */
  readonly #endsInReturn: boolean;

  constructor(text: string, source: string, offset = 0) {
    this.text = text;
    this.#source = source;
    this.offset = offset;
    const end = text.search(/[\r\n]/);
    this.#endsInReturn = text[end] === '\r' && text[end + 1] !== '\n';
  }

  /** The next token, or '' at the end of the text. */
  next(): string {
    const { text } = this;
    let at = this.offset;
    while (at < text.length && isBlank(text.charCodeAt(at))) at++;
    return this.#take(at);
  }

  /** The next token of the current line, or '' at its end. */
  nextInLine(): string {
    const { text } = this;
    let at = this.offset;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (!isBlank(code) || code === NEWLINE || code === RETURN) break;
    }
    return this.#take(at);
  }

  /** The rest of the current line, without blanks around it. The scanner moves to the start of the next line. */
  restOfLine(): string {
    const { text, offset } = this;
    let end = offset;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === NEWLINE || code === RETURN) break;
      if (isControl(code)) refuseControls(text, end, end + 1, this.#source);
    }
    this.tokenOffset = offset;
    const both = !this.#endsInReturn && text.startsWith('\r\n', end);
    this.offset = Math.min(end + (both ? 2 : 1), text.length);
    return withoutBlanks(text.slice(offset, end));
  }

  #take(start: number): string {
    const { text } = this;
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isBlank(code)) break;
      if (isControl(code)) refuseControls(text, at, at + 1, this.#source);
    }
    this.tokenOffset = start;
    this.offset = at;
    return text.slice(start, at);
  }
}
