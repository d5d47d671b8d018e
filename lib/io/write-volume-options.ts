// A volume and the options for writing it, as given → what the writers of volumes work on.

import {
  checkFunction,
  checkNumbers,
  checkOptionNames,
  checkText,
  described,
  FormatError,
  OptionError,
  type OptionNames,
} from '#core';
import { type StoredValues, storedValues } from './stored-values.ts';
import type { Volume } from './volume.ts';
import { type VolumeInMemory, volumeInMemory } from './volume-in-memory.ts';
import { withinMemory } from './within-memory.ts';

/** What the voxels of one value are. */
export interface Segment {
  /** A whole number from 1. */
  readonly label: number;
  readonly name: string;
}

export interface WriteVolumeOptions {
  /** Whether the bytes are compressed. Default: true. */
  readonly gzip?: boolean;
  /** If given, the volume is one of labels: each value is 0 (nothing) or the label of one of these segments. */
  readonly segments?: readonly Segment[];
  /** Called with a sentence for each thing that the format does not hold. Default: console.warn. */
  readonly onNotice?: (sentence: string) => void;
}

export interface VolumeToWrite {
  readonly volume: Volume;
  readonly name: string;
  readonly stored: StoredValues;
  readonly isPacked: boolean;
  readonly segments: readonly Segment[] | null;
  readonly notice: (sentence: string) => void;
}

const OPTIONS: OptionNames<WriteVolumeOptions> = { gzip: true, segments: true, onNotice: true };
const SEGMENT: OptionNames<Segment> = { label: true, name: true };

/**
 * @throws FormatError as volumeInMemory, TOO_LARGE, NO_SEGMENT (a value that is no segment's label); OptionError
 * BAD_SEGMENTS, BAD_FRAME, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function volumeToWrite(given: VolumeInMemory, options: WriteVolumeOptions, door: string): VolumeToWrite {
  const { volume, name } = volumeInMemory(given, door, 'volume');
  checkOptionNames(options, OPTIONS, door);
  const { gzip = true, segments = null, onNotice } = options;
  if (typeof gzip !== 'boolean')
    throw new OptionError('WRONG_TYPE', `gzip is ${described(gzip)}, expected true or false; leave it out for true.`);
  checkFunction(onNotice, 'onNotice', 'pass a function that takes a sentence, or leave it out');
  if (segments !== null) checkSegments(segments, volume.values, name, door);
  const stored = withinMemory(name, () => storedValues(volume.values));
  return { volume, name, stored, isPacked: gzip, segments, notice: onNotice ?? console.warn };
}

function checkSegments(segments: readonly Segment[], values: ArrayLike<number>, name: string, door: string): void {
  const given: readonly Segment[] = segments;
  if (!Array.isArray(segments))
    throw new OptionError(
      'WRONG_TYPE',
      `segments is ${described(segments)}, expected an array; leave it out for none.`,
    );
  const labels = new Set<number>([0]);
  for (const [n, segment] of given.entries()) {
    checkOptionNames<Segment>(segment, SEGMENT, door, `segments[${n}]`);
    const { label, name: text } = given[n];
    checkNumbers([label], `segments[${n}].label`, 'pass a whole number');
    checkText(text ?? null, `segments[${n}].name`, 'pass a text');
    if (!(Number.isSafeInteger(label) && label > 0 && !labels.has(label)))
      throw new OptionError(
        'BAD_SEGMENTS',
        `Segment "${text}" has the label ${label}, expected a whole number from 1 that no other has; number the segments from 1.`,
      );
    labels.add(label);
  }
  let held = 0;
  for (let voxel = 0; voxel < values.length; voxel++) {
    // Most voxels have the value of the one before.
    if (values[voxel] === held) continue;
    held = values[voxel];
    if (!labels.has(held))
      throw new FormatError(
        'NO_SEGMENT',
        `"${name}": voxel ${voxel} has the value ${held}, expected 0 or the label of one of ${segments.length} segments; name a segment for it.`,
      );
  }
}
