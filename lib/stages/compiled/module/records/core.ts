// In place of #core for the files of lib/geometry/triangles: the bounds that they use, as in lib/base/core/bounds.ts.

/** u, the unit roundoff of f64: 2^-53. */
export const UNIT_ROUNDOFF: f64 = 1.1102230246251565e-16;

export function lengthSlack(magnitude: f64): f64 {
  return 64 * UNIT_ROUNDOFF * magnitude;
}
export function knownGap(magnitude: f64): f64 {
  return 2 * UNIT_ROUNDOFF * magnitude;
}
export function isSliver(normalSquared: f64, longestSquared: f64): bool {
  return normalSquared <= 64 * UNIT_ROUNDOFF * longestSquared * longestSquared;
}
