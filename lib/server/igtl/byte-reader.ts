// Bytes, big-endian → numbers and texts one after the other, never from beyond the end.

import { FormatError } from '#core';
import { fieldText } from './texts.ts';

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #name: string;
  #at = 0;

  /** @param name what an error calls the bytes. */
  constructor(bytes: Uint8Array, name: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#name = name;
  }

  /** Number of bytes left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }
  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }
  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }
  u64(): bigint {
    return this.#view.getBigUint64(this.#take(8));
  }
  f32(): number {
    return this.#view.getFloat32(this.#take(4));
  }

  u32s(count: number): Uint32Array {
    const at = this.#take(4 * count);
    const values = new Uint32Array(count);
    for (let i = 0; i < count; i++) values[i] = this.#view.getUint32(at + 4 * i);
    return values;
  }
  f32s(count: number): Float32Array {
    const at = this.#take(4 * count);
    const values = new Float32Array(count);
    for (let i = 0; i < count; i++) values[i] = this.#view.getFloat32(at + 4 * i);
    return values;
  }

  /** A view of the bytes, not a copy. */
  bytes(length: number): Uint8Array {
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** A text in a field of that width. @param field what an error calls it. */
  text(width: number, field: string): string {
    return fieldText(this.bytes(width), `The ${field} of ${this.#name}`);
  }

  /** A zero-terminated text. */
  textToZero(field: string): string {
    const zero = this.#bytes.indexOf(0, this.#at);
    if (zero < 0) this.#take(this.left + 1);
    const text = fieldText(this.#bytes.subarray(this.#at, zero), `The ${field} of ${this.#name}`);
    this.#at = zero + 1;
    return text;
  }

  /** Checks that nothing is left. @throws FormatError BAD_COUNT. */
  end(): void {
    if (this.left > 0)
      throw new FormatError(
        'BAD_COUNT',
        `${this.#name} has ${this.#bytes.length} bytes, ${this.left} more than it says that it holds; check the sender.`,
      );
  }

  /** @throws FormatError TRUNCATED. */
  #take(length: number): number {
    const at = this.#at;
    if (length > this.left)
      throw new FormatError(
        'TRUNCATED',
        `${this.#name} ends after ${this.#bytes.length} bytes, expected at least ${at + length}; check the sender.`,
      );
    this.#at += length;
    return at;
  }
}
