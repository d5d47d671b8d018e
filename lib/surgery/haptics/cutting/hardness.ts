// A volume of hardness → the hardness at a point: the nearest voxel's.

import { checkNumbers, checkOptionNames, described, OptionError, type OptionNames } from '#core';

/** How hard the bone is, voxel by voxel: (density / density of cortical bone)². `hardnessFromCt` makes it from a CT. */
export interface HardnessVolume {
  /** A number ≥ 0 a voxel, x fastest: 1 is cortical bone. */
  readonly values: ArrayLike<number>;
  /** Voxels along x, y and z. */
  readonly size: ArrayLike<number>;
  /** mm from voxel to voxel, and the middle of the first one, bone frame. */
  readonly spacing: ArrayLike<number>;
  readonly origin: ArrayLike<number>;
}
const NAMES: OptionNames<HardnessVolume> = { values: true, size: true, spacing: true, origin: true };

/** A checked volume, in arrays that go to a thread; a single number for the same everywhere. */
export interface Hardness {
  readonly values: Float32Array;
  readonly size: Float64Array;
  readonly spacing: Float64Array;
  readonly origin: Float64Array;
}

/** @param value as given: a volume, or a number for the same everywhere. @throws OptionError BAD_OPTION, WRONG_TYPE. */
export function checkHardness(value: number | HardnessVolume): Hardness {
  if (typeof value === 'number') {
    if (!(Number.isFinite(value) && value >= 0))
      throw new OptionError(
        'BAD_OPTION',
        `hardness is ${described(value)}, expected a number from 0 up; leave it out for 1, cortical bone.`,
      );
    return of([value], [1, 1, 1], [1, 1, 1], [0, 0, 0]);
  }
  checkOptionNames(value, NAMES, 'startHapticLoop', 'hardness');
  for (const name of ['values', 'size', 'spacing', 'origin'] as const)
    checkNumbers(value[name], `The ${name} of hardness`, 'pass an array of numbers');
  const { values, size, spacing, origin } = value;
  const three = (name: string, numbers: ArrayLike<number>, isGood: (x: number) => boolean, what: string): void => {
    if (numbers.length !== 3 || !Array.from(numbers).every(isGood))
      throw new OptionError(
        'BAD_OPTION',
        `The ${name} of hardness is [${Array.from(numbers).join(', ')}], expected three ${what}; give one for x, y and z.`,
      );
  };
  three('size', size, (x) => Number.isInteger(x) && x > 0, 'integers above 0');
  three('spacing', spacing, (x) => Number.isFinite(x) && x > 0, 'numbers of mm above 0');
  three('origin', origin, Number.isFinite, 'finite numbers of mm');
  if (values.length !== size[0] * size[1] * size[2])
    throw new OptionError(
      'BAD_OPTION',
      `The values of hardness are ${values.length}, expected ${size[0] * size[1] * size[2]} for a size of ${Array.from(size).join(' × ')}; pass one for each voxel.`,
    );
  for (let i = 0; i < values.length; i++)
    if (!(Number.isFinite(values[i]) && values[i] >= 0))
      throw new OptionError(
        'BAD_OPTION',
        `The values of hardness hold ${described(values[i])} at voxel ${i}, expected numbers from 0 up; pass 0 for no bone.`,
      );
  return of(values, size, spacing, origin);
}

function of(
  values: ArrayLike<number>,
  size: ArrayLike<number>,
  spacing: ArrayLike<number>,
  origin: ArrayLike<number>,
): Hardness {
  return {
    values: Float32Array.from(values),
    size: Float64Array.from(size),
    spacing: Float64Array.from(spacing),
    origin: Float64Array.from(origin),
  };
}

/** The hardness at a point; outside the volume, the nearest voxel's. */
export function hardnessAt({ values, size, spacing, origin }: Hardness, P: Float64Array, p: number): number {
  let at = 0;
  for (let k = 2; k >= 0; k--) {
    const voxel = Math.round((P[p + k] - origin[k]) / spacing[k]);
    at = at * size[k] + Math.max(0, Math.min(size[k] - 1, voxel));
  }
  return values[at];
}
