// Bytes from CuttableBone.save → the bone as it was.

import type { NameOption } from '#core';
import { withoutTwins } from '#mesh';
import { crossedCells } from './crossed-cells.ts';
import { damagedBone, unpackBone } from './cut-file.ts';
import { CuttableBone } from './cuttable-bone.ts';
import { joinOuter } from './join-outer.ts';
import { CutSurface } from './surface.ts';

/**
 * The same mesh, byte for byte, and the same cuts to undo and redo. Faces are renumbered, by their rows in `mesh`: make
 * a new detector from it.
 * @param options name: the name of the bytes in errors.
 * @throws FormatError UNKNOWN_FORMAT, UNKNOWN_VERSION, BYTE_ORDER, TRUNCATED, DAMAGED_INDEX, WRONG_TYPE; OptionError
 * WRONG_TYPE, UNKNOWN_OPTION.
 */
export function loadCuttableBone(bytes: ArrayBuffer | Uint8Array, options: NameOption = {}): CuttableBone {
  const { window, lowFlips, ...saved } = unpackBone(bytes, options);
  const { grid, given } = saved;
  const cells = crossedCells(grid);
  if (window === null || given === null) new CutSurface(grid).make(cells);
  else {
    const fault = joinOuter(grid, window, lowFlips, withoutTwins(given), cells);
    if (fault !== null) throw damagedBone(options, `has a window that ${fault}, expected sides that join`);
  }
  return new CuttableBone(saved);
}
