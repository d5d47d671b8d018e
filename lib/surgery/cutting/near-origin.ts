// A triangle → whether it is so near the origin that rounding may decide on which side the origin lies.

/** Cells. Coordinates up to 2^26 cells are rounded by less than 2^-26. */
const NEAR = 2 ** -23;

/**
 * Whether a triangle may be within NEAR of the origin.
 * @param areNearTold whether a point near a triangle thinner than NEAR/4 is also near other triangles that are tested
 * too; then this one need not report it.
 */
export function isNearOrigin(F: Float64Array, at: number, areNearTold = false): boolean {
  for (let k = at; k < at + 3; k++) {
    if (F[k] > NEAR && F[k + 3] > NEAR && F[k + 6] > NEAR) return false;
    if (F[k] < -NEAR && F[k + 3] < -NEAR && F[k + 6] < -NEAR) return false;
  }
  const ux = F[at + 3] - F[at];
  const uy = F[at + 4] - F[at + 1];
  const uz = F[at + 5] - F[at + 2];
  const vx = F[at + 6] - F[at];
  const vy = F[at + 7] - F[at + 1];
  const vz = F[at + 8] - F[at + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const squared = nx * nx + ny * ny + nz * nz;
  if (areNearTold && 16 * squared <= NEAR * NEAR * Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz))
    return false;
  const along = nx * F[at] + ny * F[at + 1] + nz * F[at + 2];
  return along * along <= NEAR * NEAR * squared;
}
