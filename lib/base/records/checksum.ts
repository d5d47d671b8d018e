// Bytes → 32 bits that distinguish them from other bytes.

import { xxHash32 } from 'js-xxhash';

/**
 * Y. Collet's XXH32, which reads aligned groups of 4 bytes. Each step is a bijection of the state for given bytes and
 * of the group for a given state, so two inputs of one length that differ within one group never have the same
 * checksum; any others agree with probability 2^-32.
 */
export function checksum(values: Uint8Array | Uint32Array | Float64Array, seed: number): number {
  return xxHash32(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), seed);
}
