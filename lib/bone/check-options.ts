// Options as given → options that can be worked with, or the sentence that says why not.

import { checkNumbers, checkOptionNames, described, OptionError, type OptionNames } from '../core/index.ts';
import { checkIsoValue } from '../io/index.ts';
import { checkFrame } from '../mesh/index.ts';
import type { BoneOptions } from './bone-from-volume.ts';

const BONE_OPTIONS: OptionNames<BoneOptions> = {
  isoValue: true,
  largest: true,
  cap: true,
  crop: true,
  frame: true,
  faces: true,
};

/** @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_ISO_VALUE, BAD_CROP, BAD_FRAME, BAD_FACES, BAD_FLAG. */
export function checkOptions(options: BoneOptions): void {
  checkOptionNames(options, BONE_OPTIONS, 'boneFromVolume');
  checkIsoValue(options.isoValue);
  for (const name of ['largest', 'cap'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'boolean')
      throw new OptionError(
        'BAD_FLAG',
        `${name} is ${described(options[name])}, expected true or false; leave it out for true.`,
      );
  if (options.frame !== undefined) checkFrame(options.frame);
  const { crop, faces } = options;
  if (faces !== undefined && !(Number.isSafeInteger(faces) && faces >= 4))
    throw new OptionError(
      'BAD_FACES',
      `faces is ${described(faces)}, expected a whole number from 4; leave it out to keep them all.`,
    );
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
