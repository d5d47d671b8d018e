// Faces and positions as given → checked copies, or a message that says which is wrong, and how.

import { checkNumbers, described, OptionError } from '#core';

/** Items take 2^25 nodes at most. */
const MOST_FACES = 2 ** 24;

/** @throws OptionError BAD_COUNT. */
export function checkVertexCount(count: unknown): asserts count is number {
  if (!(Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) <= MOST_FACES))
    throw new OptionError(
      'BAD_COUNT',
      `vertexCount is ${described(count)}, expected an integer from 0 to ${MOST_FACES}; pass the number of vertices.`,
    );
}

/** @throws OptionError WRONG_TYPE, BAD_LENGTH, EMPTY_MESH, TOO_MANY_FACES, INDEX_OUT_OF_RANGE. */
export function checkedFaces(faces: unknown, vertexCount: number): Uint32Array {
  checkNumbers(faces, 'faces', 'pass three vertex indices a face');
  const { length } = faces;
  if (length % 3 !== 0)
    throw new OptionError('BAD_LENGTH', `faces has ${length} numbers, expected a multiple of 3; pass three a face.`);
  if (length === 0)
    throw new OptionError('EMPTY_MESH', 'faces is empty, expected a triangle at least; pass three vertex indices.');
  if (length > 3 * MOST_FACES)
    throw new OptionError(
      'TOO_MANY_FACES',
      `There are ${length / 3} faces, at most ${MOST_FACES} are possible; leave out those that cannot touch.`,
    );
  for (let i = 0; i < length; i++)
    if (!(Number.isInteger(faces[i]) && faces[i] >= 0 && faces[i] < vertexCount))
      throw new OptionError(
        'INDEX_OUT_OF_RANGE',
        `Face ${Math.floor(i / 3)} names vertex ${described(faces[i])}, expected an integer ≥ 0 and < ${vertexCount} (vertexCount); repair the face list.`,
      );
  return Uint32Array.from(faces);
}

/**
 * Writes positions of all vertices.
 * @param name of the argument.
 * @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE.
 */
export function takePositions(positions: unknown, vertexCount: number, name: 'start' | 'end'): Float64Array {
  checkNumbers(positions, name, 'pass x, y, z of each vertex');
  if (positions.length !== 3 * vertexCount)
    throw new OptionError(
      'BAD_LENGTH',
      `${name} has ${positions.length} numbers, expected ${3 * vertexCount}: x, y, z of each of the ${vertexCount} vertices that the detector was made for; make another detector where the faces change.`,
    );
  const copy = Float64Array.from(positions);
  for (let i = 0; i < copy.length; i++)
    if (!Number.isFinite(copy[i]))
      throw new OptionError(
        'NON_FINITE_COORDINATE',
        `${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)} in ${name} is ${described(copy[i])}, expected a finite number; check where it comes from.`,
      );
  return copy;
}
