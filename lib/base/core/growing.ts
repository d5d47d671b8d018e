// An array and the number of elements needed → an array that holds them, rarely copied.

/**
 * `have` if that is enough. Otherwise `needed`, but at least a quarter more than `have`, so that n elements that arrive
 * a few at a time cost O(n) copies.
 */
export function capacityFor(needed: number, have: number): number {
  return needed <= have ? have : Math.max(needed, Math.ceil(1.25 * have));
}

type NumberArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/**
 * The array itself if it is long enough. Otherwise a longer one with the same first `used` elements and zeros after
 * them.
 */
export function grown<T extends NumberArray>(values: T, used: number, needed: number): T {
  if (needed <= values.length) return values;
  const wider = new (values.constructor as new (length: number) => T)(capacityFor(needed, values.length));
  wider.set(values.subarray(0, used));
  return wider;
}

/** Numbers one by one → one flat array whose final length need not be known beforehand. */
export class GrowingArray<T extends NumberArray> {
  length = 0;
  /** The numbers so far are the first `length` ones. `push` and `reserve` may replace the array. */
  values: T;

  /** @param values the first storage, whose contents do not count. */
  constructor(values: T) {
    this.values = values;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  /** Makes the array long enough for `more` numbers after the present ones. */
  reserve(more: number): void {
    if (this.length + more > this.values.length) this.values = grown(this.values, this.length, this.length + more);
  }
}
