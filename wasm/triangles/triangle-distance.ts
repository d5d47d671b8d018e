// Two triangles → their nearest points, the distance between these, and a lower bound of the distance. Twin of
// lib/geometry/triangles/triangle-distance.ts, which explains it.

import { copy3 } from '../records/copy';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle';
import { clampedRatio, faceNormal, isSliver, largest3, UNIT_ROUNDOFF } from './vectors';

/** Offsets of the result, bytes: point on the first triangle, on the second, squared distance, lower bound. */
export const ON_SECOND: usize = 24;
export const PAIR_SQUARED: usize = 48;
export const PAIR_LOWER: usize = 56;
export const TRIANGLE_DISTANCE_SIZE: i32 = 64;

const SETTLED = 1;
const BESIDE = 0;
const ASTRIDE = -1;

const pointNear: usize = memory.data(POINT_TRIANGLE_SIZE, 16);
const crossing: usize = memory.data(24, 16);
const normal: usize = memory.data(24, 16);

/** @param F, S the two triangles, nine numbers each. */
export function measurePair(F: usize, S: usize, mayCross: bool, out: usize): void {
  store<f64>(out, Infinity, PAIR_SQUARED);
  if (mayCross) {
    if (!takeCrossings(F, S, true, out)) takeCrossings(S, F, false, out);
    if (load<f64>(out, PAIR_SQUARED) === 0) {
      store<f64>(out, 0, PAIR_LOWER);
      return;
    }
  }
  const above = takeNearestAbove(F, S, 24, out);
  const below = above === SETTLED ? SETTLED : takeNearestAbove(S, F, 0, out);
  if (below !== SETTLED && !takeEdges(F, S, out)) {
    if (above === ASTRIDE) takeAllFeet(F, S, 24, out);
    if (below === ASTRIDE) takeAllFeet(S, F, 0, out);
  }
  takeLowerBound(F, S, out);
}

/** The corner after the k-th of a triangle, and the one after that. */
function next(k: usize): usize {
  return k === 48 ? 0 : k + 24;
}

/** @returns whether the planes through the nearest points found separate the triangles. */
function takeEdges(F: usize, S: usize, out: usize): bool {
  let best = load<f64>(out, PAIR_SQUARED);
  for (let i: usize = 0; i <= 48; i += 24) {
    const I = F + i;
    const J = F + next(i);
    const ix = load<f64>(I);
    const iy = load<f64>(I, 8);
    const iz = load<f64>(I, 16);
    const ux = load<f64>(J) - ix;
    const uy = load<f64>(J, 8) - iy;
    const uz = load<f64>(J, 16) - iz;
    const uu = ux * ux + uy * uy + uz * uz;
    for (let s: usize = 0; s <= 48; s += 24) {
      const A = S + s;
      const B = S + next(s);
      const sx = load<f64>(A);
      const sy = load<f64>(A, 8);
      const sz = load<f64>(A, 16);
      const vx = load<f64>(B) - sx;
      const vy = load<f64>(B, 8) - sy;
      const vz = load<f64>(B, 16) - sz;
      const wx = ix - sx;
      const wy = iy - sy;
      const wz = iz - sz;
      const vv = vx * vx + vy * vy + vz * vz;
      const uv = ux * vx + uy * vy + uz * vz;
      const uw = ux * wx + uy * wy + uz * wz;
      const vw = vx * wx + vy * wy + vz * wz;
      const n = clampedRatio(uv * clampedRatio(uv * vw - vv * uw, uu * vv - uv * uv) + vw, vv);
      const m = clampedRatio(uv * n - uw, uu);
      const dx = wx + m * ux - n * vx;
      const dy = wy + m * uy - n * vy;
      const dz = wz + m * uz - n * vz;
      const squared = dx * dx + dy * dy + dz * dz;
      if (!(squared < best)) continue;
      best = squared;
      store<f64>(out, squared, PAIR_SQUARED);
      store<f64>(out, ix + m * ux);
      store<f64>(out, iy + m * uy, 8);
      store<f64>(out, iz + m * uz, 16);
      store<f64>(out, sx + n * vx, 24);
      store<f64>(out, sy + n * vy, 32);
      store<f64>(out, sz + n * vz, 40);
      if (areBeyond(F + next(next(i)), S + next(next(s)), out)) return true;
    }
  }
  return false;
}

function areBeyond(k: usize, r: usize, out: usize): bool {
  const ox = load<f64>(out);
  const oy = load<f64>(out, 8);
  const oz = load<f64>(out, 16);
  const px = load<f64>(out, 24);
  const py = load<f64>(out, 32);
  const pz = load<f64>(out, 40);
  const x = ox - px;
  const y = oy - py;
  const z = oz - pz;
  return (
    x * (load<f64>(k) - ox) + y * (load<f64>(k, 8) - oy) + z * (load<f64>(k, 16) - oz) >= 0 &&
    x * (load<f64>(r) - px) + y * (load<f64>(r, 8) - py) + z * (load<f64>(r, 16) - pz) <= 0
  );
}

/** @param own offset of the other triangle's point in the result: 0 if it is the first. */
function takeNearestAbove(T: usize, other: usize, own: usize, out: usize): i32 {
  faceNormal(T, normal);
  const nx = load<f64>(normal);
  const ny = load<f64>(normal, 8);
  const nz = load<f64>(normal, 16);
  const nn = nx * nx + ny * ny + nz * nz;
  if (nn === 0) return BESIDE;
  const a = heightAbove(T, other);
  const b = heightAbove(T, other + 24);
  const c = heightAbove(T, other + 48);
  if (!((a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0))) return ASTRIDE;
  const least = min(abs(a), min(abs(b), abs(c)));
  if (abs(a) === least && takeFoot(other, T, own, nn, out)) return SETTLED;
  if (abs(b) === least && takeFoot(other + 24, T, own, nn, out)) return SETTLED;
  return abs(c) === least && takeFoot(other + 48, T, own, nn, out) ? SETTLED : BESIDE;
}

function heightAbove(T: usize, i: usize): f64 {
  return (
    load<f64>(normal) * (load<f64>(i) - load<f64>(T)) +
    load<f64>(normal, 8) * (load<f64>(i, 8) - load<f64>(T, 8)) +
    load<f64>(normal, 16) * (load<f64>(i, 16) - load<f64>(T, 16))
  );
}

function takeAllFeet(T: usize, other: usize, own: usize, out: usize): void {
  faceNormal(T, normal);
  const nx = load<f64>(normal);
  const ny = load<f64>(normal, 8);
  const nz = load<f64>(normal, 16);
  const nn = nx * nx + ny * ny + nz * nz;
  for (let i: usize = 0; i <= 48; i += 24) takeFoot(other + i, T, own, nn, out);
}

/** Corner i of the other triangle and its foot on the face of T. */
function takeFoot(i: usize, T: usize, own: usize, nn: f64, out: usize): bool {
  const nx = load<f64>(normal);
  const ny = load<f64>(normal, 8);
  const nz = load<f64>(normal, 16);
  const ax = load<f64>(T);
  const ay = load<f64>(T, 8);
  const az = load<f64>(T, 16);
  const ux = load<f64>(T, 24) - ax;
  const uy = load<f64>(T, 32) - ay;
  const uz = load<f64>(T, 40) - az;
  const vx = load<f64>(T, 48) - ax;
  const vy = load<f64>(T, 56) - ay;
  const vz = load<f64>(T, 64) - az;
  const wx = load<f64>(i) - ax;
  const wy = load<f64>(i, 8) - ay;
  const wz = load<f64>(i, 16) - az;
  const weightC = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx);
  const weightB = nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx);
  if (weightB < 0 || weightC < 0 || weightB + weightC > nn) return false;
  const s = weightB / nn;
  const t = min(weightC / nn, 1 - s);
  const fx = s * ux + t * vx;
  const fy = s * uy + t * vy;
  const fz = s * uz + t * vz;
  const dx = wx - fx;
  const dy = wy - fy;
  const dz = wz - fz;
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared < load<f64>(out, PAIR_SQUARED)) {
    store<f64>(out, squared, PAIR_SQUARED);
    copy3(out + own, i);
    const opposite = out + 24 - own;
    store<f64>(opposite, ax + fx);
    store<f64>(opposite, ay + fy, 8);
    store<f64>(opposite, az + fz, 16);
  }
  return !isSliver(nn, max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
}

/** Tests the three edges of T against the other's face until one pierces it. @returns whether one does. */
function takeCrossings(T: usize, other: usize, isFirst: bool, out: usize): bool {
  for (let i: usize = 0; i <= 48; i += 24) {
    takeCrossing(T + i, T + next(i), other, isFirst, out);
    if (!(load<f64>(out, PAIR_SQUARED) > 0)) return true;
  }
  return false;
}

function takeCrossing(i: usize, j: usize, other: usize, isFirst: bool, out: usize): void {
  faceNormal(other, normal);
  if (!pierce(i, j, other)) return;
  pointTriangle(crossing, other, pointNear);
  let magnitude: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const at = other + k;
    const corners = max(abs(load<f64>(at)), max(abs(load<f64>(at, 24)), abs(load<f64>(at, 48))));
    magnitude = max(magnitude, max(abs(load<f64>(crossing + k)), corners));
  }
  const limit = (64 * UNIT_ROUNDOFF * magnitude) / 8;
  const squared = load<f64>(pointNear, SQUARED);
  const shared = squared <= limit * limit;
  if (!shared && squared >= load<f64>(out, PAIR_SQUARED)) return;
  store<f64>(out, shared ? 0 : squared, PAIR_SQUARED);
  copy3(out, shared || isFirst ? crossing : pointNear);
  copy3(out + 24, shared || !isFirst ? crossing : pointNear);
}

/** Whether edge ij visibly passes through the face of T, whose normal is known, and its point there. */
function pierce(i: usize, j: usize, T: usize): bool {
  const nx = load<f64>(normal);
  const ny = load<f64>(normal, 8);
  const nz = load<f64>(normal, 16);
  const tx = load<f64>(T);
  const ty = load<f64>(T, 8);
  const tz = load<f64>(T, 16);
  const wx = load<f64>(i) - tx;
  const wy = load<f64>(i, 8) - ty;
  const wz = load<f64>(i, 16) - tz;
  const from = nx * wx + ny * wy + nz * wz;
  const to = nx * (load<f64>(j) - tx) + ny * (load<f64>(j, 8) - ty) + nz * (load<f64>(j, 16) - tz);
  if (from > 0 === to > 0 || from === to) return false;
  const ux = load<f64>(T, 24) - tx;
  const uy = load<f64>(T, 32) - ty;
  const uz = load<f64>(T, 40) - tz;
  const vx = load<f64>(T, 48) - tx;
  const vy = load<f64>(T, 56) - ty;
  const vz = load<f64>(T, 64) - tz;
  const r = from / (from - to);
  const x = wx + r * (load<f64>(j) - load<f64>(i));
  const y = wy + r * (load<f64>(j, 8) - load<f64>(i, 8));
  const z = wz + r * (load<f64>(j, 16) - load<f64>(i, 16));
  const nn = nx * nx + ny * ny + nz * nz;
  const weightF = nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x);
  const weightE = nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx);
  if (weightF < 0 || weightE < 0 || weightE + weightF > nn) return false;
  for (let k: usize = 0; k < 24; k += 8)
    store<f64>(crossing + k, load<f64>(i + k) + r * (load<f64>(j + k) - load<f64>(i + k)));
  return true;
}

function takeLowerBound(F: usize, S: usize, out: usize): void {
  store<f64>(out, 0, PAIR_LOWER);
  const upper = sqrt(load<f64>(out, PAIR_SQUARED));
  if (upper === 0) return;
  const x = load<f64>(out) - load<f64>(out, 24);
  const y = load<f64>(out, 8) - load<f64>(out, 32);
  const z = load<f64>(out, 16) - load<f64>(out, 40);
  let lower = support(F, S, x, y, z);
  const enough = upper - 2 * UNIT_ROUNDOFF * largest3(F);
  if (lower < enough) lower = supportAcross(F, F, S, x, y, z, lower);
  if (lower < enough) lower = supportAcross(S, F, S, x, y, z, lower);
  store<f64>(out, lower, PAIR_LOWER);
}

/** The greater of `lower` and the support along the normal of T, turned towards g. */
function supportAcross(T: usize, F: usize, S: usize, x: f64, y: f64, z: f64, lower: f64): f64 {
  faceNormal(T, normal);
  const nx = load<f64>(normal);
  const ny = load<f64>(normal, 8);
  const nz = load<f64>(normal, 16);
  const toward: f64 = nx * x + ny * y + nz * z < 0 ? -1 : 1;
  return max(lower, support(F, S, toward * nx, toward * ny, toward * nz));
}

function support(F: usize, S: usize, gx: f64, gy: f64, gz: f64): f64 {
  const length = sqrt(gx * gx + gy * gy + gz * gz);
  if (!(length > 0)) return 0;
  const x = load<f64>(S);
  const y = load<f64>(S, 8);
  const z = load<f64>(S, 16);
  const least = min(
    along(F, x, y, z, gx, gy, gz),
    min(along(F + 24, x, y, z, gx, gy, gz), along(F + 48, x, y, z, gx, gy, gz)),
  );
  const most = max<f64>(0, max(along(S + 24, x, y, z, gx, gy, gz), along(S + 48, x, y, z, gx, gy, gz)));
  return least > most ? (least - most) / length : 0;
}

/** g·(v − o). */
export function along(v: usize, x: f64, y: f64, z: f64, gx: f64, gy: f64, gz: f64): f64 {
  return gx * (load<f64>(v) - x) + gy * (load<f64>(v, 8) - y) + gz * (load<f64>(v, 16) - z);
}

/** The gap between T and the other triangle along n, either way, ≥ 0; n is the normal of T. */
export function gapAlong(T: usize, other: usize, nx: f64, ny: f64, nz: f64): f64 {
  const x = load<f64>(other);
  const y = load<f64>(other, 8);
  const z = load<f64>(other, 16);
  const a = along(T, x, y, z, nx, ny, nz);
  const b = along(T + 24, x, y, z, nx, ny, nz);
  const c = along(T + 48, x, y, z, nx, ny, nz);
  const e = along(other + 24, x, y, z, nx, ny, nz);
  const f = along(other + 48, x, y, z, nx, ny, nz);
  const gap = max(min(a, min(b, c)) - max<f64>(0, max(e, f)), min<f64>(0, min(e, f)) - max(a, max(b, c)));
  return gap > 0 ? gap / sqrt(nx * nx + ny * ny + nz * nz) : 0;
}
