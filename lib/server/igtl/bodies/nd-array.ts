// NDARRAY: a type, sizes and numbers ↔ the same, the last size running fastest.

import { FormatError, OptionError } from '#core';
import { ByteReader } from '../byte-reader.ts';

type Values =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

interface Scalar {
  /** The protocol's number. */
  readonly code: number;
  readonly make: (length: number) => Values;
  readonly read: (view: DataView, at: number) => number;
  readonly write: (view: DataView, at: number, value: number) => void;
}

/** Each with the count of numbers per element: a complex one has a real and an imaginary part. */
const SCALARS = {
  int8: scalar(2, (n) => new Int8Array(n), 'Int8'),
  uint8: scalar(3, (n) => new Uint8Array(n), 'Uint8'),
  int16: scalar(4, (n) => new Int16Array(n), 'Int16'),
  uint16: scalar(5, (n) => new Uint16Array(n), 'Uint16'),
  int32: scalar(6, (n) => new Int32Array(n), 'Int32'),
  uint32: scalar(7, (n) => new Uint32Array(n), 'Uint32'),
  float32: scalar(10, (n) => new Float32Array(n), 'Float32'),
  float64: scalar(11, (n) => new Float64Array(n), 'Float64'),
  complex: scalar(13, (n) => new Float64Array(n), 'Float64'),
} as const;

export type NdType = keyof typeof SCALARS;

export interface NdArray {
  readonly type: NdType;
  /** Each at most 65,535. */
  readonly size: readonly number[];
  /** As many as the product of the sizes; twice as many for a complex array. */
  readonly values: Values;
}

export const LARGEST_ND_SIZE = 2 ** 16 - 1;
const MOST_DIMENSIONS = 2 ** 8 - 1;

/** @throws FormatError UNKNOWN_TYPE, TRUNCATED, BAD_COUNT. */
export function decodeNdArray(content: Uint8Array): NdArray {
  const reader = new ByteReader(content, 'An NDARRAY body');
  const code = reader.u8();
  const type = (Object.keys(SCALARS) as NdType[]).find((name) => SCALARS[name].code === code);
  if (type === undefined)
    throw new FormatError(
      'UNKNOWN_TYPE',
      `An NDARRAY body has the scalar type ${code}, expected one of ${Object.values(SCALARS).map((known) => known.code)}; send f64, which is 11.`,
    );
  const dimensions = reader.u8();
  const size = Array.from({ length: dimensions }, () => reader.u16());
  const count = countOf(type, size);
  const { make, read } = SCALARS[type];
  const { BYTES_PER_ELEMENT: width } = make(0);
  // Wrong sizes may make the count infinite or, with a 0 among them, NaN: neither equals what is left.
  if (count * width !== reader.left)
    throw new FormatError(
      'BAD_COUNT',
      `An NDARRAY body of the sizes ${size.slice(0, 8)} has ${reader.left} bytes of numbers, expected the product of the sizes times ${width}; check the sender.`,
    );
  const bytes = reader.bytes(reader.left);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = make(count);
  for (let i = 0; i < count; i++) values[i] = read(view, i * width);
  return { type, size, values };
}

/** @throws OptionError BAD_LENGTH. */
export function encodeNdArray({ type, size, values }: NdArray): Uint8Array {
  const { code, make, write } = SCALARS[type];
  const { BYTES_PER_ELEMENT: width } = make(0);
  const isFit = size.every((n) => Number.isInteger(n) && n >= 0 && n <= LARGEST_ND_SIZE);
  if (size.length > MOST_DIMENSIONS || !isFit || countOf(type, size) !== values.length)
    throw new OptionError(
      'BAD_LENGTH',
      `An NDARRAY of the sizes ${size.slice(0, 8)} has ${values.length} numbers, expected sizes of at most ${LARGEST_ND_SIZE} whose product that is; divide it.`,
    );
  const header = 2 + 2 * size.length;
  const bytes = new Uint8Array(header + width * values.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, code);
  view.setUint8(1, size.length);
  size.forEach((n, i) => {
    view.setUint16(2 + 2 * i, n);
  });
  for (let i = 0; i < values.length; i++) write(view, header + i * width, values[i]);
  return bytes;
}

function countOf(type: NdType, size: readonly number[]): number {
  return size.reduce((product, n) => product * n, type === 'complex' ? 2 : 1);
}

type Accessor = 'Int8' | 'Uint8' | 'Int16' | 'Uint16' | 'Int32' | 'Uint32' | 'Float32' | 'Float64';

function scalar(code: number, make: (length: number) => Values, accessor: Accessor): Scalar {
  return {
    code,
    make,
    read: (view, at) => view[`get${accessor}`](at),
    write: (view, at, value) => view[`set${accessor}`](at, value),
  };
}
