// The volume that every reader passes to marching cubes.

import { FormatError } from '#core';
import type { AnatomicalFrame } from '#mesh';

export interface Volume {
  /** Voxels along i (fastest), j and k, each ≥ 2. */
  readonly dimensions: readonly [number, number, number];
  /** One finite value for each voxel, with i fastest. */
  readonly values: ArrayLike<number>;
  /**
   * The map from voxel centre (i, j, k) to mm, row-major 3×4: x = m[0]·i + m[1]·j + m[2]·k + m[3], and so on. Its
   * determinant is not 0 and may have either sign.
   */
  readonly indexToWorld: readonly number[];
  /** The world's axes, if the file names them; absent if they are unknown. */
  readonly frame?: AnatomicalFrame;
  /** What was skipped, guessed or resampled: a sentence each, with the names. */
  readonly notices?: readonly string[];
}

/**
 * @throws FormatError BAD_DIMENSIONS, TRUNCATED or BAD_COUNT (values and dimensions disagree), NON_FINITE_VALUE,
 * BAD_HEADER (frame).
 */
export function checkVolume(volume: Volume, source: string): Volume {
  const { dimensions, values, indexToWorld: m } = volume;
  if (!dimensions.every((n) => Number.isSafeInteger(n) && n >= 2))
    throw new FormatError(
      'BAD_DIMENSIONS',
      `"${source}" has the dimensions ${dimensions.join(' × ')}, expected at least 2 voxels along each of three axes; resample it.`,
    );
  const expected = dimensions[0] * dimensions[1] * dimensions[2];
  if (values.length !== expected)
    throw new FormatError(
      values.length < expected ? 'TRUNCATED' : 'BAD_COUNT',
      `"${source}" holds ${values.length} values for ${dimensions.join(' × ')} = ${expected} voxels; fetch or export it again.`,
    );
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]))
      throw new FormatError(
        'NON_FINITE_VALUE',
        `"${source}": voxel ${i} has the value ${values[i]}, expected a finite number; fill it with the value of air.`,
      );
  }
  const det = frameDeterminant(m);
  if (!Number.isFinite(det) || det === 0 || !m.every(Number.isFinite))
    throw new FormatError(
      'BAD_HEADER',
      `"${source}": the frame ${m.join(' ')} (row-major 3×4) has determinant ${det}, expected any other than 0; repair the header.`,
    );
  return volume;
}

/** The signed volume of a voxel, mm³. It is negative if the frame is a mirror image of (i, j, k). */
export function frameDeterminant(m: readonly number[]): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/** Converts positions in index space to mm, in place. @param m a Volume's indexToWorld. */
export function toWorld(positions: Float64Array, m: readonly number[]): Float64Array {
  for (let at = 0; at < positions.length; at += 3) {
    const [i, j, k] = [positions[at], positions[at + 1], positions[at + 2]];
    for (let row = 0; row < 3; row++)
      positions[at + row] = m[4 * row] * i + m[4 * row + 1] * j + m[4 * row + 2] * k + m[4 * row + 3];
  }
  return positions;
}

/** The least and the greatest value. */
export function valueRange({ values }: Volume): [number, number] {
  let [low, high] = [values[0], values[0]];
  for (let i = 1; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return [low, high];
}
