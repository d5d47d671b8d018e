// Points and a viewing direction → the nearest eye that has all of the points in its picture, where nothing covers
// them.

import type { Triple } from './picture-wire.ts';

/** The share of the picture, from its middle to its edge, that the framed points may fill. */
const FILLED = 0.9;

export interface Frame {
  /** A point straight ahead of the eye. */
  readonly at: Triple;
  /** mm from the eye to `at`. */
  readonly from: number;
}

/** The part of a picture that nothing covers, from −1 to 1 across and upward: its middle and half its sides. */
export interface Clear {
  readonly middle: readonly [number, number];
  readonly half: readonly [number, number];
}

export const WHOLE_PICTURE: Clear = { middle: [0, 0], half: [1, 1] };

/**
 * The z axis of the eye's frame is the direction. A point is in the clear part of the picture of an eye at −d if
 * |x − c·(d + z)·t| ≤ h·(d + z)·t, with t the tangent of half the angle, c the part's middle and h half its side, and
 * likewise upward. Sheared along the ray through the part's middle, x' = x − c·z·t, the part is in the middle of the
 * picture, and d is the greatest that any point requires.
 * @param points three numbers each. @param angle degrees from the picture's lower edge to its upper. @param aspect
 * width over height. @param clear where the points are to be. @returns null without points.
 */
export function framed(
  points: ArrayLike<number>,
  direction: Triple,
  up: Triple,
  angle: number,
  aspect: number,
  clear: Clear = WHOLE_PICTURE,
): Frame | null {
  if (points.length === 0) return null;
  const z = unit(direction);
  const x = unit(cross(z, up));
  const y = cross(x, z);
  const upward = Math.tan((angle * Math.PI) / 360);
  const across = upward * aspect;
  const [shearX, shearY] = [clear.middle[0] * across, clear.middle[1] * upward];
  const axes = [x.map((c, k) => c - shearX * z[k]) as never, y.map((c, k) => c - shearY * z[k]) as never, z];
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
  const [wide, tall] = [FILLED * clear.half[0] * across, FILLED * clear.half[1] * upward];
  let from = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [px, py, pz] = axes.map((axis, k) => along(axis, i) - middle[k]);
    from = Math.max(from, Math.abs(px) / wide - pz, Math.abs(py) / tall - pz);
  }
  // Where the eye is, without the shear: its own depth is middle − from.
  const eyeX = middle[0] + shearX * (middle[2] - from);
  const eyeY = middle[1] + shearY * (middle[2] - from);
  const at = (k: number) => eyeX * x[k] + eyeY * y[k] + middle[2] * z[k];
  return { at: [at(0), at(1), at(2)], from };
}

export function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
