// A sub-triangle's level and path → the lattice numbers of its corners.

import { LATTICE } from './lattice.ts';

/** Bits of a path per level, the number of children of a sub-triangle, and which of them is the middle one. */
export const PATH_BITS = 2;
export const CHILDREN = 2 ** PATH_BITS;
export const MIDDLE_CHILD = CHILDREN - 1;

/**
 * Writes (i, j) of the three corners to out[at … at + 5]: corner = ((LATTICE − i − j)·a + i·b + j·c) / LATTICE of the
 * face's vertices a, b, c. path: PATH_BITS per level, the first split in the highest used bits. Child 0, 1, 2: each
 * corner moves halfway to that corner, which stays. MIDDLE_CHILD: each corner moves to the middle of the other two.
 */
export function leafLattice(level: number, path: number, out: Int32Array | Float64Array, at: number): void {
  let i0 = 0;
  let j0 = 0;
  let i1 = 1;
  let j1 = 0;
  let i2 = 0;
  let j2 = 1;
  for (let shift = PATH_BITS * (level - 1); shift >= 0; shift -= PATH_BITS) {
    const child = (path >>> shift) & (CHILDREN - 1);
    const sign = child === MIDDLE_CHILD ? -1 : 1;
    const i = child === MIDDLE_CHILD ? i0 + i1 + i2 : child === 0 ? i0 : child === 1 ? i1 : i2;
    const j = child === MIDDLE_CHILD ? j0 + j1 + j2 : child === 0 ? j0 : child === 1 ? j1 : j2;
    i0 = i + sign * i0;
    i1 = i + sign * i1;
    i2 = i + sign * i2;
    j0 = j + sign * j0;
    j1 = j + sign * j1;
    j2 = j + sign * j2;
  }
  const part = LATTICE / 2 ** level;
  out[at] = i0 * part;
  out[at + 1] = j0 * part;
  out[at + 2] = i1 * part;
  out[at + 3] = j1 * part;
  out[at + 4] = i2 * part;
  out[at + 5] = j2 * part;
}
