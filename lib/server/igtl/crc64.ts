// Bytes → their 64-bit checksum, as OpenIGTLink's header carries it: ECMA-182, initial value 0, no reflection.

/** The polynomial's coefficients below x^64: the upper and the lower 32 bits. */
const UPPER = 0x42f0e1eb;
const LOWER = 0xa9ea3693;

/** A bigint per byte would leave garbage of eight bytes each, so the sum is kept in halves of 32 bits. */
const [upperTable, lowerTable] = remainders();

export function crc64(bytes: Uint8Array): bigint {
  let upper = 0;
  let lower = 0;
  for (let i = 0; i < bytes.length; i++) {
    const row = (upper >>> 24) ^ bytes[i];
    upper = ((upper << 8) | (lower >>> 24)) ^ upperTable[row];
    lower = (lower << 8) ^ lowerTable[row];
  }
  return (BigInt(upper >>> 0) << 32n) | BigInt(lower >>> 0);
}

/** The remainder that each value of the highest byte leaves when shifted out. */
function remainders(): [Uint32Array, Uint32Array] {
  const uppers = new Uint32Array(256);
  const lowers = new Uint32Array(256);
  for (let row = 0; row < 256; row++) {
    let upper = row << 24;
    let lower = 0;
    for (let bit = 0; bit < 8; bit++) {
      const leaves = upper < 0;
      upper = (upper << 1) | (lower >>> 31);
      lower <<= 1;
      if (leaves) {
        upper ^= UPPER;
        lower ^= LOWER;
      }
    }
    uppers[row] = upper;
    lowers[row] = lower;
  }
  return [uppers, lowers];
}
