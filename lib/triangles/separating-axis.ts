// Two triangles and a reach → whether a direction shows that they are farther apart, without their nearest points.
//
// For any g, every pair x, y of points has |g|·|y − x| ≥ g·(y − x) ≥ min over one's corners of g·w − max over the
// other's of g·v. The directions are those of E. G. Gilbert (SIAM J. Control 4:1, 1966): towards the difference of the
// corners that were extreme along the last one, as far as the length still falls.

/**
 * Directions tried. Of pairs on two surfaces that face each other four decide most, and cost a tenth of the nearest
 * points.
 */
const DIRECTIONS = 4;

/**
 * Offsets of xyz in P and Q. False proves nothing; true: the exact distance is more than reach − 64u·M, M a bound on
 * the coordinates. Differences about one corner are wrong by ≤ 2u·M a coordinate, so < 7u·M for the two of a gap; each
 * of its two products is ≤ |g|·2√3·M with three roundings: < 21u·M; the comparison of squares, reach ≤ 2√3·M where it
 * matters: < 28u·M.
 */
export function fartherApart(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  reach: number,
): boolean {
  const px = P[a];
  const py = P[a + 1];
  const pz = P[a + 2];
  const bx = P[b] - px;
  const by = P[b + 1] - py;
  const bz = P[b + 2] - pz;
  const cx = P[c] - px;
  const cy = P[c + 1] - py;
  const cz = P[c + 2] - pz;
  const dx = Q[d] - px;
  const dy = Q[d + 1] - py;
  const dz = Q[d + 2] - pz;
  const ex = Q[e] - px;
  const ey = Q[e + 1] - py;
  const ez = Q[e + 2] - pz;
  const fx = Q[f] - px;
  const fy = Q[f + 1] - py;
  const fz = Q[f + 2] - pz;
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
    if (gap > 0 && gap * gap > reach * reach * (x * x + y * y + z * z)) return true;
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
