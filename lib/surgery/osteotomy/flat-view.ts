// A direction → the two axes on which a surface that faces it is seen with its outline counter-clockwise.
//
// The coordinate along the direction's largest component is left out. The other two are the surface's own numbers, so
// what is decided in the view is decided of exact coordinates.

import { side } from '#mesh';

export type Place = readonly [x: number, y: number];

/** @returns the axes that are x and y of the view. */
export function flatAxes(normal: ArrayLike<number>): readonly [x: number, y: number] {
  const sizes = [0, 1, 2].map((k) => Math.abs(normal[k]));
  const axis = sizes.indexOf(Math.max(...sizes));
  const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
  return normal[axis] > 0 ? [next, last] : [last, next];
}

/** Positive if three places run counter-clockwise, 0 if they lie on a line; the sign is exact. */
export function turn(a: Place, b: Place, c: Place): number {
  return side({ x: [a[0], b[0], c[0]], y: [a[1], b[1], c[1]] }, 0, 1, 2);
}
