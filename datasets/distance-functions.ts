// A point and a simple body → its signed distance (mm, negative inside), by + − × ÷ √ only, so that every engine gives
// the same bits.
//
// Every function here is 1-Lipschitz in the point: the bodies because they are exact distances, smoothUnion and
// smoothIntersection because their gradient is a convex combination of their operands' gradients. Any composition of
// them is therefore 1-Lipschitz too. The formulas are from I. Quilez, "distance functions" and "smooth minimum" (the
// quadratic one).

// These are bound once, because in a sandbox such as jest's looking up the global Math costs more than the call.
const { abs, max, min, sqrt } = Math;

/**
 * Union that rounds the crease over a width k (mm). It equals min(a, b) if |a − b| ≥ k, and is otherwise at most k/4
 * below.
 */
export function smoothUnion(a: number, b: number, k: number): number {
  const overlap = max(k - abs(a - b), 0);
  return min(a, b) - (overlap * overlap) / (4 * k);
}

/** Intersection that rounds the crease over a width k (mm). */
export function smoothIntersection(a: number, b: number, k: number): number {
  return -smoothUnion(-a, -b, k);
}

/** Body a minus body b. The crease is rounded over a width k (mm). */
export function smoothDifference(a: number, b: number, k: number): number {
  return -smoothUnion(-a, b, k);
}

/** Ball of radius r about (cx, cy, cz). */
export function ball(x: number, y: number, z: number, cx: number, cy: number, cz: number, r: number): number {
  return sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz)) - r;
}

/** All points within r of the segment from (ax, ay, az) to (bx, by, bz). */
export function capsule(
  x: number,
  y: number,
  z: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  r: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const t = min(1, max(0, (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz)));
  const ex = px - t * dx;
  const ey = py - t * dy;
  const ez = pz - t * dz;
  return sqrt(ex * ex + ey * ey + ez * ez) - r;
}

/** All points within r of the upright wall over the segment (ax, ay)–(bx, by), from height low to height high. */
export function wall(
  x: number,
  y: number,
  z: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  low: number,
  high: number,
  r: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const px = x - ax;
  const py = y - ay;
  const t = min(1, max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
  const ex = px - t * dx;
  const ey = py - t * dy;
  const ez = max(low - z, 0, z - high);
  return sqrt(ex * ex + ey * ey + ez * ez) - r;
}

/**
 * Convex hull of the ball of radius ra about (ax, ay, az) and the ball of radius rb about (bx, by, bz). Neither ball
 * may contain the other.
 */
export function roundCone(
  x: number,
  y: number,
  z: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  ra: number,
  rb: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  const squaredLength = dx * dx + dy * dy + dz * dz;
  const taper = ra - rb;
  const squaredSide = squaredLength - taper * taper;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const along = px * dx + py * dy + pz * dz;
  const beyond = along - squaredLength;
  const qx = px * squaredLength - dx * along;
  const qy = py * squaredLength - dy * along;
  const qz = pz * squaredLength - dz * along;
  const across = qx * qx + qy * qy + qz * qz;
  const k = (taper < 0 ? -1 : 1) * taper * taper * across;
  const beyondTerm = beyond * beyond * squaredLength;
  const alongTerm = along * along * squaredLength;
  if ((beyond < 0 ? -1 : 1) * squaredSide * beyondTerm > k) return sqrt(across + beyondTerm) / squaredLength - rb;
  if ((along < 0 ? -1 : 1) * squaredSide * alongTerm < k) return sqrt(across + alongTerm) / squaredLength - ra;
  return (sqrt((across * squaredSide) / squaredLength) + along * taper) / squaredLength - ra;
}
