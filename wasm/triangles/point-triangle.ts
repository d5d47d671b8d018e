// A point and a triangle → the nearest point, the distance to it, and a lower bound of the distance.
// Twin of lib/geometry/triangles/point-triangle.ts, which explains it.

import { clampedRatio, isSliver } from './vectors';

/** Offsets of the result, bytes. */
export const SQUARED: usize = 24;
export const LOWER: usize = 32;
export const POINT_TRIANGLE_SIZE: i32 = 40;

export function pointTriangle(p: usize, T: usize, out: usize): void {
  const ax = load<f64>(T);
  const ay = load<f64>(T, 8);
  const az = load<f64>(T, 16);
  const ux = load<f64>(T, 24) - ax;
  const uy = load<f64>(T, 32) - ay;
  const uz = load<f64>(T, 40) - az;
  const vx = load<f64>(T, 48) - ax;
  const vy = load<f64>(T, 56) - ay;
  const vz = load<f64>(T, 64) - az;
  const wx = load<f64>(p) - ax;
  const wy = load<f64>(p, 8) - ay;
  const wz = load<f64>(p, 16) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const weightC = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx);
  const weightB = nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx);
  const weightA = nn - weightB - weightC;
  const thin = isSliver(nn, max(uu, vv));
  let best: f64 = Infinity;
  let s: f64 = 0;
  let t: f64 = 0;
  if (weightA >= 0 && weightB >= 0 && weightC >= 0 && nn > 0) {
    s = weightB / nn;
    t = weightC / nn;
    if (s + t > 1) t = 1 - s;
    if (!thin) {
      const fx = s * ux + t * vx;
      const fy = s * uy + t * vy;
      const fz = s * uz + t * vz;
      const dx = wx - fx;
      const dy = wy - fy;
      const dz = wz - fz;
      store<f64>(out, ax + fx);
      store<f64>(out, ay + fy, 8);
      store<f64>(out, az + fz, 16);
      store<f64>(out, dx * dx + dy * dy + dz * dz, SQUARED);
      const toA = nx * wx + ny * wy + nz * wz;
      const toB = toA - (nx * ux + ny * uy + nz * uz);
      const toC = toA - (nx * vx + ny * vy + nz * vz);
      const support = toA > 0 ? min(toA, min(toB, toC)) : min(-toA, min(-toB, -toC));
      store<f64>(out, support > 0 ? support / sqrt(nn) : 0, LOWER);
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
  const fx = s * ux + t * vx;
  const fy = s * uy + t * vy;
  const fz = s * uz + t * vz;
  const gx = wx - fx;
  const gy = wy - fy;
  const gz = wz - fz;
  store<f64>(out, ax + fx);
  store<f64>(out, ay + fy, 8);
  store<f64>(out, az + fz, 16);
  const squared = gx * gx + gy * gy + gz * gz;
  store<f64>(out, squared, SQUARED);
  const toA = gx * wx + gy * wy + gz * wz;
  const support = toA - max<f64>(0, max(gx * ux + gy * uy + gz * uz, gx * vx + gy * vy + gz * vz));
  store<f64>(out, support > 0 ? support / sqrt(squared) : 0, LOWER);
}
