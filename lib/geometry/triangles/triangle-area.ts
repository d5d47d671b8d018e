// A triangle → its area.

import { vectorLength } from '#core';
import { faceNormal } from './face-normal.ts';

/**
 * The area, mm², of the triangle with corners at offsets a, b, c.
 * @param normal scratch of three numbers: receives the face's normal, whose length is twice the area.
 */
export function triangleArea(A: Float64Array, a: number, b: number, c: number, normal: Float64Array): number {
  faceNormal(A, a, b, c, normal, 0);
  return vectorLength(normal[0], normal[1], normal[2]) / 2;
}
