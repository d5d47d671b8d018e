// Poses ↔ placements: the pivot's position x, y, z and the unit quaternion x, y, z, w of the rotation tool → bone. A
// motion between two placements is six numbers in the bone's frame: the translation of the pivot (mm), then a rotation
// vector (rad).

import { PoseError } from './errors.ts';

export const PLACEMENT_SIZE = 7;

/** @param pose 16 numbers, column-major, rigid. @param pivot in the tool's frame, mm. */
export function placementOf(pose: ArrayLike<number>, pivot: ArrayLike<number>, out: Float64Array): void {
  for (let k = 0; k < 3; k++)
    out[k] = pose[k] * pivot[0] + pose[4 + k] * pivot[1] + pose[8 + k] * pivot[2] + pose[12 + k];
  // Each is four times the square of a component. They add up to 4, so the largest is ≥ 1 and suffers no cancellation.
  const ww = 1 + pose[0] + pose[5] + pose[10];
  const xx = 1 + pose[0] - pose[5] - pose[10];
  const yy = 1 - pose[0] + pose[5] - pose[10];
  const zz = 1 - pose[0] - pose[5] + pose[10];
  const wx = pose[6] - pose[9];
  const wy = pose[8] - pose[2];
  const wz = pose[1] - pose[4];
  const xy = pose[1] + pose[4];
  const zx = pose[2] + pose[8];
  const yz = pose[6] + pose[9];
  if (ww >= xx && ww >= yy && ww >= zz) write(out, wx, wy, wz, ww);
  else if (xx >= yy && xx >= zz) write(out, xx, xy, zx, wx);
  else if (yy >= zz) write(out, xy, yy, yz, wy);
  else write(out, zx, yz, zz, wz);
  normalise(out);
}

/** The rotation, row by row: 9 numbers. */
export function rotationOf(placement: Float64Array, out: Float64Array): void {
  const x = placement[3];
  const y = placement[4];
  const z = placement[5];
  const w = placement[6];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - z * w);
  out[2] = 2 * (x * z + y * w);
  out[3] = 2 * (x * y + z * w);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - x * w);
  out[6] = 2 * (x * z - y * w);
  out[7] = 2 * (y * z + x * w);
  out[8] = 1 - 2 * (x * x + y * y);
}

/** @param rotation scratch of 9 numbers. @param out 16 numbers, column-major. */
export function poseOf(
  placement: Float64Array,
  pivot: ArrayLike<number>,
  rotation: Float64Array,
  out: Float64Array,
): void {
  rotationOf(placement, rotation);
  for (let row = 0; row < 3; row++) {
    const at = 3 * row;
    for (let column = 0; column < 3; column++) out[4 * column + row] = rotation[at + column];
    out[12 + row] =
      placement[row] - (rotation[at] * pivot[0] + rotation[at + 1] * pivot[1] + rotation[at + 2] * pivot[2]);
    out[4 * row + 3] = 0;
  }
  out[15] = 1;
}

/** The motion from one placement to another. The rotation takes the shorter of the two ways round. */
export function motionBetween(from: Float64Array, to: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = to[k] - from[k];
  const ax = from[3];
  const ay = from[4];
  const az = from[5];
  const aw = from[6];
  const bx = to[3];
  const by = to[4];
  const bz = to[5];
  const bw = to[6];
  const cos = bw * aw + bx * ax + by * ay + bz * az;
  const turn = cos < 0 ? -1 : 1;
  const x = turn * (-bw * ax + bx * aw - by * az + bz * ay);
  const y = turn * (-bw * ay + bx * az + by * aw - bz * ax);
  const z = turn * (-bw * az - bx * ay + by * ax + bz * aw);
  const sin = Math.sqrt(x * x + y * y + z * z);
  // angle / sin(angle/2) tends to 2 as the rotation goes to 0.
  const scale = sin > 0 ? (2 * Math.atan2(sin, turn * cos)) / sin : 2;
  out[3] = scale * x;
  out[4] = scale * y;
  out[5] = scale * z;
}

/** The placement that a motion leads to. `out` may be `from`. */
export function moved(from: Float64Array, motion: Float64Array, out: Float64Array): void {
  const rx = motion[3];
  const ry = motion[4];
  const rz = motion[5];
  const angle = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const half = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  const x = half * rx;
  const y = half * ry;
  const z = half * rz;
  const w = Math.cos(angle / 2);
  const ax = from[3];
  const ay = from[4];
  const az = from[5];
  const aw = from[6];
  for (let k = 0; k < 3; k++) out[k] = from[k] + motion[k];
  out[3] = w * ax + x * aw + y * az - z * ay;
  out[4] = w * ay - x * az + y * aw + z * ax;
  out[5] = w * az + x * ay - y * ax + z * aw;
  out[6] = w * aw - x * ax - y * ay - z * az;
  normalise(out);
}

function write(out: Float64Array, x: number, y: number, z: number, w: number): void {
  out[3] = x;
  out[4] = y;
  out[5] = z;
  out[6] = w;
}

/** Scales the quaternion to length 1. */
export function normalise(placement: Float64Array): void {
  const { 3: x, 4: y, 5: z, 6: w } = placement;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  for (let k = 3; k < PLACEMENT_SIZE; k++) placement[k] /= length;
}

/**
 * How far the length of a quaternion that comes from outside may differ from 1. The components of a quaternion written
 * with three decimals are wrong by at most 0.5e-3 each, and its length thus by at most √4 · 0.5e-3 (triangle
 * inequality).
 */
export const QUATERNION_LENGTH_LIMIT = 1e-3;

/** @param what the beginning of the sentence. @param advice its end. @throws PoseError NOT_RIGID. */
export function checkQuaternionLength(placement: Float64Array, what: string, advice: string): void {
  const { 3: x, 4: y, 5: z, 6: w } = placement;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (Math.abs(length - 1) <= QUATERNION_LENGTH_LIMIT) return;
  const found = `has the length ${Number(length.toPrecision(6))}, expected 1 to within ${QUATERNION_LENGTH_LIMIT}`;
  throw new PoseError('NOT_RIGID', `${what} qx qy qz qw ${found}; ${advice}.`);
}
