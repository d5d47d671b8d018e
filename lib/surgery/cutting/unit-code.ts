// A unit vector ↔ 32 bits: 16 for each coordinate of its projection onto an unfolded octahedron.
//
// Source: Z. H. Cigolle, S. Donow, D. Evangelakos, M. Mara, M. McGuire, Q. Meyer, "A survey of efficient
// representations for independent unit vectors", 2014. Each coordinate is off by at most 2^-16, the vector by less than
// 2^-14 rad.

/** The code of an unknown vector. No unit vector has it: the codes of coordinates are from 1 to 65,535. */
export const UNKNOWN = 0;
const HALF = 2 ** 15;
const STEPS = HALF - 1;

/** @param x, y, z of any length; UNKNOWN if the length is 0. */
export function unitCode(x: number, y: number, z: number): number {
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (!(size > 0)) return UNKNOWN;
  let u = x / size;
  let v = y / size;
  if (z < 0) {
    const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1);
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1);
    u = folded;
  }
  return ((HALF + Math.round(u * STEPS)) * 65536 + HALF + Math.round(v * STEPS)) >>> 0;
}

/** The vector of a code other than UNKNOWN, of length 1 up to rounding. */
export function unitOf(code: number, out: Float64Array): void {
  let x = ((code >>> 16) - HALF) / STEPS;
  let y = ((code & 65535) - HALF) / STEPS;
  const z = 1 - Math.abs(x) - Math.abs(y);
  if (z < 0) {
    const folded = (1 - Math.abs(y)) * (x < 0 ? -1 : 1);
    y = (1 - Math.abs(x)) * (y < 0 ? -1 : 1);
    x = folded;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}
