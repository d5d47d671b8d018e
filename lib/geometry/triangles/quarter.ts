// A triangle → one of the four into which its edges' midpoints divide it.

/** @param child 0, 1 or 2: the quarter at this corner; 3: the middle one. Corners are three numbers each. */
export function writeQuarter(parent: Float64Array, child: number, out: Float64Array, at: number): void {
  for (let corner = 0; corner < 3; corner++) {
    const [i, j] = child === 3 ? [(corner + 1) % 3, (corner + 2) % 3] : [child, corner];
    for (let k = 0; k < 3; k++) out[at + 3 * corner + k] = (parent[3 * i + k] + parent[3 * j + k]) / 2;
  }
}
