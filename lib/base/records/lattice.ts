// Where the corners of sub-triangles lie: numbers (i, j) in LATTICE parts of a face's edges.
//
//   corner = ((LATTICE − i − j)·a + i·b + j·c) / LATTICE
//
// The parts are as many for every leaf, and more than any needs: an edge is halved at most LATTICE_BITS times, and a
// point has the same numbers in each leaf that it is a corner of. A pair (i, j) fits 53 bits, as one number does.

export const LATTICE_BITS = 26;
export const LATTICE = 2 ** LATTICE_BITS;
