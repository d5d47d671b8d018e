// POSITION and QTRANS: a place and a quaternion in f32 ↔ 7 numbers x, y, z, qx, qy, qz, qw, as core's placements.

import { FormatError, PLACEMENT_SIZE } from '#core';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';

/** Bytes: of the place alone, with three components of the quaternion, with all four. */
const SIZES = [12, 24, 28] as const;

/**
 * The quaternion as it came, of length 1 or not. If only its first three components came, the last is non-negative and
 * makes the length 1, or is 0 if they are longer. If none came it is the identity.
 * @throws FormatError BAD_COUNT.
 */
export function decodePosition(content: Uint8Array): Float64Array {
  if (!SIZES.some((size) => size === content.length))
    throw new FormatError(
      'BAD_COUNT',
      `A POSITION body has ${content.length} bytes, expected ${SIZES.join(', ')}; check the sender.`,
    );
  const placement = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  const reader = new ByteReader(content, 'A POSITION body');
  for (let k = 0; k < content.length / 4; k++) placement[k] = reader.f32();
  if (content.length === SIZES[1]) {
    const [, , , x, y, z] = placement;
    placement[6] = Math.sqrt(Math.max(0, 1 - (x * x + y * y + z * z)));
  }
  return placement;
}

export function encodePosition(placement: ArrayLike<number>): Uint8Array {
  return writePlacement(new ByteWriter(4 * PLACEMENT_SIZE), placement).bytes;
}

export function readPlacement(reader: ByteReader): Float64Array {
  return Float64Array.from({ length: PLACEMENT_SIZE }, () => reader.f32());
}

export function writePlacement(writer: ByteWriter, placement: ArrayLike<number>): ByteWriter {
  for (let k = 0; k < PLACEMENT_SIZE; k++) writer.f32(placement[k]);
  return writer;
}
