// Named numbers and named typed arrays ↔ one run of bytes that identifies itself and reveals damage.
//
//   byte  0  magic: 89 k e r f 0D 0A 1A (a transfer as text breaks it)
//         8  u32  format version
//        12  u32  0x01020304 if the reader has the writer's byte order
//        16  f64  length of the whole, bytes
//        24  u32  checksum of all that follows
//        28  u32  length of the directory, bytes
//        32  the directory: JSON, blanks up to a multiple of 8: names of the numbers, names, types and lengths of the
//            arrays
//            the numbers, f64; the arrays, each from a multiple of 8 on

import { FormatError } from '#core';
import { checksum } from './checksum.ts';

const ARRAYS = { u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;
interface Arrays {
  u16: Uint16Array;
  u32: Uint32Array;
  f32: Float32Array;
  f64: Float64Array;
}
type ElementType = keyof Arrays;

export interface PackedWords {
  readonly noun: string;
  readonly again: string;
  readonly writer: string;
}
const INDEX_WORDS: PackedWords = { noun: 'Index', again: 'build it anew', writer: 'saveIndex or kerf index' };

/** What a file of one format version holds. */
export interface PackedSchema {
  /** The name of the bytes in errors, the remedy for damaged ones, and their writer. Default: an index's. */
  readonly words?: PackedWords;
  readonly numbers: readonly string[];
  readonly arrays: Readonly<Record<string, ElementType>>;
}
export interface PackedContents<S extends PackedSchema> {
  readonly numbers: Readonly<Record<S['numbers'][number], number>>;
  readonly arrays: { readonly [K in keyof S['arrays']]: Arrays[S['arrays'][K]] };
}

const MAGIC = Uint8Array.of(0x89, 0x6b, 0x65, 0x72, 0x66, 0x0d, 0x0a, 0x1a);
const BYTE_ORDER = 0x01020304;
const HEADER = 32;
const CHECKED_FROM = 28;
const SEED = 0;

const padded = (length: number): number => 8 * Math.ceil(length / 8);

export function packArrays<S extends PackedSchema>(
  schema: S,
  version: number,
  { numbers, arrays }: PackedContents<S>,
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(schema.arrays);
  const directory = new TextEncoder().encode(
    directoryText(
      schema,
      names.map((name) => arrays[name].length),
    ),
  );
  const parts = [directory, Float64Array.from(schema.numbers, (name) => numbers[name as S['numbers'][number]])];
  const all = [...parts, ...names.map((name) => arrays[name])];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + padded(part.byteLength), HEADER));
  bytes.set(MAGIC);
  const words = new Uint32Array(bytes.buffer, 0, HEADER / 4);
  words[2] = version;
  words[3] = BYTE_ORDER;
  new Float64Array(bytes.buffer, 16, 1)[0] = bytes.length;
  words[7] = directory.length;
  let at = HEADER;
  for (const part of all) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += padded(part.byteLength);
  }
  words[6] = checksum(bytes.subarray(CHECKED_FROM), SEED);
  return bytes;
}

/**
 * Copies numbers and arrays out of bytes that `packArrays` wrote. It checks the checksum and the arrays' lengths; the
 * caller checks the meaning of the numbers.
 * @param source the name of the bytes in messages.
 * @throws FormatError UNKNOWN_FORMAT, UNKNOWN_VERSION, BYTE_ORDER, TRUNCATED, DAMAGED_INDEX.
 */
export function unpackArrays<S extends PackedSchema>(
  bytes: Uint8Array,
  schema: S,
  version: number,
  source: string,
): PackedContents<S> {
  const words = schema.words ?? INDEX_WORDS;
  checkHeader(bytes, version, source, words);
  const directoryLength = valuesAt(bytes, CHECKED_FROM, 1, 'u32')[0];
  if (directoryLength % 8 !== 0 || directoryLength > bytes.length - HEADER)
    throw damagedIndex(
      source,
      `has a directory of ${directoryLength} bytes, expected a multiple of 8 within the file`,
      words,
    );
  const text = new TextDecoder().decode(bytes.subarray(HEADER, HEADER + directoryLength));
  const names = Object.keys(schema.arrays);
  const lengths = lengthsIn(text);
  if (text !== directoryText(schema, lengths))
    throw damagedIndex(
      source,
      `has another directory than version ${version}, expected ${schema.numbers}, ${names}`,
      words,
    );
  let at = HEADER + directoryLength;
  const take = (length: number, type: ElementType) => {
    const size = length * ARRAYS[type].BYTES_PER_ELEMENT;
    if (size > bytes.length - at)
      throw damagedIndex(
        source,
        `lists an array of ${size} bytes, expected at most the ${bytes.length - at} left`,
        words,
      );
    const values = valuesAt(bytes, at, length, type);
    at += padded(size);
    return values;
  };
  const values = take(schema.numbers.length, 'f64');
  const numbers = Object.fromEntries(schema.numbers.map((name, i) => [name, values[i]]));
  const arrays = Object.fromEntries(names.map((name, i) => [name, take(lengths[i], schema.arrays[name])]));
  if (at !== bytes.length) throw damagedIndex(source, `lists arrays up to byte ${at}, expected ${bytes.length}`, words);
  return { numbers, arrays } as PackedContents<S>;
}

/** @param fault what was found and what was expected, the middle of the sentence. */
export function damagedIndex(source: string, fault: string, { noun, again } = INDEX_WORDS): FormatError {
  return new FormatError('DAMAGED_INDEX', `${noun} "${source}" ${fault}; it was damaged, ${again}.`);
}

function checkHeader(bytes: Uint8Array, version: number, source: string, words: PackedWords): void {
  const { noun, again, writer } = words;
  for (let i = 0; i < Math.min(bytes.length, MAGIC.length); i++)
    if (bytes[i] !== MAGIC[i])
      throw new FormatError(
        'UNKNOWN_FORMAT',
        `${noun} "${source}" begins with byte ${bytes[i]} at ${i}, expected ${MAGIC[i]}; give a file that ${writer} wrote.`,
      );
  if (bytes.length < HEADER) throw truncated(source, bytes.length, `a header of ${HEADER}`, words);
  const [, , theirVersion, byteOrder, , , theirChecksum] = valuesAt(bytes, 0, HEADER / 4, 'u32');
  if (byteOrder !== BYTE_ORDER)
    throw new FormatError(
      'BYTE_ORDER',
      `${noun} "${source}" has the byte order mark ${hex(byteOrder)}, expected ${hex(BYTE_ORDER)}; use a file from a machine with this one's byte order.`,
    );
  if (theirVersion !== version)
    throw new FormatError(
      'UNKNOWN_VERSION',
      `${noun} "${source}" is of format version ${theirVersion}, expected ${version}; ${again} with this version of kerf.`,
    );
  const length = valuesAt(bytes, 16, 1, 'f64')[0];
  if (bytes.length < length) throw truncated(source, bytes.length, `${length}`, words);
  if (bytes.length !== length) throw damagedIndex(source, `has ${bytes.length} bytes, expected ${length}`, words);
  const found = checksum(bytes.subarray(CHECKED_FROM), SEED);
  if (found !== theirChecksum)
    throw damagedIndex(source, `has the checksum ${hex(found)}, expected ${hex(theirChecksum)}`, words);
}

function truncated(source: string, length: number, expected: string, { noun, again }: PackedWords): FormatError {
  return new FormatError(
    'TRUNCATED',
    `${noun} "${source}" ends after ${length} bytes, expected ${expected}; copy it once more, or ${again}.`,
  );
}

function directoryText({ numbers, arrays }: PackedSchema, lengths: readonly number[]): string {
  const rows = Object.entries(arrays).map(([name, type], i) => [name, type, lengths[i]]);
  const text = JSON.stringify({ numbers, arrays: rows });
  return text.padEnd(padded(text.length));
}

/** The lengths of a directory's arrays; anything else in the directory is ignored. */
function lengthsIn(text: string): number[] {
  return Array.from(text.matchAll(/,(\d{1,15})\]/g), ([, digits]) => Number(digits));
}

/** A copy, so that its offset in the bytes need not be a multiple of its elements' size. */
function valuesAt<T extends ElementType>(bytes: Uint8Array, at: number, length: number, type: T): Arrays[T] {
  const Values = ARRAYS[type];
  const copy = new Uint8Array(bytes.subarray(at, at + length * Values.BYTES_PER_ELEMENT));
  return new Values(copy.buffer) as Arrays[T];
}

function hex(word: number): string {
  return `0x${word.toString(16).padStart(8, '0')}`;
}
