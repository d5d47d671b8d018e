// Coordinates as read → the same, proved finite.

import { FormatError } from '#core';

/**
 * @param element the name of vertex i in the error; "vertex i" unless given.
 * @throws FormatError NON_FINITE_VERTEX naming the first vertex with NaN or ±Infinity.
 */
export function checkFinite(
  positions: Float32Array | Float64Array,
  source: string,
  element = (vertex: number): string => `vertex ${vertex}`,
): void {
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i]))
      throw nonFinite(source, element(Math.floor(i / 3)), i % 3, String(positions[i]));
  }
}

/** The error for a coordinate that is not a finite number. @param found its value, or its text in the file. */
export function nonFinite(source: string, element: string, axis: number, found: string): FormatError {
  return new FormatError(
    'NON_FINITE_VERTEX',
    `"${source}": ${element} has ${'xyz'[axis]} = ${found.slice(0, 40)}, expected a finite number; repair or drop that vertex.`,
  );
}
