// The bytes or the text of a volume's voxels, all of one type → their values.

import { FormatError } from '#core';
import { decimal, latin1Text, TextScanner } from './text-scanner.ts';

interface Storage {
  new (length: number): { [index: number]: number; readonly length: number; readonly buffer: ArrayBuffer };
}

export interface VoxelType {
  /** Bytes of a value in the file. */
  readonly size: number;
  /** An array that holds every value exactly. */
  readonly storage: Storage;
  /** NaN for a whole number that f64 does not hold exactly. */
  readonly read: (view: DataView, at: number, little: boolean) => number;
}

/** 2^53 in units of 2^32: a whole number of 64 bits is exact in f64 if its high word is below this. */
const EXACT_HIGH = 2 ** 21;

/** NaN unless the number is within ±2^53, where f64 holds every whole number. */
function wholeOf64(view: DataView, at: number, little: boolean, high: number): number {
  const low = view.getUint32(at + (little ? 0 : 4), little);
  return high >= -EXACT_HIGH && high < EXACT_HIGH ? high * 2 ** 32 + low : Number.NaN;
}

export type VoxelTypeName = `${'' | 'u'}int${8 | 16 | 32 | 64}` | `float${32 | 64}`;

export const VOXEL_TYPES: Readonly<Record<VoxelTypeName, VoxelType>> = {
  int8: { size: 1, storage: Int8Array, read: (view, at) => view.getInt8(at) },
  uint8: { size: 1, storage: Uint8Array, read: (view, at) => view.getUint8(at) },
  int16: { size: 2, storage: Int16Array, read: (view, at, little) => view.getInt16(at, little) },
  uint16: { size: 2, storage: Uint16Array, read: (view, at, little) => view.getUint16(at, little) },
  int32: { size: 4, storage: Int32Array, read: (view, at, little) => view.getInt32(at, little) },
  uint32: { size: 4, storage: Uint32Array, read: (view, at, little) => view.getUint32(at, little) },
  int64: {
    size: 8,
    storage: Float64Array,
    read: (view, at, little) => wholeOf64(view, at, little, view.getInt32(at + (little ? 4 : 0), little)),
  },
  uint64: {
    size: 8,
    storage: Float64Array,
    read: (view, at, little) => wholeOf64(view, at, little, view.getUint32(at + (little ? 4 : 0), little)),
  },
  float32: { size: 4, storage: Float32Array, read: (view, at, little) => view.getFloat32(at, little) },
  float64: { size: 8, storage: Float64Array, read: (view, at, little) => view.getFloat64(at, little) },
};

/**
 * @param bytes exactly the bytes of `count` values.
 * @param scale maps a value to its result, which is then stored as f64.
 * @throws FormatError UNSUPPORTED for a whole number of 64 bits beyond ±2^53.
 */
export function voxelValues(
  bytes: Uint8Array,
  type: VoxelType,
  count: number,
  isLittle: boolean,
  source: string,
  scale?: (value: number) => number,
): ArrayLike<number> {
  const { size, storage, read } = type;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new (scale === undefined ? storage : Float64Array)(count);
  const isWhole = isWhole64(type);
  for (let i = 0; i < count; i++) {
    const value = read(view, size * i, isLittle);
    if (isWhole && Number.isNaN(value)) {
      const exact = type === VOXEL_TYPES.int64 ? view.getBigInt64(8 * i, isLittle) : view.getBigUint64(8 * i, isLittle);
      throw beyondExact(i, String(exact), source);
    }
    values[i] = scale === undefined ? value : scale(value);
  }
  return values;
}

/**
 * Reads values separated by blanks or commas, as f64, whatever the type.
 * @throws FormatError TRUNCATED, BAD_COUNT, BAD_TOKEN, UNSUPPORTED as voxelValues.
 */
export function voxelsFromText(bytes: Uint8Array, type: VoxelType, count: number, source: string): Float64Array {
  const fail = (code: string, found: string, expected: string) =>
    new FormatError(code, `"${source}": ${found}, expected ${expected}; fetch or save the volume again.`);
  // Each value takes at least a digit and a blank, which is checked before memory is taken for them.
  if (bytes.length < 2 * count - 1)
    throw fail('TRUNCATED', `there are ${bytes.length} bytes of text`, `${count} voxels`);
  const scanner = new TextScanner(latin1Text(bytes, source).replaceAll(',', ' '), source);
  const values = new Float64Array(count);
  const isWhole = isWhole64(type);
  let found = 0;
  for (let token = scanner.next(); token !== ''; token = scanner.next()) {
    const value = decimal(token);
    if (found < count && Number.isNaN(value))
      throw fail('BAD_TOKEN', `voxel ${found} is "${token.slice(0, 40)}"`, 'a number');
    if (isWhole && Math.abs(value) > Number.MAX_SAFE_INTEGER) throw beyondExact(found, token.slice(0, 40), source);
    if (found < count) values[found] = value;
    found++;
  }
  if (found !== count) throw fail(found < count ? 'TRUNCATED' : 'BAD_COUNT', `there are ${found} voxels`, `${count}`);
  return values;
}

function isWhole64(type: VoxelType): boolean {
  return type === VOXEL_TYPES.int64 || type === VOXEL_TYPES.uint64;
}

/** The error for a whole number of 64 bits that f64 does not hold. */
export function beyondExact(voxel: number, value: string, source: string): FormatError {
  return new FormatError(
    'UNSUPPORTED',
    `"${source}": voxel ${voxel} is ${value}, expected whole numbers within ±2^53, which f64 holds exactly; ` +
      'store the values as float64.',
  );
}
