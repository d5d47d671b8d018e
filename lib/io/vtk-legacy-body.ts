// A legacy VTK file → its keywords, counts and number blocks in order, ASCII and BINARY through one interface.

import { FormatError } from '../core/index.ts';
import { decimal, latin1Text, TextScanner, wholeNumber } from './text-scanner.ts';

/** Bytes of one value in a BINARY file (big-endian). A vtkIdType is written as an int. */
const BYTES: Readonly<Record<string, number>> = {
  char: 1,
  unsigned_char: 1,
  short: 2,
  unsigned_short: 2,
  int: 4,
  unsigned_int: 4,
  vtkidtype: 4,
  vtktypeint64: 8,
  vtktypeuint64: 8,
  float: 4,
  double: 8,
};

/** A word that begins a section. No number is written like that, NaN and infinity included. */
const SECTION = /^(?!nan|inf)[A-Z_]{4,}$/i;

/**
 * The format is that of the VTK User's Guide, "File Formats: Simple legacy formats". Keywords and types are compared
 * without regard to case.
 */
export class VtkLegacyBody {
  readonly #scanner: TextScanner;
  readonly #view: DataView;
  readonly #binary: boolean;
  readonly #source: string;

  /** Reads the four header lines. @throws FormatError BAD_HEADER, TRUNCATED, UNSUPPORTED. */
  constructor(bytes: Uint8Array, source: string) {
    this.#source = source;
    this.#scanner = new TextScanner(latin1Text(bytes, source));
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const version = this.#line();
    if (!/^# vtk DataFile Version [1-5]\.\d+$/i.test(version))
      throw this.unexpected(version, '"# vtk DataFile Version 1.0" up to 5.x', 'BAD_HEADER');
    this.#line(true);
    const encoding = this.#line().toUpperCase();
    if (encoding !== 'ASCII' && encoding !== 'BINARY') throw this.unexpected(encoding, 'ASCII or BINARY', 'BAD_HEADER');
    this.#binary = encoding === 'BINARY';
    const dataset = this.keyword();
    const kind = this.keyword();
    if (dataset !== 'DATASET' || kind !== 'POLYDATA')
      throw this.unexpected(`${dataset} ${kind}`, 'DATASET POLYDATA', kind === '' ? 'TRUNCATED' : 'BAD_HEADER');
  }

  /** The next word in capitals, or '' at the end of the file. */
  keyword(): string {
    return this.#scanner.next().toUpperCase();
  }
  /** The next word. @throws FormatError TRUNCATED. */
  word(): string {
    const word = this.#scanner.next();
    if (word === '') throw this.unexpected('', 'a word');
    return word;
  }
  /** Steps over the next word if it is this keyword. */
  nextIs(keyword: string): boolean {
    const { offset } = this.#scanner;
    if (this.keyword() === keyword) return true;
    this.#scanner.offset = offset;
    return false;
  }
  /** @throws FormatError BAD_COUNT, TRUNCATED. */
  count(): number {
    const word = this.word();
    const value = wholeNumber(word);
    if (Number.isNaN(value)) throw this.unexpected(word, 'a count', 'BAD_COUNT');
    return value;
  }
  /** The name of a value type in lower case. @throws FormatError UNSUPPORTED, TRUNCATED. */
  type(): string {
    const type = this.word().toLowerCase();
    if (!Object.hasOwn(BYTES, type) && (this.#binary || (type !== 'long' && type !== 'unsigned_long')))
      throw this.unexpected(type, `one of ${Object.keys(BYTES).join(', ')}`, 'UNSUPPORTED');
    return type;
  }

  /** A block of values after its keyword line. Text that is no number gives NaN. @throws FormatError TRUNCATED. */
  numbers<Values extends Float32Array | Float64Array>(
    type: string,
    count: number,
    storage: new (length: number) => Values,
  ): Values {
    const scanner = this.#scanner;
    const need = this.#binary ? count * BYTES[type] : 2 * count - 1;
    if (this.#binary) scanner.restOfLine();
    const left = scanner.text.length - scanner.offset;
    if (need > left)
      throw this.unexpected(`${left} bytes`, `at least ${need} for ${count} values of type ${type}`, 'TRUNCATED');
    const values = new storage(count);
    for (let i = 0; i < count; i++) {
      if (this.#binary) values[i] = this.#read(type, scanner.offset + i * BYTES[type]);
      else {
        const token = scanner.next();
        if (token === '' || SECTION.test(token))
          throw this.unexpected(token, `${count - i} more values of ${count}`, 'TRUNCATED');
        values[i] = decimal(token);
      }
    }
    if (this.#binary) scanner.offset += need;
    return values;
  }

  /** Steps over a METADATA section, which a blank line ends. */
  skipToBlankLine(): void {
    this.#scanner.restOfLine();
    while (this.#scanner.offset < this.#scanner.text.length && this.#scanner.restOfLine() !== '');
  }

  /** An error at the word read last. Its code is TRUNCATED if the file ended instead. */
  unexpected(found: string, expected: string, code = found === '' ? 'TRUNCATED' : wrongWordCode(found)): FormatError {
    return new FormatError(
      code,
      `"${this.#source}": found ${found === '' ? "the file's end" : `"${found.slice(0, 60)}"`} at byte ${this.#scanner.tokenOffset}, expected ${expected}; fetch or export the file again.`,
    );
  }
  wrongCount(found: string, limit: number): FormatError {
    return new FormatError(
      'BAD_COUNT',
      `"${this.#source}": before byte ${this.#scanner.offset}, ${found}, expected ${limit}; repair the cell counts.`,
    );
  }

  #line(mayBeEmpty = false): string {
    const atEnd = this.#scanner.offset >= this.#scanner.text.length;
    const line = this.#scanner.restOfLine();
    if (atEnd || (line === '' && !mayBeEmpty)) throw this.unexpected('', 'a header line');
    return line;
  }

  #read(type: string, at: number): number {
    switch (type) {
      case 'char':
        return this.#view.getInt8(at);
      case 'unsigned_char':
        return this.#view.getUint8(at);
      case 'short':
        return this.#view.getInt16(at);
      case 'unsigned_short':
        return this.#view.getUint16(at);
      case 'unsigned_int':
        return this.#view.getUint32(at);
      case 'vtktypeint64':
        return Number(this.#view.getBigInt64(at));
      case 'vtktypeuint64':
        return Number(this.#view.getBigUint64(at));
      case 'float':
        return this.#view.getFloat32(at);
      case 'double':
        return this.#view.getFloat64(at);
      default:
        return this.#view.getInt32(at);
    }
  }
}

/** Data where a section should begin mean that a count before them was too small. */
function wrongWordCode(found: string): string {
  return /^[A-Z_ ]+$/i.test(found) ? 'BAD_TOKEN' : 'BAD_COUNT';
}
