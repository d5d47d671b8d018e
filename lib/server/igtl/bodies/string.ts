// STRING: an encoding, a length and that many bytes ↔ a text.

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { encodedText, encodingOf, textBytes } from '../texts.ts';

const LONGEST = 2 ** 16 - 1;

/** @throws FormatError TRUNCATED, BAD_COUNT, BAD_TEXT, BAD_ENCODING. */
export function decodeString(content: Uint8Array): string {
  const reader = new ByteReader(content, 'A STRING body');
  const encoding = reader.u16();
  const bytes = reader.bytes(reader.u16());
  reader.end();
  return encodedText(bytes, encoding, 'A STRING body');
}

/** US-ASCII if that holds the text, otherwise UTF-8. @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeString(text: string): Uint8Array {
  const bytes = textBytes(text, LONGEST, 'A STRING');
  return new ByteWriter(4 + bytes.length).u16(encodingOf(text)).u16(bytes.length).put(bytes).bytes;
}
