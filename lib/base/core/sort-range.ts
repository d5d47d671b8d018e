// Part of an array of unsigned numbers → the same numbers in ascending order, in place.

/** Longer ranges are sorted faster by the typed array's own sort. */
const FEW = 64;

/** Sorts values start … end − 1: a few by insertion, which costs less than a call of the typed array's sort. */
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
