// CAPABILITY: the types that a receiver reads ↔ names in fields as wide as the header's.

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { TYPE_WIDTH } from '../header.ts';
import { recordCount } from './record-count.ts';

/** @throws FormatError BAD_COUNT, BAD_TEXT. */
export function decodeCapability(content: Uint8Array): string[] {
  const name = 'A CAPABILITY body';
  const reader = new ByteReader(content, name);
  return Array.from({ length: recordCount(content, TYPE_WIDTH, name) }, () => reader.text(TYPE_WIDTH, 'type'));
}

/** @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeCapability(types: readonly string[]): Uint8Array {
  const writer = new ByteWriter(TYPE_WIDTH * types.length);
  for (const type of types) writer.text(type, TYPE_WIDTH, 'A type of a CAPABILITY');
  return writer.bytes;
}
