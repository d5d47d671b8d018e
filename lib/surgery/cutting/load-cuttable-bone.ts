// Bytes from CuttableBone.save → the bone as it was.

import type { NameOption } from '#core';
import { crossedCells } from './crossed-cells.ts';
import { unpackBone } from './cut-file.ts';
import { CuttableBone } from './cuttable-bone.ts';
import { CutSurface } from './surface.ts';

/**
 * The same mesh, byte for byte, and the same cuts to undo and redo. Faces are renumbered, by their rows in `mesh`: make
 * a new detector from it.
 * @param options name: the name of the bytes in errors.
 * @throws FormatError UNKNOWN_FORMAT, UNKNOWN_VERSION, BYTE_ORDER, TRUNCATED, DAMAGED_INDEX, WRONG_TYPE; OptionError
 * WRONG_TYPE, UNKNOWN_OPTION.
 */
export function loadCuttableBone(bytes: ArrayBuffer | Uint8Array, options: NameOption = {}): CuttableBone {
  const saved = unpackBone(bytes, options);
  new CutSurface(saved.grid).make(crossedCells(saved.grid));
  return new CuttableBone(saved);
}
