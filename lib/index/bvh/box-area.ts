// Boxes of 6 f32, low x, y, z, high x, y, z → their union, and its area, which trees are split by.

/** Makes a box that holds nothing. */
export function emptyBox(box: Float32Array): void {
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3, 6);
}

/** Widens the box at box[at …] to hold the one at other[from …]. */
export function widen(box: Float32Array, at: number, other: Float32Array, from: number): void {
  for (let k = 0; k < 3; k++) {
    if (other[from + k] < box[at + k]) box[at + k] = other[from + k];
    if (other[from + 3 + k] > box[at + 3 + k]) box[at + 3 + k] = other[from + 3 + k];
  }
}

/** Half of the box's surface area. */
export function areaOf(box: Float32Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}
