// A message's pairs of key and value ↔ the two sections that hold them at the end of a body of version 2.

import { FormatError } from '#core';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { encodedText, encodingOf, textBytes, UTF_8 } from './texts.ts';

export interface MetadataEntry {
  readonly key: string;
  /** IANA's number. */
  readonly encoding: number;
  /** As it came: a value that is never used need not be readable text. */
  readonly value: Uint8Array;
}

const NAME = 'The metadata of a message';
const COUNT_SIZE = 2;
const ENTRY_SIZE = 8;
const LONGEST_KEY = 2 ** 16 - 1;

export function metadataEntry(key: string, text: string): MetadataEntry {
  return { key, encoding: encodingOf(text), value: textBytes(text, LONGEST_KEY, `The value of ${key}`) };
}

/** @throws FormatError BAD_TEXT, BAD_ENCODING. */
export function metadataText({ key, encoding, value }: MetadataEntry): string {
  return encodedText(value, encoding, `The value of ${key} in the metadata of a message`);
}

/**
 * @param index a count, then the sizes and the encoding of each pair; empty if there is no metadata.
 * @param pairs keys and values. @throws FormatError TRUNCATED, BAD_COUNT, BAD_TEXT.
 */
export function decodeMetadata(index: Uint8Array, pairs: Uint8Array): MetadataEntry[] {
  const sizes = new ByteReader(index, NAME);
  const texts = new ByteReader(pairs, NAME);
  const count = index.length === 0 ? 0 : sizes.u16();
  if (sizes.left !== count * ENTRY_SIZE)
    throw new FormatError(
      'BAD_COUNT',
      `${NAME} announces ${count} pairs and has ${sizes.left} bytes for their sizes, expected ${count * ENTRY_SIZE}; check the sender.`,
    );
  const entries = Array.from({ length: count }, () => {
    const keySize = sizes.u16();
    const encoding = sizes.u16();
    const valueSize = sizes.u32();
    const key = encodedText(texts.bytes(keySize), UTF_8, 'A key of the metadata of a message');
    return { key, encoding, value: texts.bytes(valueSize).slice() };
  });
  texts.end();
  return entries;
}

/** The two sections, see decodeMetadata. */
export function encodeMetadata(entries: readonly MetadataEntry[]): { index: Uint8Array; pairs: Uint8Array } {
  const keys = entries.map(({ key }) => textBytes(key, LONGEST_KEY, 'A key of the metadata'));
  const index = new ByteWriter(COUNT_SIZE + ENTRY_SIZE * entries.length).u16(entries.length);
  const length = entries.reduce((sum, { value }, i) => sum + keys[i].length + value.length, 0);
  const pairs = new ByteWriter(length);
  entries.forEach(({ encoding, value }, i) => {
    index.u16(keys[i].length).u16(encoding).u32(value.length);
    pairs.put(keys[i]).put(value);
  });
  return { index: index.bytes, pairs: pairs.bytes };
}
