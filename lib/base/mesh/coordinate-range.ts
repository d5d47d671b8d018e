// Positions → whether exact tests can take all of them, or the vertex that is too large or too near to 0.

import { LARGEST_COORDINATE, MeshError, SMALLEST_COORDINATE } from '#core';

/**
 * @param firstVertex the number of the first of these vertices in its mesh.
 * @throws MeshError COORDINATE_RANGE.
 */
export function checkCoordinates(positions: ArrayLike<number>, name: string, firstVertex: number): void {
  for (let i = 0; i < positions.length; i++) {
    const size = Math.abs(positions[i]);
    if (size <= LARGEST_COORDINATE && (size >= SMALLEST_COORDINATE || size === 0)) continue;
    throw new MeshError(
      'COORDINATE_RANGE',
      `Mesh "${name}": vertex ${firstVertex + Math.floor(i / 3)} has ${'xyz'[i % 3]} = ${positions[i]}, expected 0 or a magnitude from ${SMALLEST_COORDINATE.toExponential(1)} to ${LARGEST_COORDINATE.toExponential(1)} mm; rescale the mesh.`,
    );
  }
}
