// A rotation and the target of a point of the tool → a pose of 16 numbers, column-major, tool frame → bone frame.

import { cross, dot } from '#core';
import { across, combine, direction, type Vector } from './vectors.ts';

/** The columns: where the tool's axes point in the bone's frame. */
export type Rotation = readonly [x: Vector, y: Vector, z: Vector];
export type Pose = readonly number[];

export function rotated([x, y, z]: Rotation, v: Vector): Vector {
  return combine(1, combine(v[0], x, v[1], y), v[2], z);
}

/** A direction in the bone's frame → in the tool's. */
export function turnedBack([x, y, z]: Rotation, v: Vector): Vector {
  return [dot(x, v), dot(y, v), dot(z, v)];
}

/** The pose that brings a point of the tool to a place. */
export function poseWith(rotation: Rotation, point: Vector, place: Vector): Pose {
  const [x, y, z] = rotation;
  return [...x, 0, ...y, 0, ...z, 0, ...combine(1, place, -1, rotated(rotation, point)), 1];
}

export function rotationOf(pose: Pose): Rotation {
  const column = (k: number): Vector => [pose[4 * k], pose[4 * k + 1], pose[4 * k + 2]];
  return [column(0), column(1), column(2)];
}

export function translationOf(pose: Pose): Vector {
  return [pose[12], pose[13], pose[14]];
}

export function posed(pose: Pose, point: Vector): Vector {
  return combine(1, rotated(rotationOf(pose), point), 1, translationOf(pose));
}

export function anyRotation(random: () => number): Rotation {
  const x = direction(random);
  const y = across(x, random);
  return [x, y, cross(x, y)];
}

/** A rotation that takes the tool's axis of that number (1: y, 2: z) to a unit direction, with any turn about it. */
export function rotationTo(axis: 1 | 2, to: Vector, random: () => number): Rotation {
  const x = across(to, random);
  return axis === 1 ? [x, to, cross(x, to)] : [x, cross(to, x), to];
}

/** One of the 24 rotations that take axes to axes. */
export function axisRotation(random: () => number): Rotation {
  const axes: Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const sign = () => (random() < 0.5 ? -1 : 1);
  const first = Math.floor(3 * random());
  const second = (first + 1 + Math.floor(2 * random())) % 3;
  // Adding 0 leaves no −0.
  const signed = (axis: Vector, by: number): Vector => [by * axis[0] + 0, by * axis[1] + 0, by * axis[2] + 0];
  const [x, y] = [signed(axes[first], sign()), signed(axes[second], sign())];
  return [x, y, signed(cross(x, y), 1)];
}
