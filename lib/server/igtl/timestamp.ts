// A time ↔ the header's timestamp: seconds since 1970 (UTC) as a fixed-point number, 32 bits before and 32 after the
// point. 0 means none. The numbers stay bigints: an f64 would lose the last bits, which identify a reply.

/** @param milliseconds since 1970, as Date.now() gives them. Wraps around in 2106, as the field does. */
export function timestampOf(milliseconds: number): bigint {
  return BigInt.asUintN(64, BigInt(Math.round((milliseconds / 1000) * 2 ** 20)) << 12n);
}

/** Milliseconds since 1970, rounded to f64. */
export function millisecondsOf(timestamp: bigint): number {
  return (Number(timestamp) / 2 ** 32) * 1000;
}
