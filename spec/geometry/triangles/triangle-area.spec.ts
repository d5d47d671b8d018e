// triangleArea against a closed form: half of base times height, in every order of the corners, moved, at three scales.

import { expect, test } from '@jest/globals';
import { triangleArea } from '#triangles/triangle-area.ts';
import { CORNER_ORDERS } from '#harness/random-geometry.ts';

/** Base on the first axis, height, and position of the apex along the base. */
const SHAPES = [
  [3, 4, 0],
  [5, 2, 1],
  [8, 1, -6],
  [7, 0, 3],
];
const ORIGINS = [
  [0, 0, 0],
  [1, -2, 3],
];

test.each([2 ** -10, 1, 2 ** 10])('half of base times height, exactly, at scale %d', (scale) => {
  const normal = new Float64Array(3);
  for (const [base, height, along] of SHAPES)
    for (const origin of ORIGINS)
      for (let axis = 0; axis < 3; axis++) {
        const flat = [0, 0, 0, base, 0, 0, along, height, 0];
        const A = Float64Array.from(flat, (_, i) => scale * (origin[i % 3] + flat[i - (i % 3) + ((i + axis) % 3)]));
        for (const [a, b, c] of CORNER_ORDERS)
          expect(triangleArea(A, a, b, c, normal)).toBe((scale * scale * base * height) / 2);
      }
});
