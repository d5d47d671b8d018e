// A typed array → base64 of its little-endian bytes.

import type { Packed } from './payload.ts';

export function pack<Type extends Packed<'f32' | 'f64' | 'u8' | 'u16' | 'u32'>['type']>(
  type: Type,
  values: Float32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array,
): Packed<Type> {
  return { type, base64: Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64') };
}
