// A sub-triangle's level and path → the lattice numbers of its corners.

/** Bits of a path a level, the children that a sub-triangle is split into, and which of them is the middle one. */
export const PATH_BITS = 2;
export const CHILDREN = 2 ** PATH_BITS;
export const MIDDLE_CHILD = CHILDREN - 1;

/**
 * Writes (i, j) of the three corners to out[at … at + 5]: corner = ((2^level − i − j)·a + i·b + j·c) / 2^level of the
 * face's vertices a, b, c. path: PATH_BITS a level, first split in the highest used bits. Child 0, 1, 2: each corner
 * moves halfway to that one, which stays. MIDDLE_CHILD: each corner moves to the middle of the other two.
 */
export function leafLattice(level: number, path: number, out: Int32Array | Float64Array, at: number): void {
  out.fill(0, at, at + 6);
  out[at + 2] = 1;
  out[at + 5] = 1;
  for (let shift = PATH_BITS * (level - 1); shift >= 0; shift -= PATH_BITS) {
    const child = (path >>> shift) & (CHILDREN - 1);
    for (let k = at; k < at + 2; k++) {
      const [p0, p1, p2] = [out[k], out[k + 2], out[k + 4]];
      const toward = child === MIDDLE_CHILD ? p0 + p1 + p2 : out[k + 2 * child];
      const sign = child === MIDDLE_CHILD ? -1 : 1;
      out[k] = toward + sign * p0;
      out[k + 2] = toward + sign * p1;
      out[k + 4] = toward + sign * p2;
    }
  }
}
