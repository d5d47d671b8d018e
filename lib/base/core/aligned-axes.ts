// A unit vector → a right-handed frame along it (T. Duff et al., "Building an orthonormal basis, revisited", JCGT 6(1),
// 2017).

/**
 * Writes three unit vectors, x, y, z each: the given one, then two that are perpendicular to it and to each other. In
 * this order they are right-handed.
 */
export function alignedAxes(x: number, y: number, z: number, out: Float64Array): void {
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = 1 + sign * x * x * a;
  out[4] = sign * b;
  out[5] = -sign * x;
  out[6] = b;
  out[7] = sign + y * y * a;
  out[8] = -y;
}
