// A legacy VTK file → its keywords, counts and number blocks in order, ASCII and BINARY through one interface.

import { FormatError, isBlank } from '#core';
import { decimal, latin1Text, TextScanner, wholeNumber } from './text-scanner.ts';
import { readVtkValue, VTK_BYTES, VTK_LONGS } from './vtk-legacy-value.ts';

/** Types that a field may hold but a mesh may not. */
const FIELD_TYPES = ['bit', 'string', 'utf8_string', 'variant'];
/** What follows an array in a BINARY file: the end or, on a new line, a section or another array of a field. */
const TEXT_FOLLOWS = /^[\t-\r ]*(?:$|(?<=[\r\n])(?:[A-Z_]{4,}(?:[\t-\r ]|$)|\S+ +\d+ +\d+ +[a-z_\d]+[\t ]*[\r\n]))/;
const LONGEST_LINE = 256;

/** A word that begins a section. It matches no number, not even NaN or infinity. */
const SECTION = /^(?!nan|inf)[A-Z_]{4,}$/i;

/**
 * The format is described in the VTK User's Guide, "File Formats: Simple legacy formats". Keywords and types ignore
 * case.
 */
export class VtkLegacyBody {
  readonly #scanner: TextScanner;
  readonly #view: DataView;
  readonly #binary: boolean;
  readonly #source: string;
  /** The second line, which is free text. */
  readonly title: string;

  /** Reads the four header lines. @throws FormatError BAD_HEADER, TRUNCATED, UNSUPPORTED. */
  constructor(bytes: Uint8Array, source: string) {
    this.#source = source;
    this.#scanner = new TextScanner(latin1Text(bytes, source), source);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const magic = this.#scanner.text.slice(0, 5);
    if (bytes.length >= 5 && !/^[\t-\r ]*#/.test(magic)) throw this.unexpected(magic, '"# vtk DataFile"', 'BAD_HEADER');
    const version = this.#line();
    if (!/^# vtk DataFile Version [1-5]\.\d+$/i.test(version))
      throw this.unexpected(version, '"# vtk DataFile Version 1.0" up to 5.x', 'BAD_HEADER');
    this.title = this.#line(true);
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
  /** Skips the next word if it is this keyword. */
  nextIs(keyword: string): boolean {
    const { text, offset } = this.#scanner;
    let start = offset;
    while (isBlank(text.charCodeAt(start))) start++;
    const end = start + keyword.length;
    // Binary data may follow, in which any byte is allowed.
    if (text.slice(start, end).toUpperCase() !== keyword || (end < text.length && !isBlank(text.charCodeAt(end))))
      return false;
    this.#scanner.offset = end;
    return true;
  }
  /** @throws FormatError BAD_COUNT, TRUNCATED. */
  count(): number {
    const word = this.word();
    const value = wholeNumber(word);
    if (Number.isNaN(value)) throw this.unexpected(word, 'a count', 'BAD_COUNT');
    return value;
  }
  /**
   * The name of a value type in lower case.
   * @param others types accepted besides those of numbers.
   * @throws FormatError UNSUPPORTED, TRUNCATED.
   */
  type(others: readonly string[] = []): string {
    const type = this.word().toLowerCase();
    const known = [...Object.keys(VTK_BYTES), ...VTK_LONGS, ...others];
    if (!known.includes(type)) throw this.unexpected(type, `one of ${known.join(', ')}`, 'UNSUPPORTED');
    return type;
  }

  /**
   * Skips one array of a field, after its name and counts. @returns its text if it holds text (the first of its
   * strings, or its characters), else ''.
   * @throws FormatError UNSUPPORTED, TRUNCATED, BAD_TOKEN.
   */
  fieldArray(count: number): string {
    const type = this.type(FIELD_TYPES);
    if (type === 'string' || type === 'utf8_string') return this.#strings(count);
    if (type === 'variant') this.#variants(count);
    else if (type === 'bit' && this.#binary) this.numbers('unsigned_char', Math.ceil(count / 8), Float64Array);
    else {
      const values = this.numbers(type === 'bit' ? 'char' : type, count, Float64Array);
      return type.endsWith('char')
        ? String.fromCharCode(...values.subarray(0, LONGEST_LINE)).replace(/\0.*$/s, '')
        : '';
    }
    return '';
  }

  /** A block of values after its keyword line. Text that is not a number gives NaN. @throws FormatError TRUNCATED. */
  numbers<Values extends Float32Array | Float64Array>(
    type: string,
    count: number,
    storage: new (length: number) => Values,
  ): Values {
    const scanner = this.#scanner;
    if (this.#binary) this.#endLine(type);
    const bytes = this.#binary ? this.#bytesOf(type, count) : 0;
    const need = this.#binary ? count * bytes : 2 * count - 1;
    const left = scanner.text.length - scanner.offset;
    if (need > left)
      throw this.unexpected(`${left} bytes`, `at least ${need} for ${count} values of type ${type}`, 'TRUNCATED');
    const values = new storage(count);
    for (let i = 0; i < count; i++) {
      if (this.#binary) values[i] = readVtkValue(this.#view, type, bytes, scanner.offset + i * bytes);
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

  /** Refuses another file after this one. @throws FormatError BAD_TOKEN. */
  checkLast(): void {
    const at = this.#scanner.text.indexOf('# vtk DataFile Version', this.#scanner.offset);
    if (at < 0) return;
    this.#scanner.tokenOffset = at;
    throw this.unexpected('# vtk DataFile Version', 'one file', 'BAD_TOKEN');
  }

  /** Skips a METADATA section, which a blank line ends. */
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

  /** Moves to the data below a line, which must contain nothing more. */
  #endLine(type: string): void {
    const rest = this.#scanner.restOfLine();
    if (rest !== '') throw this.unexpected(rest, `the end of the line after ${type}`, 'BAD_TOKEN');
  }

  /** @throws FormatError UNSUPPORTED if both sizes of a long, or neither, leave text after the array. */
  #bytesOf(type: string, count: number): number {
    if (!VTK_LONGS.includes(type)) return VTK_BYTES[type];
    const { text, offset } = this.#scanner;
    const sizes = [8, 4].filter((size) => {
      const end = offset + size * count;
      return end <= text.length && TEXT_FOLLOWS.test(text.slice(end, end + LONGEST_LINE));
    });
    if (sizes.length === 1 || count === 0) return sizes[0];
    throw this.unexpected(
      `${count} values of type ${type}`,
      `4 or 8 bytes each, but ${sizes.length === 0 ? 'neither fits' : 'both fit'}: save it as vtktypeint64`,
      'UNSUPPORTED',
    );
  }

  /**
   * Skips texts. An ASCII file has one per line, with %20 for a blank and so on. In a BINARY file, each follows its
   * length, whose first two bits say how many bytes the length itself takes: 3 → 1, 2 → 2, 1 → 4, 0 → 8.
   * @returns the first one.
   */
  #strings(count: number): string {
    const scanner = this.#scanner;
    this.#endLine('string');
    let first = '';
    for (let i = 0; i < count; i++) {
      if (scanner.offset >= scanner.text.length) throw this.unexpected('', `${count - i} more of ${count} texts`);
      const text = this.#binary ? this.#binaryString() : scanner.restOfLine();
      if (i === 0) first = text;
    }
    return first;
  }

  #binaryString(): string {
    const scanner = this.#scanner;
    const bytes = [8, 4, 2, 1][this.#view.getUint8(scanner.offset) >> 6];
    const start = scanner.offset + bytes;
    let length = 0;
    for (let at = scanner.offset; at < Math.min(start, scanner.text.length); at++)
      length = 256 * length + (this.#view.getUint8(at) & (at === scanner.offset ? 63 : 255));
    if (start + length > scanner.text.length) throw this.unexpected('', `a text of ${length} bytes`);
    scanner.offset = start + length;
    return scanner.text.slice(start, scanner.offset);
  }

  /** Skips values that each consist of a type's number and a word, in ASCII and BINARY files alike. */
  #variants(count: number): void {
    for (let i = 0; i < count; i++) {
      this.count();
      this.word();
    }
  }
}

/** Data where a section should begin means that a preceding count was too small. */
function wrongWordCode(found: string): string {
  return /^[A-Z_ ]+$/i.test(found) ? 'BAD_TOKEN' : 'BAD_COUNT';
}
