// The data part of a PLY file → its numbers in order, ASCII and binary through one interface.

import { FormatError } from '#core';
import { PLY_SCALAR_BYTES, type PlyElement, type PlyHeader, type PlyScalar } from './ply-header.ts';
import { decimal, latin1Text, TextScanner } from './text-scanner.ts';

/** Returns the values of one row (one vertex, one face, …) after another. */
export interface PlyBody {
  /**
   * @throws FormatError TRUNCATED if the rest of the file cannot hold that many rows, BAD_HEADER for rows without a
   * property.
   */
  beginElement(element: PlyElement): void;
  /** The next value; NaN for text that is not a number. @throws FormatError TRUNCATED at the end. */
  scalar(type: PlyScalar): number;
  /** The text of the value read last. */
  lastText(): string;
  /** @throws FormatError BAD_COUNT if an ASCII line has more values than its row. */
  endRow(): void;
  /** @throws FormatError BAD_COUNT if anything is left. */
  endFile(): void;
}

export function openPlyBody(bytes: Uint8Array, header: PlyHeader, source: string): PlyBody {
  if (header.encoding === 'ascii') return new AsciiBody(latin1Text(bytes, source), header.bodyOffset, source);
  return new BinaryBody(bytes, header.bodyOffset, header.encoding === 'binary_little_endian', source);
}

abstract class Rows {
  protected element: PlyElement = { name: 'header', count: 0, properties: [] };
  protected row = 0;
  protected readonly source: string;
  constructor(source: string) {
    this.source = source;
  }

  protected begin(element: PlyElement, bytesLeft: number, leastRowBytes: number): void {
    this.element = element;
    this.row = 0;
    if (element.count > 0 && element.properties.length === 0)
      throw new FormatError(
        'BAD_HEADER',
        `"${this.source}": element ${element.name} has ${element.count} rows but no property; export the file again.`,
      );
    if (element.count * leastRowBytes > bytesLeft)
      throw new FormatError(
        'TRUNCATED',
        `"${this.source}": ${element.count} rows of element ${element.name} need at least ${element.count * leastRowBytes} bytes, ${bytesLeft} are left; the count is too large or the file was cut.`,
      );
  }
  protected truncated(offset: number): FormatError {
    return new FormatError(
      'TRUNCATED',
      `"${this.source}": ${this.element.name} ${this.row} of ${this.element.count} ends early at byte ${offset}; the count is too large or the file was cut.`,
    );
  }
  protected leftOver(offset: number, found: string): FormatError {
    return new FormatError(
      'BAD_COUNT',
      `"${this.source}": found ${found} at byte ${offset} after ${this.element.name} ${this.row - 1} of ${this.element.count}, expected no more data; a count or property in the header is wrong.`,
    );
  }
}

class BinaryBody extends Rows implements PlyBody {
  readonly #view: DataView;
  readonly #little: boolean;
  #offset: number;
  #last = 0;
  constructor(bytes: Uint8Array, offset: number, little: boolean, source: string) {
    super(source);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#offset = offset;
    this.#little = little;
  }

  beginElement(element: PlyElement): void {
    const leastRowBytes = element.properties.reduce((sum, p) => sum + PLY_SCALAR_BYTES[p.countType ?? p.type], 0);
    this.begin(element, this.#view.byteLength - this.#offset, leastRowBytes);
  }
  scalar(type: PlyScalar): number {
    const at = this.#offset;
    if (at + PLY_SCALAR_BYTES[type] > this.#view.byteLength) throw this.truncated(at);
    this.#offset = at + PLY_SCALAR_BYTES[type];
    this.#last = this.#read(type, at);
    return this.#last;
  }
  lastText(): string {
    return String(this.#last);
  }
  endRow(): void {
    this.row++;
  }
  endFile(): void {
    const left = this.#view.byteLength - this.#offset;
    if (left > 0) throw this.leftOver(this.#offset, `${left} bytes`);
  }

  #read(type: PlyScalar, at: number): number {
    switch (type) {
      case 'int8':
        return this.#view.getInt8(at);
      case 'uint8':
        return this.#view.getUint8(at);
      case 'int16':
        return this.#view.getInt16(at, this.#little);
      case 'uint16':
        return this.#view.getUint16(at, this.#little);
      case 'int32':
        return this.#view.getInt32(at, this.#little);
      case 'uint32':
        return this.#view.getUint32(at, this.#little);
      case 'float32':
        return this.#view.getFloat32(at, this.#little);
      case 'float64':
        return this.#view.getFloat64(at, this.#little);
    }
  }
}

class AsciiBody extends Rows implements PlyBody {
  readonly #scanner: TextScanner;
  #last = '';
  #rowBegun = false;
  constructor(text: string, offset: number, source: string) {
    super(source);
    this.#scanner = new TextScanner(text, source, offset);
  }

  beginElement(element: PlyElement): void {
    const leastRowBytes = 2 * element.properties.length;
    this.begin(element, this.#scanner.text.length - this.#scanner.offset + 1, leastRowBytes);
  }
  scalar(_type: PlyScalar): number {
    this.#last = this.#rowBegun ? this.#scanner.nextInLine() : this.#scanner.next();
    this.#rowBegun = true;
    if (this.#last === '') throw this.truncated(this.#scanner.tokenOffset);
    return decimal(this.#last);
  }
  lastText(): string {
    return this.#last;
  }
  endRow(): void {
    this.row++;
    this.#rowBegun = false;
    const rest = this.#scanner.restOfLine();
    if (rest !== '') throw this.leftOver(this.#scanner.tokenOffset, `"${rest.slice(0, 40)}"`);
  }
  endFile(): void {
    const rest = this.#scanner.next();
    if (rest !== '') throw this.leftOver(this.#scanner.tokenOffset, `"${rest.slice(0, 40)}"`);
  }
}
