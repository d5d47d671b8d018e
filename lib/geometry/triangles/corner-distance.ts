// A triangle → how far its points can be from their nearest corner.

import { UNIT_ROUNDOFF } from '#core';
import type { f64, Floats, i32 } from './floats.ts';

/**
 * The greatest distance from a point of the triangle to its nearest corner, rounded up, mm; at most (longest edge)/√3,
 * in the equilateral case. Acute or right: the circumradius. Obtuse with longest edge c: attained at a point of c
 * equally far from one of its ends and from the obtuse corner, at b²c/(b² + c² − a²) from one end or a²c/(a² + c² − b²)
 * from the other.
 */
export function greatestCornerDistance(A: Floats, a: i32, b: i32, c: i32): f64 {
  const first = edgeSquared(A, a, b);
  const second = edgeSquared(A, b, c);
  const third = edgeSquared(A, c, a);
  const shorter = Math.min(first, second);
  const longer = Math.max(first, second);
  const aa = Math.min(shorter, third);
  const bb = Math.max(shorter, Math.min(longer, third));
  const cc = Math.max(longer, third);
  const longest = Math.sqrt(cc);
  // Two equal corners, or three: a segment or a point.
  if (aa === 0) return (longest / 2) * (1 + 64 * UNIT_ROUNDOFF);
  const obtuse = Math.max((bb * longest) / (bb + cc - aa), (aa * longest) / (aa + cc - bb));
  let radius = obtuse;
  if (aa + bb > cc) {
    // 16·area² = 2(a²b² + b²c² + c²a²) − (a⁴ + b⁴ + c⁴): well conditioned, since no angle of an acute triangle is near
    // 180°.
    const rest = aa + bb - cc;
    const sixteenAreaSquared = 4 * aa * bb - rest * rest;
    radius = Math.sqrt((aa * bb * cc) / sixteenAreaSquared);
  }
  // There are fewer than 32 roundings. A cancellation (in the second quotient, which is not the greater one) can only
  // enlarge the radius, and the cap longest/√3 bounds it.
  return Math.min(radius, longest / Math.sqrt(3)) * (1 + 64 * UNIT_ROUNDOFF);
}

/** Length of the longest edge, squared. */
export function longestEdgeSquared(A: Floats, a: i32, b: i32, c: i32): f64 {
  return Math.max(edgeSquared(A, a, b), Math.max(edgeSquared(A, b, c), edgeSquared(A, c, a)));
}

/** Length of the edge ab, squared. */
export function edgeSquared(A: Floats, a: i32, b: i32): f64 {
  const x = A[b] - A[a];
  const y = A[b + 1] - A[a + 1];
  const z = A[b + 2] - A[a + 2];
  return x * x + y * y + z * z;
}
