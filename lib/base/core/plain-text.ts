// The text of a file → its words, and the signs that it is not plain text.
//
// Words are separated by blanks: the bytes 9 to 13 (tab, line ends, form feed) and 32. No other character separates:
// `\s` and `trim` also treat a no-break space as a blank, so "15" with one damaged byte would read as 5.

import type { FormatError, PoseError } from './errors.ts';

const BLANKS = /[\t-\r ]+/;
const DELETE = 127;

export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Whether plain text never contains this character: it is below 32 and not a blank, or it is DEL. */
export function isControl(code: number): boolean {
  return (code < 32 && !isBlank(code)) || code === DELETE;
}

/** The text without blanks at either end. */
export function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** The words of a text; [] if it has none. */
export function wordsOf(text: string): string[] {
  const bare = withoutBlanks(text);
  return bare === '' ? [] : bare.split(BLANKS);
}

/** The offset of the first control character from `start` to `end` − 1; −1 if there is none. */
export function controlCharacter(text: string, start = 0, end = text.length): number {
  for (let at = start; at < end; at++) if (isControl(text.charCodeAt(at))) return at;
  return -1;
}

/** A control character's name in messages: "the control byte 0x03". */
export function controlName(text: string, at: number): string {
  const code = text.charCodeAt(at);
  return `the control byte 0x${code.toString(16).padStart(2, '0')}${code === 0 ? ' (NUL)' : ''}`;
}

/**
 * Whether a text is UTF-16 that was decoded as UTF-8 or as one character per byte: it begins with the UTF-16 byte order
 * mark, or every second one of its first four bytes is NUL.
 */
export function isUtf16(text: string): boolean {
  const marked = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff');
  const head = text.startsWith('\ufffd\ufffd') ? text.slice(2, 6) : text.slice(0, 4);
  const isNul = Array.from(head, (character) => (character === '\0' ? '1' : '0')).join('');
  return marked || isNul === '0101' || isNul === '1010';
}

/**
 * A file's text without the UTF-8 byte order mark.
 * @throws Failure BAD_TOKEN for a control byte, with its line, and for UTF-16 that was read as UTF-8.
 */
export function plainText(text: string, source: string, Failure: typeof FormatError | typeof PoseError): string {
  if (isUtf16(text))
    throw new Failure('BAD_TOKEN', `${source} is text in UTF-16, expected one byte a character; save it as UTF-8.`);
  const at = controlCharacter(text);
  if (at < 0) return text.replace(/^\uFEFF/, '');
  const line = text.slice(0, at).split(/\r\n|\n|\r/).length;
  throw new Failure(
    'BAD_TOKEN',
    `${source}, line ${line}: found ${controlName(text, at)}, expected text; record or copy the file again.`,
  );
}
