// A point and a triangle → the nearest point, the distance to it, and a certified lower bound of the distance.
//
// The regions of C. Ericson, *Real-Time Collision Detection*, 2005, 5.1.5, distinguished by the barycentric weights of
// the foot of the perpendicular from p:
//
//          weightC < 0               all weights ≥ 0: the foot is in the face, and is the nearest point
//       a ──────────── b             a weight < 0: the nearest point is on the edge opposite that corner, or beyond one
//        ╲            ╱              of its ends on another edge whose weight is < 0 too
//         ╲  face    ╱  weightA < 0  a sliver's weights are not trusted: all three edges are tried
//  weightB ╲        ╱
//   < 0     ╲      ╱
//               c
//
// Upper bound: the distance to a point of the triangle. Lower bound, whatever rounding did to that point: for any unit
// g, every point y of the triangle has |p − y| ≥ g·(p − y) ≥ min over the corners v of g·(p − v). g is the face's
// normal if the nearest point is inside the face, else the direction to it; both bounds then agree up to rounding.

import { isSliver } from '#core';
import type { f64, Floats, i32 } from './floats.ts';

/**
 * Slots of the result: nearest point xyz, its distance squared, the lower bound of the distance (mm, before
 * lengthSlack of `core/bounds.ts`; if that does not suffice, `known-distance.ts` goes on).
 */
export const SQUARED = 3;
export const LOWER = 4;
export const POINT_TRIANGLE_SIZE = 5;

/**
 * p: offset of xyz in P; a, b, c: in A; any triangle, zero-area ones included. It is one function, with normal and
 * differences inlined by hand, since every nearest-face search spends its time here: numbers passed to a helper would
 * be garbage if that call were not inlined.
 */
export function pointTriangle(P: Floats, p: i32, A: Floats, a: i32, b: i32, c: i32, out: Floats): void {
  const ax = A[a];
  const ay = A[a + 1];
  const az = A[a + 2];
  const ux = A[b] - ax;
  const uy = A[b + 1] - ay;
  const uz = A[b + 2] - az;
  const vx = A[c] - ax;
  const vy = A[c + 1] - ay;
  const vz = A[c + 2] - az;
  const wx = P[p] - ax;
  const wy = P[p + 1] - ay;
  const wz = P[p + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const weightC = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx);
  const weightB = nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx);
  const weightA = nn - weightB - weightC;
  const thin = isSliver(nn, Math.max(uu, vv));
  let best: f64 = Infinity;
  let s: f64 = 0;
  let t: f64 = 0;
  if (weightA >= 0 && weightB >= 0 && weightC >= 0 && nn > 0) {
    s = weightB / nn;
    t = weightC / nn;
    if (s + t > 1) t = 1 - s;
    if (!thin) {
      const dx = wx - (s * ux + t * vx);
      const dy = wy - (s * uy + t * vy);
      const dz = wz - (s * uz + t * vz);
      out[0] = ax + (s * ux + t * vx);
      out[1] = ay + (s * uy + t * vy);
      out[2] = az + (s * uz + t * vz);
      out[SQUARED] = dx * dx + dy * dy + dz * dz;
      const toA = nx * wx + ny * wy + nz * wz;
      const toB = toA - (nx * ux + ny * uy + nz * uz);
      const toC = toA - (nx * vx + ny * vy + nz * vz);
      const support = toA > 0 ? Math.min(toA, Math.min(toB, toC)) : Math.min(-toA, Math.min(-toB, -toC));
      out[LOWER] = support > 0 ? support / Math.sqrt(nn) : 0;
      return;
    }
    const dx = wx - s * ux - t * vx;
    const dy = wy - s * uy - t * vy;
    const dz = wz - s * uz - t * vz;
    best = dx * dx + dy * dy + dz * dz;
  }
  if (thin || weightC < 0) {
    const r = clampedRatio(wx * ux + wy * uy + wz * uz, uu);
    const dx = wx - r * ux;
    const dy = wy - r * uy;
    const dz = wz - r * uz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < best) {
      best = squared;
      s = r;
      t = 0;
    }
  }
  if (thin || weightB < 0) {
    const r = clampedRatio(wx * vx + wy * vy + wz * vz, vv);
    const dx = wx - r * vx;
    const dy = wy - r * vy;
    const dz = wz - r * vz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < best) {
      best = squared;
      s = 0;
      t = r;
    }
  }
  if (thin || weightA < 0 || best === Infinity) {
    const ex = vx - ux;
    const ey = vy - uy;
    const ez = vz - uz;
    const r = clampedRatio((wx - ux) * ex + (wy - uy) * ey + (wz - uz) * ez, ex * ex + ey * ey + ez * ez);
    const dx = wx - ux - r * ex;
    const dy = wy - uy - r * ey;
    const dz = wz - uz - r * ez;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < best) {
      s = 1 - r;
      t = r;
    }
  }
  const gx = wx - (s * ux + t * vx);
  const gy = wy - (s * uy + t * vy);
  const gz = wz - (s * uz + t * vz);
  out[0] = ax + (s * ux + t * vx);
  out[1] = ay + (s * uy + t * vy);
  out[2] = az + (s * uz + t * vz);
  const squared = gx * gx + gy * gy + gz * gz;
  out[SQUARED] = squared;
  const toA = gx * wx + gy * wy + gz * wz;
  const support = toA - Math.max(0, Math.max(gx * ux + gy * uy + gz * uz, gx * vx + gy * vy + gz * vz));
  out[LOWER] = support > 0 ? support / Math.sqrt(squared) : 0;
}

/** n/d clamped to [0, 1]; 0 if d is 0. */
export function clampedRatio(n: f64, d: f64): f64 {
  return n > 0 ? (n < d ? n / d : d > 0 ? 1 : 0) : 0;
}
