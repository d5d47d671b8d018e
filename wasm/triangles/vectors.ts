// Small helpers of the triangle tests, named as in lib/base/core and lib/geometry/triangles.

/** u, the unit roundoff of f64: 2^-53. */
export const UNIT_ROUNDOFF: f64 = 1.1102230246251565e-16;

/** n/d clamped to [0, 1]; 0 if d is 0. */
export function clampedRatio(n: f64, d: f64): f64 {
  return n > 0 ? (n < d ? n / d : d > 0 ? 1 : 0) : 0;
}

export function isSliver(normalSquared: f64, longestSquared: f64): bool {
  return normalSquared <= 64 * UNIT_ROUNDOFF * longestSquared * longestSquared;
}

export function largest3(p: usize): f64 {
  return max(abs(load<f64>(p)), max(abs(load<f64>(p, 8)), abs(load<f64>(p, 16))));
}

/** Writes (b − a) × (c − a) of a triangle. */
export function faceNormal(t: usize, out: usize): void {
  const x = load<f64>(t);
  const y = load<f64>(t, 8);
  const z = load<f64>(t, 16);
  const ux = load<f64>(t, 24) - x;
  const uy = load<f64>(t, 32) - y;
  const uz = load<f64>(t, 40) - z;
  const vx = load<f64>(t, 48) - x;
  const vy = load<f64>(t, 56) - y;
  const vz = load<f64>(t, 64) - z;
  store<f64>(out, uy * vz - uz * vy);
  store<f64>(out, uz * vx - ux * vz, 8);
  store<f64>(out, ux * vy - uy * vx, 16);
}
