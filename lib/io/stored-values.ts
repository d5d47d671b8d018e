// The values of voxels → the narrowest type that holds each of them exactly, and their bytes in it.

import { typedArrayName } from '#core';
import { VOXEL_TYPES, type VoxelTypeName } from './voxel-values.ts';

export interface StoredValues {
  readonly type: VoxelTypeName;
  /** Bytes of one value. */
  readonly size: number;
  /** Little-endian. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** For values that are in no typed array: from the narrowest type on. f64 holds each number. */
const NARROWEST = ['uint8', 'int16', 'uint16', 'int32', 'float32', 'float64'] as const;
const BY_ARRAY: Readonly<Record<string, VoxelTypeName>> = {
  Int8Array: 'int8',
  Uint8Array: 'uint8',
  Uint8ClampedArray: 'uint8',
  Int16Array: 'int16',
  Uint16Array: 'uint16',
  Int32Array: 'int32',
  Uint32Array: 'uint32',
  Float32Array: 'float32',
  Float64Array: 'float64',
};
const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** No value is rounded: a typed array keeps its type, other values get the first of NARROWEST that holds them all. */
export function storedValues(values: ArrayLike<number>): StoredValues {
  const type = BY_ARRAY[typedArrayName(values)] ?? narrowestOf(values);
  const { size, storage } = VOXEL_TYPES[type];
  const held = new storage(values.length);
  for (let n = 0; n < values.length; n++) held[n] = values[n];
  const bytes = new Uint8Array(held.buffer);
  if (!isLittle && size > 1) for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return { type, size, bytes };
}

function narrowestOf(values: ArrayLike<number>): VoxelTypeName {
  let rank = 0;
  let held = new VOXEL_TYPES[NARROWEST[rank]].storage(1);
  for (let n = 0; n < values.length; n++)
    // −0 is another number than 0: only the types of floating point have it.
    for (held[0] = values[n]; !Object.is(held[0], values[n]) && rank + 1 < NARROWEST.length; held[0] = values[n])
      held = new VOXEL_TYPES[NARROWEST[++rank]].storage(1);
  return NARROWEST[rank];
}
