// Part of an array of unsigned numbers → the same numbers in ascending order, in place.

/** Above it the library's sort is the faster. */
const FEW = 64;

/**
 * Sorts values start … end − 1: by insertion where they are few, for a call of the library's sort costs more than that.
 */
export function sortRange(values: Uint32Array, start: number, end: number): void {
  if (end - start > FEW) {
    values.subarray(start, end).sort();
    return;
  }
  for (let i = start + 1; i < end; i++) {
    const value = values[i];
    let j = i;
    for (; j > start && values[j - 1] > value; j--) values[j] = values[j - 1];
    values[j] = value;
  }
}
