// A cut that would leave no bone → its error.

import { MeshError } from '#core';

export function takesAll(name: string): MeshError {
  return new MeshError(
    'EMPTY_MESH',
    `The cut removes all of "${name}": no bone would be left; cut less, or drop the bone instead.`,
  );
}
