// POSITION and QTRANS: a place and a quaternion in f32 ↔ 7 numbers x, y, z, qx, qy, qz, qw, as core's placements.

import { PLACEMENT_SIZE } from '../../core/index.ts';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';

/** The quaternion as it came, of length 1 or not. @throws FormatError TRUNCATED, BAD_COUNT. */
export function decodePosition(content: Uint8Array): Float64Array {
  const reader = new ByteReader(content, 'A POSITION body');
  const placement = Float64Array.from({ length: PLACEMENT_SIZE }, () => reader.f32());
  reader.end();
  return placement;
}

export function encodePosition(placement: ArrayLike<number>): Uint8Array {
  const writer = new ByteWriter(4 * PLACEMENT_SIZE);
  for (let k = 0; k < PLACEMENT_SIZE; k++) writer.f32(placement[k]);
  return writer.bytes;
}
