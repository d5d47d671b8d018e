// A volume as a caller's record → a checked Volume.

import { checkNumbers, checkOptionNames, checkText, FormatError, type OptionNames } from '#core';
import { type AnatomicalFrame, checkFrame } from '#mesh';
import { checkVolume, type Volume } from './volume.ts';

/** Samples in memory, and where they are. Their values are not copied. */
export interface VolumeInMemory {
  /** Samples along i (fastest), j and k, each ≥ 2. */
  readonly dimensions: readonly [number, number, number];
  /** A finite value for each, with i fastest. */
  readonly values: ArrayLike<number>;
  /** Sample (i, j, k) → mm, row-major 3×4: x = m[0]·i + m[1]·j + m[2]·k + m[3], and so on. */
  readonly indexToWorld: readonly number[];
  /** The world's axes; absent if they are unknown. */
  readonly frame?: AnatomicalFrame;
  readonly name?: string;
}

const IN_MEMORY: OptionNames<VolumeInMemory> = {
  ...{ dimensions: true, values: true, indexToWorld: true, frame: true, name: true },
};

/**
 * @param door the function that was given the record, and what it calls it, for errors.
 * @throws FormatError as checkVolume, BAD_HEADER; OptionError BAD_FRAME, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function volumeInMemory(
  source: VolumeInMemory,
  door: string,
  argument: string,
): { volume: Volume; name: string } {
  checkOptionNames(source, IN_MEMORY, door, argument);
  checkText(source.name, `The name of ${argument}`, 'pass a text, or leave it out');
  const { name = 'volume', dimensions, values, indexToWorld, frame } = source;
  if (frame !== undefined) checkFrame(frame);
  for (const [numbers, what, count] of [
    [dimensions, 'dimensions', 3],
    [indexToWorld, 'indexToWorld', 12],
  ] as const) {
    checkNumbers(numbers, `${argument}.${what}`, `pass ${count} numbers`, FormatError);
    if (numbers.length !== count)
      throw new FormatError(
        'BAD_HEADER',
        `"${name}": ${what} has ${numbers.length} numbers, expected ${count}; see VolumeInMemory.`,
      );
  }
  checkNumbers(values, `${argument}.values`, 'pass a value for each sample', FormatError);
  return { volume: checkVolume({ dimensions, values, indexToWorld, ...(frame && { frame }) }, name), name };
}
