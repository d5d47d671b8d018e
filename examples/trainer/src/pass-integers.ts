// A pass ↔ columns of integers, which a link carries: places in 0.01 mm, rotations, times in 0.01 s, forces in 0.1 N.

import { OptionError, PoseError } from 'kerf';
import type { Pass } from './path.ts';
import {
  areRotationIntegers,
  ROTATION_ERROR,
  type RotationIntegers,
  rotationIntegers,
  writeRotation,
} from './rotation-integers.ts';

export interface PassIntegers {
  readonly tool: Pass['tool'];
  /** One Int32Array for each of COLUMNS, with one element per pose. */
  readonly columns: readonly Int32Array[];
}

interface Column {
  readonly least: number;
  readonly most: number;
}

/** mm: scanners and trackers keep their frames within this. */
const FARTHEST = 10_000;
/** s: a day. */
const LONGEST = 86_400;
/** N. */
const STRONGEST = 10_000;

const PER_MM = 100;
const PER_SECOND = 100;
const PER_NEWTON = 10;
/** In the column of forces. */
const NO_FORCE = -1;

const PLACE: Column = { least: -FARTHEST * PER_MM, most: FARTHEST * PER_MM };
const QUATERNION: Column = { least: -32767, most: 32767 };
/** x, y, z; the quaternion's x, y, z, w; the time; the force. */
export const COLUMNS: readonly Column[] = [
  ...[PLACE, PLACE, PLACE],
  ...[QUATERNION, QUATERNION, QUATERNION, QUATERNION],
  { least: 0, most: LONGEST * PER_SECOND },
  { least: NO_FORCE, most: STRONGEST * PER_NEWTON },
];

/**
 * Twice what rounding changes in an entry of a rotation, which is no more than its angle. A matrix that scales, mirrors
 * or shears is farther from its nearest rotation; kerf's poses are within 1e-5 of theirs.
 */
const RIGID_LIMIT = 2 * ROTATION_ERROR;

/** @param n the pass's number, for messages. @throws PoseError NOT_RIGID, COORDINATE_RANGE; OptionError BAD_PATH. */
export function integersOf({ tool, poses, seconds, forces }: Pass, n: number): PassIntegers {
  const count = seconds.length;
  if (count === 0 || poses.length !== 16 * count || forces.length !== count)
    throw new OptionError(
      'BAD_PATH',
      `Pass ${n} has ${poses.length} numbers of poses, ${count} times and ${forces.length} forces, expected 16, 1 and 1 ` +
        'for each of its poses, and one pose at least; record them together.',
    );
  const columns = COLUMNS.map(() => new Int32Array(count));
  for (let i = 0; i < count; i++) {
    const numbers = [
      ...placeOf(poses, i, n),
      ...rotationOf(poses, i, n),
      timeOf(seconds, i, n),
      forceOf(forces[i], i, n),
    ];
    for (const [k, number] of numbers.entries()) columns[k][i] = number;
  }
  return { tool, columns };
}

/** @returns null if a quadruple is no rotation, or a time goes back; each column is in its range. */
export function checkedPass(integers: PassIntegers): Pass | null {
  const { columns } = integers;
  const [, , , x, y, z, w, times] = columns;
  const isGood = times.every(
    (time, i) => areRotationIntegers([x[i], y[i], z[i], w[i]]) && (i === 0 || time >= times[i - 1]),
  );
  return isGood ? passOf(integers) : null;
}

export function passOf({ tool, columns }: PassIntegers): Pass {
  const [x, y, z, qx, qy, qz, qw, times, forces] = columns;
  const poses = new Float64Array(16 * times.length);
  for (let i = 0; i < times.length; i++) {
    writeRotation([qx[i], qy[i], qz[i], qw[i]], poses, 16 * i);
    poses.set([x[i] / PER_MM, y[i] / PER_MM, z[i] / PER_MM, 1], 16 * i + 12);
  }
  return {
    tool,
    poses,
    seconds: Array.from(times, (time) => time / PER_SECOND),
    forces: Array.from(forces, (force) => (force === NO_FORCE ? null : force / PER_NEWTON)),
  };
}

function placeOf(poses: Float64Array, i: number, n: number): number[] {
  const place = poses.subarray(16 * i + 12, 16 * i + 15);
  if (!place.every((x) => Math.abs(x) <= FARTHEST))
    throw new PoseError(
      'COORDINATE_RANGE',
      `Pose ${i} of pass ${n} is at ${place.join(', ')}, expected three numbers from −${FARTHEST} to ${FARTHEST} mm; ` +
        "give poses in the bone's frame.",
    );
  return Array.from(place, (x) => Math.round(PER_MM * x));
}

function rotationOf(poses: Float64Array, i: number, n: number): RotationIntegers {
  const found = rotationIntegers(poses, 16 * i);
  const rounded = Float64Array.from(poses.subarray(16 * i, 16 * i + 16));
  writeRotation(found, rounded, 0);
  rounded[15] = 1;
  const farthest = Math.max(...rounded.map((x, k) => Math.abs(x - poses[16 * i + k])));
  if (!(farthest <= RIGID_LIMIT))
    throw new PoseError(
      'NOT_RIGID',
      `Pose ${i} of pass ${n} is ${farthest.toPrecision(2)} from the nearest rotation, at most ` +
        `${RIGID_LIMIT.toPrecision(2)} is allowed; take out scale, mirror and shear, and end it with 0, 0, 0, 1 across.`,
    );
  return found;
}

function timeOf(seconds: readonly number[], i: number, n: number): number {
  const [before, time] = [seconds[i - 1] ?? 0, seconds[i]];
  if (!(time >= before && time <= LONGEST))
    throw new OptionError(
      'BAD_PATH',
      `Pose ${i} of pass ${n} is at ${time} s, expected ${before} to ${LONGEST} s; give times since the task began.`,
    );
  return Math.round(PER_SECOND * time);
}

function forceOf(force: number | null, i: number, n: number): number {
  if (force === null) return NO_FORCE;
  if (!(force >= 0 && force <= STRONGEST))
    throw new OptionError(
      'BAD_PATH',
      `The force at pose ${i} of pass ${n} is ${force} N, expected 0 to ${STRONGEST} N, or null; give its magnitude.`,
    );
  return Math.round(PER_NEWTON * force);
}
