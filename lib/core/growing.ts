// An array and how many elements are needed → an array with room for them, copied seldom.

/**
 * `have` where that is enough; else what is needed, and at least a quarter more than `have`, so that n elements that
 * come a few at a time cost O(n) copies.
 */
export function capacityFor(needed: number, have: number): number {
  return needed <= have ? have : Math.max(needed, Math.ceil(1.25 * have));
}

type Growing = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;

/** The array itself where it is long enough; else a longer one with its first `used` elements, zeros behind them. */
export function grown<T extends Growing>(values: T, used: number, needed: number): T {
  if (needed <= values.length) return values;
  const wider = new (values.constructor as new (length: number) => T)(capacityFor(needed, values.length));
  wider.set(values.subarray(0, used));
  return wider;
}
