// A sub-triangle's level and path → the lattice numbers of its corners.

/**
 * Writes (i, j) of the three corners to out[at … at + 5]: corner = ((2^level − i − j)·a + i·b + j·c) / 2^level of the
 * face's vertices a, b, c. path: two bits a level, first split in the highest used bits. Child 0, 1, 2: each corner
 * moves halfway to that one, which stays. Child 3: each corner moves to the middle of the other two.
 */
export function leafLattice(level: number, path: number, out: Int32Array | Float64Array, at: number): void {
  out.fill(0, at, at + 6);
  out[at + 2] = 1;
  out[at + 5] = 1;
  for (let shift = 2 * (level - 1); shift >= 0; shift -= 2) {
    const child = (path >>> shift) & 3;
    for (let k = at; k < at + 2; k++) {
      const [p0, p1, p2] = [out[k], out[k + 2], out[k + 4]];
      const toward = child === 3 ? p0 + p1 + p2 : out[k + 2 * child];
      const sign = child === 3 ? -1 : 1;
      out[k] = toward + sign * p0;
      out[k + 2] = toward + sign * p1;
      out[k + 4] = toward + sign * p2;
    }
  }
}
