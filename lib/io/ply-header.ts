// The header of PLY bytes → its encoding, its elements and the start of their data.

import { FormatError, wordsOf } from '#core';
import { latin1Text, TextScanner, wholeNumber } from './text-scanner.ts';

export type PlyScalar = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export const PLY_SCALAR_BYTES: Readonly<Record<PlyScalar, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

export interface PlyProperty {
  readonly name: string;
  /** The type of the value, or of each item of a list. */
  readonly type: PlyScalar;
  /** The type of a list's length; undefined for a single value. */
  readonly countType?: PlyScalar;
}
export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}
export interface PlyHeader {
  readonly encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Byte offset of the first element. */
  readonly bodyOffset: number;
}

const OLD_NAMES: Readonly<Record<string, PlyScalar>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
};
const ENCODINGS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
const LONGEST_HEADER = 2 ** 20;

/**
 * The format follows G. Turk, "The PLY polygon file format", 1994. Lines end in LF, CR LF or CR.
 * @throws FormatError BAD_HEADER, BAD_COUNT (a count that is not a whole number), TRUNCATED (no end_header).
 */
export function readPlyHeader(bytes: Uint8Array, source: string): PlyHeader {
  const scanner = new TextScanner(latin1Text(bytes.subarray(0, LONGEST_HEADER), source), source);
  const fail = (code: string, found: string, expected: string): FormatError =>
    new FormatError(
      code,
      `"${source}": the PLY header at byte ${scanner.tokenOffset} has "${found.slice(0, 60)}", expected ${expected}; export the file again.`,
    );
  if (bytes.length === 0) throw fail('TRUNCATED', '', 'the line "ply"');
  const head = scanner.text.slice(0, 80).split(/[\r\n]/)[0];
  if (!/^[\t-\r ]*ply/.test(head) || scanner.restOfLine() !== 'ply') throw fail('BAD_HEADER', head, 'the line "ply"');
  let encoding: PlyHeader['encoding'] | undefined;
  const elements: PlyElement[] = [];
  for (;;) {
    if (scanner.offset >= scanner.text.length) throw fail('TRUNCATED', '', 'a line "end_header"');
    const line = scanner.restOfLine();
    const words = wordsOf(line);
    if (line === 'end_header') break;
    if (line === '' || words[0] === 'comment' || words[0] === 'obj_info') continue;
    if (words[0] === 'format') {
      encoding = ENCODINGS.find((candidate) => candidate === words[1]);
      if (encoding === undefined || words[2] !== '1.0' || words.length > 3)
        throw fail('BAD_HEADER', line, `format ${ENCODINGS.join(' | ')} 1.0`);
    } else if (words[0] === 'element') {
      const count = words.length === 3 ? wholeNumber(words[2]) : Number.NaN;
      if (Number.isNaN(count)) throw fail('BAD_COUNT', line, 'element NAME COUNT');
      if (elements.some((element) => element.name === words[1])) throw fail('BAD_HEADER', line, 'each element once');
      elements.push({ name: words[1], count, properties: [] });
    } else if (words[0] === 'property') {
      const property = parseProperty(words);
      if (property === undefined || elements.length === 0)
        throw fail('BAD_HEADER', line, 'property TYPE NAME or property list TYPE TYPE NAME after an element');
      elements[elements.length - 1].properties.push(property);
    } else throw fail('BAD_HEADER', line, 'format, element, property, comment, obj_info or end_header');
  }
  if (encoding === undefined) throw fail('BAD_HEADER', 'end_header', 'a format line before it');
  return { encoding, elements, bodyOffset: scanner.offset };
}

function parseProperty(words: readonly string[]): PlyProperty | undefined {
  if (words[1] === 'list') {
    const [countType, type] = [scalarType(words[2]), scalarType(words[3])];
    const wholeCount = countType !== undefined && !countType.startsWith('float');
    return words.length === 5 && wholeCount && type !== undefined ? { name: words[4], type, countType } : undefined;
  }
  const type = scalarType(words[1]);
  return words.length === 3 && type !== undefined ? { name: words[2], type } : undefined;
}

function scalarType(word: string): PlyScalar | undefined {
  if (Object.hasOwn(PLY_SCALAR_BYTES, word)) return word as PlyScalar;
  return Object.hasOwn(OLD_NAMES, word) ? OLD_NAMES[word] : undefined;
}
