// Texts ↔ the bytes that hold them: fields of a fixed width, padded with zeros, and texts of a named encoding.

import { FormatError, OptionError } from '#core';

/** IANA's numbers of the encodings that can be read. */
export const US_ASCII = 3;
export const LATIN_1 = 4;
export const UTF_8 = 106;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('latin1');
const writer = new TextEncoder();

/**
 * The text before the first zero.
 * @param name what an error calls the field. @throws FormatError BAD_TEXT.
 */
export function fieldText(bytes: Uint8Array, name: string): string {
  const end = bytes.indexOf(0);
  return encodedText(end < 0 ? bytes : bytes.subarray(0, end), UTF_8, name);
}

/**
 * Text declared as US-ASCII is read as UTF-8, its superset: 3D Slicer declares every text so.
 * @param name what an error calls the text. @throws FormatError BAD_TEXT, BAD_ENCODING.
 */
export function encodedText(bytes: Uint8Array, encoding: number, name: string): string {
  if (encoding === LATIN_1) return latin1.decode(bytes);
  if (encoding !== UTF_8 && encoding !== US_ASCII)
    throw new FormatError(
      'BAD_ENCODING',
      `${name} has the encoding ${encoding}, expected ${US_ASCII} (US-ASCII), ${LATIN_1} (Latin-1) or ${UTF_8} (UTF-8); send it in one of these.`,
    );
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new FormatError('BAD_TEXT', `${name} holds bytes that are no UTF-8; send it as UTF-8.`, { cause });
  }
}

/** The smallest encoding that holds the text. */
export function encodingOf(text: string): number {
  return /^[\0-\x7f]*$/.test(text) ? US_ASCII : UTF_8;
}

/** The text as UTF-8. @param most bytes. @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function textBytes(text: string, most: number, name: string): Uint8Array {
  if (!isWhole(text))
    throw new OptionError('BAD_TEXT', `${name} holds half of a surrogate pair, expected a whole text; correct it.`);
  const bytes = writer.encode(text);
  if (bytes.length > most)
    throw new OptionError('BAD_LENGTH', `${name} takes ${bytes.length} bytes, at most ${most} fit; shorten it.`);
  return bytes;
}

/** As much of the text as fits a field of that width, in whole characters, up to a zero. */
export function fittingText(text: string, width: number): string {
  let fitting = '';
  let length = 0;
  for (const character of text.split('\0', 1)[0]) {
    length += writer.encode(character).length;
    if (length > width) break;
    fitting += character;
  }
  return fitting;
}

/** As textBytes, for a field in which a zero ends the text. */
export function fieldBytes(text: string, width: number, name: string): Uint8Array {
  if (text.includes('\0'))
    throw new OptionError('BAD_TEXT', `${name} holds a zero, which would end it there; leave that out.`);
  return textBytes(text, width, name);
}

/** TextEncoder would replace half a surrogate pair with another character. */
function isWhole(text: string): boolean {
  return !/[\ud800-\udfff]/u.test(text);
}
