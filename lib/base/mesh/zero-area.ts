// Three points → whether the triangle between them has area exactly 0.

import { orient2d } from 'robust-predicates';

/**
 * Collinear or coincident corners, decided for the stored coordinates without rounding: the area is 0 if and only if
 * its projections along x, y and z all have area 0, and Shewchuk's adaptive orient2d gives their signs (exact unless a
 * product of two coordinate differences overflows or underflows: coordinates between about 1e-70 and 1e+70 are safe).
 * @param i, j, k offsets of the corners' x in `positions`.
 */
export function hasZeroArea(positions: ArrayLike<number>, i: number, j: number, k: number): boolean {
  const [ax, ay, az] = [positions[i], positions[i + 1], positions[i + 2]];
  const [bx, by, bz] = [positions[j], positions[j + 1], positions[j + 2]];
  const [cx, cy, cz] = [positions[k], positions[k + 1], positions[k + 2]];
  return (
    orient2d(ax, ay, bx, by, cx, cy) === 0 &&
    orient2d(ay, az, by, bz, cy, cz) === 0 &&
    orient2d(az, ax, bz, bx, cz, cx) === 0
  );
}
