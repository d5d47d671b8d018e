// Two triangles and a distance → whether a direction proves that they are farther apart, without their nearest points.
//
// For any g, every pair of points v, w of the two triangles has |g|·|w − v| ≥ g·(w − v) ≥ gap(g), the least of g·w over
// the second's corners minus the greatest of g·v over the first's. If gap(g) > |g|·maxDistance, g is a separating axis.
//
//      first        second        The directions are those of E. G. Gilbert (SIAM J. Control 4:1, 1966): on the set of
//       ╲      g      ╱           all differences w − v, from g towards the difference of the two corners that are
//        ●v ───────→ ●w           extreme along g, as far as the length still falls. |g| never grows, and tends to the
//       ╱             ╲           distance; gap(g)/|g| tends to it from below.

import type { TrianglePair } from './triangle-pair.ts';

/**
 * Directions tried. Four decide most pairs on two surfaces that face each other, at a tenth of the cost of the nearest
 * points.
 */
const DIRECTIONS = 4;

/**
 * False proves nothing; true: the exact distance is more than maxDistance − 64u·M, M a bound on the coordinates.
 * Differences about one corner have an error ≤ 2u·M per coordinate, so < 7u·M for the two of a gap; each of its two
 * products is ≤ |g|·2√3·M with three roundings: < 21u·M; the comparison of squares, maxDistance ≤ 2√3·M where it
 * matters: < 28u·M.
 */
export function fartherApart({ corners: C }: TrianglePair, maxDistance: number): boolean {
  const px = C[0];
  const py = C[1];
  const pz = C[2];
  const bx = C[3] - px;
  const by = C[4] - py;
  const bz = C[5] - pz;
  const cx = C[6] - px;
  const cy = C[7] - py;
  const cz = C[8] - pz;
  const dx = C[9] - px;
  const dy = C[10] - py;
  const dz = C[11] - pz;
  const ex = C[12] - px;
  const ey = C[13] - py;
  const ez = C[14] - pz;
  const fx = C[15] - px;
  const fy = C[16] - py;
  const fz = C[17] - pz;
  let x = (dx + ex + fx - bx - cx) / 3;
  let y = (dy + ey + fy - by - cy) / 3;
  let z = (dz + ez + fz - bz - cz) / 3;
  for (let i = 0; i < DIRECTIONS; i++) {
    const toB = x * bx + y * by + z * bz;
    const toC = x * cx + y * cy + z * cz;
    const toE = x * ex + y * ey + z * ez;
    const toF = x * fx + y * fy + z * fz;
    let low = x * dx + y * dy + z * dz;
    let vx = dx;
    let vy = dy;
    let vz = dz;
    if (toE < low) {
      low = toE;
      vx = ex;
      vy = ey;
      vz = ez;
    }
    if (toF < low) {
      low = toF;
      vx = fx;
      vy = fy;
      vz = fz;
    }
    let gap = low;
    if (toB > 0 && toB >= toC) {
      gap -= toB;
      vx -= bx;
      vy -= by;
      vz -= bz;
    } else if (toC > 0) {
      gap -= toC;
      vx -= cx;
      vy -= cy;
      vz -= cz;
    }
    if (gap > 0 && gap * gap > maxDistance * maxDistance * (x * x + y * y + z * z)) return true;
    vx -= x;
    vy -= y;
    vz -= z;
    const along = -(x * vx + y * vy + z * vz);
    if (!(along > 0)) return false;
    const most = vx * vx + vy * vy + vz * vz;
    const step = along < most ? along / most : 1;
    x += step * vx;
    y += step * vy;
    z += step * vz;
  }
  return false;
}
