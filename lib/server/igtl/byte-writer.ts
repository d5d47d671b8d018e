// Numbers and texts one after the other → bytes, big-endian, of a length known beforehand.

import { fieldBytes } from './texts.ts';

export class ByteWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  u8(value: number): this {
    this.#view.setUint8(this.#step(1), value);
    return this;
  }
  u16(value: number): this {
    this.#view.setUint16(this.#step(2), value);
    return this;
  }
  u32(value: number): this {
    this.#view.setUint32(this.#step(4), value);
    return this;
  }
  u64(value: bigint): this {
    this.#view.setBigUint64(this.#step(8), value);
    return this;
  }
  f32(value: number): this {
    this.#view.setFloat32(this.#step(4), value);
    return this;
  }

  u32s(values: Uint32Array): this {
    const at = this.#step(4 * values.length);
    for (let i = 0; i < values.length; i++) this.#view.setUint32(at + 4 * i, values[i]);
    return this;
  }
  f32s(values: Float32Array): this {
    const at = this.#step(4 * values.length);
    for (let i = 0; i < values.length; i++) this.#view.setFloat32(at + 4 * i, values[i]);
    return this;
  }

  put(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#step(bytes.length));
    return this;
  }

  /** A text in a field of that width, padded with zeros. @param field what an error calls it. */
  text(text: string, width: number, field: string): this {
    const bytes = fieldBytes(text, width, field);
    this.bytes.set(bytes, this.#step(width));
    return this;
  }

  #step(length: number): number {
    const at = this.#at;
    this.#at += length;
    return at;
  }
}
