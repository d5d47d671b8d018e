// 32-bit keys → the order that sorts them, stable: least-significant-digit radix sort, two digits of 16 bits.

export function sortByKey(keys: Uint32Array, count: number): Uint32Array {
  const lowStart = new Uint32Array(65537);
  const highStart = new Uint32Array(65537);
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    lowStart[(key & 0xffff) + 1]++;
    highStart[(key >>> 16) + 1]++;
  }
  for (let d = 0; d < 65536; d++) {
    lowStart[d + 1] += lowStart[d];
    highStart[d + 1] += highStart[d];
  }
  const byLow = new Uint32Array(count);
  for (let i = 0; i < count; i++) byLow[lowStart[keys[i] & 0xffff]++] = i;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const row = byLow[i];
    order[highStart[keys[row] >>> 16]++] = row;
  }
  return order;
}

/** f32 bits → unsigned integers in the same order, in place. */
export function orderableBits(values: Float32Array): Uint32Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < bits.length; i++) {
    const b = bits[i];
    bits[i] = b >>> 31 ? ~b : b | 0x80000000;
  }
  return bits;
}
