// A CT volume and a value → a bone that can be cut, without a mesh in between.

import { MeshError } from '#core';
import { type CuttableBone, cellsAcross, inverseOf, makeWhereBest, type VolumeShown } from '#cutting';
import { toWorld, type Volume, type VolumeOptions, valueRange } from '#io';
import type { BoneOptions } from './bone-from-volume.ts';
import { checkCuttableOptions } from './check-options.ts';
import { cropBox, wholeBox } from './crop-box.ts';
import { openVolume, type VolumeSource } from './open-volume.ts';
import { volumeInFrame } from './volume-in-frame.ts';
import type { IndexBox } from './volume-window.ts';
import { surfaceValue } from './window-surface.ts';

export interface CuttableVolumeOptions extends VolumeOptions, Pick<BoneOptions, 'isoValue' | 'crop' | 'frame'> {
  /** mm: the grid on which the bone is kept, as for createCuttableBone. About the volume's spacing is suitable. */
  readonly cell: number;
  /** Only the largest solid is kept, and what it encloses is filled. Default true. */
  readonly largest?: boolean;
  /** Called with the fraction of the work done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * The bone of a CT volume, on the grid on which it is cut: as createCuttableBone makes it from a surface, with the same
 * bound. The exact surface is where the value between the samples, linear along each axis, is isoValue (or the value
 * that `boneFromVolume` returns as surfaceValue); bone ends in the planes of the outermost samples, or of `crop`. It is
 * made by a worker if that takes long.
 * @throws (as a rejection) OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_ISO_VALUE, BAD_CELL, CELL_TOO_SMALL, BAD_CROP,
 * BAD_FRAME, BAD_FLAG, BAD_UNEVEN, UNKNOWN_FRAME; FormatError as loadSurfaceFromVolume; MeshError EMPTY_MESH (no bone
 * at that value, or none left at this cell).
 */
export async function cuttableBoneFromVolume(
  source: VolumeSource,
  options: CuttableVolumeOptions,
): Promise<CuttableBone> {
  checkCuttableOptions(options);
  const { cell, crop, frame, largest = true, onProgress = () => {} } = options;
  const { volume: own, name } = await openVolume(source, 'cuttableBoneFromVolume', options);
  const volume = volumeInFrame(own, frame, name);
  const isoValue = surfaceValue(volume.values, options.isoValue);
  const { low, high } = crop === undefined ? wholeBox(volume) : cropBox(volume, Array.from(crop));
  const about = boxOfBone(volume, { low, high }, isoValue);
  if (about === null) {
    const [lowest, highest] = valueRange(volume);
    throw new MeshError(
      'EMPTY_MESH',
      `"${name}" has no bone at ${options.isoValue}${crop === undefined ? '' : ' in the crop'}: ` +
        `its values run from ${lowest} to ${highest}; choose a value between.`,
    );
  }
  const { dimensions, values, indexToWorld } = volume;
  const field = { dimensions, values, toIndex: inverseOf(indexToWorld), low, high, isoValue };
  const shown: VolumeShown = { name, field, ...about, largest };
  return makeWhereBest({ volume: shown, cell }, cellsAcross(about.min, about.max, cell), onProgress);
}

/** A box around the bone, mm: around the bone samples and their neighbours; null if there are none. */
function boxOfBone(volume: Volume, box: IndexBox, isoValue: number): Pick<VolumeShown, 'min' | 'max'> | null {
  const { dimensions, values, indexToWorld } = volume;
  const first = box.low.map(Math.floor);
  const last = box.high.map(Math.ceil);
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = first[2]; k <= last[2]; k++)
    for (let j = first[1]; j <= last[1]; j++) {
      const row = dimensions[0] * (j + dimensions[1] * k);
      for (let i = first[0]; i <= last[0]; i++) {
        if (!(values[row + i] >= isoValue)) continue;
        if (i < low[0]) low[0] = i;
        if (i > high[0]) high[0] = i;
        if (j < low[1]) low[1] = j;
        if (j > high[1]) high[1] = j;
        if (k < low[2]) low[2] = k;
        if (k > high[2]) high[2] = k;
      }
    }
  if (low[0] > high[0]) return null;
  const ends = [0, 1, 2].map((k) => [Math.max(box.low[k], low[k] - 1), Math.min(box.high[k], high[k] + 1)]);
  const corners = new Float64Array(24);
  for (let n = 0; n < 24; n++) corners[n] = ends[n % 3][(Math.floor(n / 3) >> (n % 3)) & 1];
  toWorld(corners, indexToWorld);
  const along = (k: number) => [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => corners[3 * corner + k]);
  return {
    min: [0, 1, 2].map((k) => Math.min(...along(k))),
    max: [0, 1, 2].map((k) => Math.max(...along(k))),
  };
}
