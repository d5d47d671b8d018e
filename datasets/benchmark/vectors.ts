// Three-dimensional vectors and random directions, by + − × ÷ √ only.

import { dot } from '#core';

export type Vector = readonly [number, number, number];

export function combine(s: number, a: Vector, t: number, b: Vector): Vector {
  return [s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]];
}

export function length(a: Vector): number {
  return Math.sqrt(dot(a, a));
}

export function unit(a: Vector): Vector {
  const by = length(a);
  return [a[0] / by, a[1] / by, a[2] / by];
}

/** A unit vector, uniform over all directions. */
export function direction(random: () => number): Vector {
  for (;;) {
    const v: Vector = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const squared = dot(v, v);
    // A shorter vector would lose digits in the division.
    if (squared <= 1 && squared > 0.01) return unit(v);
  }
}

/** A unit vector perpendicular to a unit vector, in a random direction. */
export function across(axis: Vector, random: () => number): Vector {
  for (;;) {
    const v = direction(random);
    const rest = combine(1, v, -dot(v, axis), axis);
    if (dot(rest, rest) > 0.01) return unit(rest);
  }
}

/** A unit vector whose component along a unit axis is at least `least`, from 0 to below 1. */
export function tilted(axis: Vector, least: number, random: () => number): Vector {
  const along = least + (1 - least) * random();
  return unit(combine(along, axis, Math.sqrt(1 - along * along), across(axis, random)));
}
