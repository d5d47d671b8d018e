// A piece's bounding sphere and two faces → whether the sphere, inflated, may meet each of them: a lane of a
// vector is a face. No false negatives, but false positives: the face's box and plane are tested, in coordinates
// relative to the sphere's centre.

import { inflate } from '../records/question';

let x: f64 = 0;
let y: f64 = 0;
let z: f64 = 0;
let squared: f64 = 0;

/** Takes the sphere centred at the centroid of three or four corners. */
export function sphereOf(p: usize, corners: i32): void {
  x = load<f64>(p) + load<f64>(p, 24) + load<f64>(p, 48);
  y = load<f64>(p, 8) + load<f64>(p, 32) + load<f64>(p, 56);
  z = load<f64>(p, 16) + load<f64>(p, 40) + load<f64>(p, 64);
  if (corners === 4) {
    x += load<f64>(p, 72);
    y += load<f64>(p, 80);
    z += load<f64>(p, 88);
  }
  x /= <f64>corners;
  y /= <f64>corners;
  z /= <f64>corners;
  let most = max(fromCentre(p), max(fromCentre(p + 24), fromCentre(p + 48)));
  if (corners === 4) most = max(most, fromCentre(p + 72));
  const radius = sqrt(most) + inflate;
  squared = radius * radius;
}

function fromCentre(p: usize): f64 {
  const dx = load<f64>(p) - x;
  const dy = load<f64>(p, 8) - y;
  const dz = load<f64>(p, 16) - z;
  return dx * dx + dy * dy + dz * dz;
}

/** Coordinate `at` of both, relative to the centre. */
function pairAt(A: usize, B: usize, at: usize, centre: f64): v128 {
  return f64x2.sub(f64x2.replace_lane(v128.load64_splat(A + at), 1, load<f64>(B + at)), f64x2.splat(centre));
}

/** Distance from 0 to the interval [least, most]. */
function outside(a: v128, b: v128, c: v128): v128 {
  const least = f64x2.min(f64x2.min(a, b), c);
  const most = f64x2.max(f64x2.max(a, b), c);
  return f64x2.max(f64x2.splat(0), f64x2.max(least, f64x2.neg(most)));
}

/** Bit 0: whether the sphere may meet A; bit 1: B. */
export function mayMeet(A: usize, B: usize): i32 {
  return ASC_FEATURE_SIMD ? mayMeetBoth(A, B) : i32(mayMeetOne(A)) | (i32(mayMeetOne(B)) << 1);
}

function mayMeetBoth(A: usize, B: usize): i32 {
  const limit = f64x2.splat(squared);
  const ax = pairAt(A, B, 0, x);
  const bx = pairAt(A, B, 24, x);
  const cx = pairAt(A, B, 48, x);
  const dx = outside(ax, bx, cx);
  const ay = pairAt(A, B, 8, y);
  const by = pairAt(A, B, 32, y);
  const cy = pairAt(A, B, 56, y);
  const dy = outside(ay, by, cy);
  const az = pairAt(A, B, 16, z);
  const bz = pairAt(A, B, 40, z);
  const cz = pairAt(A, B, 64, z);
  const dz = outside(az, bz, cz);
  const apart = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
  const boxes = i64x2.bitmask(f64x2.le(apart, limit));
  if (boxes === 0) return 0;
  const ux = f64x2.sub(bx, ax);
  const uy = f64x2.sub(by, ay);
  const uz = f64x2.sub(bz, az);
  const vx = f64x2.sub(cx, ax);
  const vy = f64x2.sub(cy, ay);
  const vz = f64x2.sub(cz, az);
  const nx = f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy));
  const ny = f64x2.sub(f64x2.mul(uz, vx), f64x2.mul(ux, vz));
  const nz = f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx));
  // Support along n, so that any n, however rounded, either is a separating direction or is not.
  const toA = dot(nx, ny, nz, ax, ay, az);
  const toB = dot(nx, ny, nz, bx, by, bz);
  const toC = dot(nx, ny, nz, cx, cy, cz);
  const gap = outside(toA, toB, toC);
  const planes = f64x2.le(f64x2.mul(gap, gap), f64x2.mul(limit, dot(nx, ny, nz, nx, ny, nz)));
  return boxes & i64x2.bitmask(planes);
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** The same without vectors. */
function mayMeetOne(A: usize): bool {
  const ax = load<f64>(A) - x;
  const bx = load<f64>(A, 24) - x;
  const cx = load<f64>(A, 48) - x;
  const dx = gapTo(ax, bx, cx);
  const ay = load<f64>(A, 8) - y;
  const by = load<f64>(A, 32) - y;
  const cy = load<f64>(A, 56) - y;
  const dy = gapTo(ay, by, cy);
  const az = load<f64>(A, 16) - z;
  const bz = load<f64>(A, 40) - z;
  const cz = load<f64>(A, 64) - z;
  const dz = gapTo(az, bz, cz);
  if (dx * dx + dy * dy + dz * dz > squared) return false;
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const gap = gapTo(nx * ax + ny * ay + nz * az, nx * bx + ny * by + nz * bz, nx * cx + ny * cy + nz * cz);
  return gap * gap <= squared * (nx * nx + ny * ny + nz * nz);
}

/** Distance from 0 to the interval that three numbers span. */
function gapTo(a: f64, b: f64, c: f64): f64 {
  return max<f64>(0, max(min(min(a, b), c), -max(max(a, b), c)));
}
