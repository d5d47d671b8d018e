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

/** sortByKey for 16-bit keys: a counting sort. */
export function sortByShortKey(keys: Uint16Array, count: number): Uint32Array {
  const start = new Uint32Array(65537);
  for (let i = 0; i < count; i++) start[keys[i] + 1]++;
  for (let d = 0; d < 65536; d++) start[d + 1] += start[d];
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[start[keys[i]]++] = i;
  return order;
}
