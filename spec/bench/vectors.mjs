// Vectors of three numbers → combinations of them.

export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** s·a + t·b. */
export function mix(s, a, t, b) {
  return [s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]];
}

export function unit(a) {
  return mix(1 / Math.sqrt(dot(a, a)), a, 0, a);
}
