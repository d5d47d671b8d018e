// A rotation ↔ four integers of 16 bits: its quaternion, scaled so that its largest component is 32767.
//
// The four are x, y, z, w, of which the first that has magnitude 32767 is positive; so each rotation has one such
// quadruple. Its length L is at least 32767. Rounding the other three moves it by √3/2 at most, which turns it by
// asin(√3 / (2 · 32767)) at most, and the rotation by twice that: ROTATION_ERROR, 0.00303°.
//
// Back from integers, each entry of the matrix is a quotient of integers below 2³⁵, so exact but for one rounding, and
// the same in every engine. From that matrix the quadruple is found again: its components come out within 2⁻³⁰.

const LARGEST = 32767;
/** rad. */
export const ROTATION_ERROR = 2 * Math.asin(Math.sqrt(3) / (2 * LARGEST));

/** A rotation as [x, y, z, w]. */
export type RotationIntegers = readonly [number, number, number, number];

/** @param m holds a pose at `at`, whose rotation is proper and orthonormal up to rounding. */
export function rotationIntegers(m: ArrayLike<number>, at: number): RotationIntegers {
  const [xx, yx, zx] = [m[at], m[at + 1], m[at + 2]];
  const [xy, yy, zy] = [m[at + 4], m[at + 5], m[at + 6]];
  const [xz, yz, zz] = [m[at + 8], m[at + 9], m[at + 10]];
  // Each row is the quaternion, times four times one of its components.
  const rows = [
    [1 + xx - yy - zz, xy + yx, xz + zx, zy - yz],
    [xy + yx, 1 - xx + yy - zz, yz + zy, xz - zx],
    [xz + zx, yz + zy, 1 - xx - yy + zz, yx - xy],
    [zy - yz, xz - zx, yx - xy, 1 + xx + yy + zz],
  ];
  const squares = rows.map((row, k) => row[k]);
  const largest = squares.reduce((best, x, k) => (x > squares[best] ? k : best), 0);
  const found = rows[largest].map((x) => Math.round((LARGEST * x) / squares[largest]));
  const sign = found.find((n) => Math.abs(n) === LARGEST) === -LARGEST ? -1 : 1;
  const [x, y, z, w] = found.map((n) => sign * n + 0);
  return [x, y, z, w];
}

/** Whether the integers are what `rotationIntegers` gives. */
export function areRotationIntegers(q: RotationIntegers): boolean {
  const first = q.find((n) => Math.abs(n) === LARGEST);
  return first === LARGEST && q.every((n) => Math.abs(n) <= LARGEST);
}

/** Writes the first three columns of a pose. */
export function writeRotation([x, y, z, w]: RotationIntegers, out: Float64Array, at: number): void {
  const square = x * x + y * y + z * z + w * w;
  const entries = [
    ...[square - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), square - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), square - 2 * (x * x + y * y), 0],
  ];
  // + 0 makes −0 of a product with 0 a plain 0.
  for (const [k, entry] of entries.entries()) out[at + k] = entry / square + 0;
}
