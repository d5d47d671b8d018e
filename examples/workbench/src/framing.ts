// Points and a viewing direction → the nearest eye that has all of the points in its picture.

import type { Triple } from './picture-wire.ts';

/** The share of the picture, from its middle to its edge, that the framed points may fill. */
const FILLED = 0.9;

export interface Frame {
  readonly at: Triple;
  /** mm from the eye to `at`. */
  readonly from: number;
}

/**
 * The z axis of the eye's frame is the direction. A point is in the picture of an eye at −d if |x| ≤ (d + z)·t, with t
 * the tangent of half the angle, and likewise upward: d is the greatest that any point requires.
 * @param points three numbers each. @param angle degrees from the picture's lower edge to its upper. @param aspect
 * width over height. @returns null without points.
 */
export function framed(
  points: ArrayLike<number>,
  direction: Triple,
  up: Triple,
  angle: number,
  aspect: number,
): Frame | null {
  if (points.length === 0) return null;
  const z = unit(direction);
  const x = unit(cross(z, up));
  const y = cross(x, z);
  const axes = [x, y, z];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const along = (axis: Triple, i: number) => axis[0] * points[i] + axis[1] * points[i + 1] + axis[2] * points[i + 2];
  for (let i = 0; i < points.length; i += 3)
    for (const [k, axis] of axes.entries()) {
      const value = along(axis, i);
      if (value < low[k]) low[k] = value;
      if (value > high[k]) high[k] = value;
    }
  const middle = low.map((value, k) => (value + high[k]) / 2);
  const upward = FILLED * Math.tan((angle * Math.PI) / 360);
  const across = upward * aspect;
  let from = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [px, py, pz] = axes.map((axis, k) => along(axis, i) - middle[k]);
    from = Math.max(from, Math.abs(px) / across - pz, Math.abs(py) / upward - pz);
  }
  const at = (k: number) => middle[0] * x[k] + middle[1] * y[k] + middle[2] * z[k];
  return { at: [at(0), at(1), at(2)], from };
}

export function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
