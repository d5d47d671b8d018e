// xyz in double precision → the same in single precision, and how far rounding moved them.

import { MeshError, vectorLength } from '#core';
import type { Positions } from '#mesh';

export interface SinglePositions {
  /** The array as given, not a copy, if it is a Float32Array. */
  readonly values: Float32Array;
  /** The farthest that rounding moved a point, mm: at most √3·2^-24 of the largest coordinate in the range of f32. */
  readonly rounding: number;
}

/**
 * @param positions xyz per point, finite, mm. @param name what errors call them.
 * @throws MeshError COORDINATE_RANGE beyond the largest f32.
 */
export function singlePrecision(positions: Positions, name: string): SinglePositions {
  if (positions instanceof Float32Array) return { values: positions, rounding: 0 };
  const values = Float32Array.from(positions);
  let rounding = 0;
  for (let i = 0; i + 2 < values.length; i += 3) {
    const x = values[i] - positions[i];
    const y = values[i + 1] - positions[i + 1];
    const z = values[i + 2] - positions[i + 2];
    if (!Number.isFinite(x + y + z))
      throw new MeshError(
        'COORDINATE_RANGE',
        `${name}: point ${i / 3} is at ${positions[i]}, ${positions[i + 1]}, ${positions[i + 2]}, beyond the largest single-precision number; use millimetres.`,
      );
    rounding = Math.max(rounding, vectorLength(x, y, z));
  }
  return { values, rounding };
}
