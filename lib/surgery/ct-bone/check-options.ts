// Given options → usable options, or the sentence saying why not.

import { checkFunction, checkNumbers, checkOptionNames, described, OptionError, type OptionNames } from '#core';
import { checkIsoValue, checkVolumeOptions, VOLUME_OPTIONS, type VolumeOptions } from '#io';
import { checkFrame } from '#mesh';
import type { BoneOptions } from './bone-from-volume.ts';
import type { CuttableVolumeOptions } from './cuttable-bone-from-volume.ts';

const BONE_OPTIONS: OptionNames<BoneOptions> = {
  ...VOLUME_OPTIONS,
  isoValue: true,
  largest: true,
  cap: true,
  crop: true,
  frame: true,
  faces: true,
};
const CUTTABLE_OPTIONS: OptionNames<CuttableVolumeOptions> = {
  ...VOLUME_OPTIONS,
  isoValue: true,
  cell: true,
  largest: true,
  crop: true,
  frame: true,
  onProgress: true,
};

/**
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_ISO_VALUE, BAD_CROP, BAD_FRAME, BAD_FACES, BAD_FLAG, BAD_UNEVEN.
 */
export function checkOptions(options: BoneOptions): void {
  checkOptionNames(options, BONE_OPTIONS, 'boneFromVolume');
  checkShared(options);
  checkFlag(options.cap, 'cap');
  const { faces } = options;
  if (faces !== undefined && !(Number.isSafeInteger(faces) && faces >= 4))
    throw new OptionError(
      'BAD_FACES',
      `faces is ${described(faces)}, expected a whole number from 4; leave it out to keep them all.`,
    );
}

/** @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_ISO_VALUE, BAD_CROP, BAD_FRAME, BAD_FLAG, BAD_UNEVEN. */
export function checkCuttableOptions(options: CuttableVolumeOptions): void {
  checkOptionNames(options, CUTTABLE_OPTIONS, 'cuttableBoneFromVolume');
  checkFunction(options.onProgress, 'onProgress', 'pass a function that takes the share done, or leave it out');
  checkShared(options);
}

function checkShared(options: Omit<BoneOptions, 'cap' | 'faces'>): void {
  checkIsoValue(options.isoValue);
  checkFlag(options.largest, 'largest');
  checkPlace(options);
}

/** @throws OptionError WRONG_TYPE, BAD_CROP, BAD_FRAME, BAD_UNEVEN. */
export function checkPlace(options: VolumeOptions & Pick<BoneOptions, 'crop' | 'frame'>): void {
  const { frame, crop } = options;
  checkVolumeOptions(options);
  if (frame !== undefined) checkFrame(frame);
  if (crop === undefined) return;
  checkNumbers(crop, 'crop', 'pass x0 x1 y0 y1 z0 z1, mm, or leave it out');
  const planes = Array.from(crop);
  if (planes.length !== 6 || !planes.every(Number.isFinite) || [0, 2, 4].some((i) => !(planes[i] < planes[i + 1])))
    throw new OptionError(
      'BAD_CROP',
      `crop is [${planes.join(' ')}], expected six numbers x0 x1 y0 y1 z0 z1, mm, ` +
        'each low below its high; correct it.',
    );
}

function checkFlag(flag: boolean | undefined, name: string): void {
  if (flag !== undefined && typeof flag !== 'boolean')
    throw new OptionError('BAD_FLAG', `${name} is ${described(flag)}, expected true or false; leave it out for true.`);
}
