// An address or a file's bytes → the volume, and its name in errors.

import { checkNumbers, checkOptionNames, checkText, FormatError, type HostUrl, type OptionNames, refuse } from '#core';
import {
  checkVolume,
  checkVolumeFormat,
  loadVolume,
  readVolume,
  tellNotices,
  type Volume,
  type VolumeBytes,
  type VolumeFormat,
  type VolumeOptions,
} from '#io';
import { type AnatomicalFrame, checkFrame } from '#mesh';

/** An address, as loadSurfaceFromVolume takes it, bytes, as readSurfaceFromVolume takes them, or samples. */
export type VolumeSource = string | HostUrl | VolumeInBytes | VolumeInMemory;

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

interface VolumeInBytes {
  readonly bytes: VolumeBytes;
  readonly format: VolumeFormat;
  readonly name?: string;
}

const VOLUME_SOURCE: OptionNames<VolumeInBytes> = { bytes: true, format: true, name: true };
const IN_MEMORY: OptionNames<VolumeInMemory> = {
  ...{ dimensions: true, values: true, indexToWorld: true, frame: true, name: true },
};

/**
 * Forwards the volume's notices.
 * @param door the function that was given the source, for errors.
 * @throws (as a rejection) FormatError as loadSurfaceFromVolume; OptionError WRONG_TYPE, UNKNOWN_OPTION.
 */
export async function openVolume(
  source: VolumeSource,
  door: string,
  options: VolumeOptions,
): Promise<{ volume: Volume; name: string }> {
  const opened = await volumeOf(source, door, options);
  tellNotices(opened.volume.notices, options);
  return opened;
}

async function volumeOf(
  source: VolumeSource,
  door: string,
  options: VolumeOptions,
): Promise<{ volume: Volume; name: string }> {
  if (typeof source === 'string' || source instanceof URL) return loadVolume(source, options);
  if (isInMemory(source)) return inMemory(source, door);
  checkOptionNames(source, VOLUME_SOURCE, door, 'source');
  checkText(source.name, 'The name of source', 'pass a text, or leave it out');
  const { bytes, format, name = 'volume' } = source;
  if (bytes === undefined)
    refuse(bytes, 'source.bytes', "the bytes of a volume's file", 'pass them, or the address of the file as source');
  const { series, acceptUneven } = options;
  return { volume: await readVolume(bytes, checkVolumeFormat(format, name), name, { series, acceptUneven }), name };
}

function isInMemory(source: VolumeInBytes | VolumeInMemory): source is VolumeInMemory {
  return typeof source === 'object' && source !== null && 'values' in source;
}

/** @throws FormatError as checkVolume, BAD_HEADER; OptionError BAD_FRAME, WRONG_TYPE, UNKNOWN_OPTION. */
function inMemory(source: VolumeInMemory, door: string): { volume: Volume; name: string } {
  checkOptionNames(source, IN_MEMORY, door, 'source');
  checkText(source.name, 'The name of source', 'pass a text, or leave it out');
  const { name = 'volume', dimensions, values, indexToWorld, frame } = source;
  if (frame !== undefined) checkFrame(frame);
  for (const [numbers, what, count] of [
    [dimensions, 'dimensions', 3],
    [indexToWorld, 'indexToWorld', 12],
  ] as const) {
    checkNumbers(numbers, `source.${what}`, `pass ${count} numbers`, FormatError);
    if (numbers.length !== count)
      throw new FormatError(
        'BAD_HEADER',
        `"${name}": ${what} has ${numbers.length} numbers, expected ${count}; see VolumeInMemory.`,
      );
  }
  checkNumbers(values, 'source.values', 'pass a value for each sample', FormatError);
  return { volume: checkVolume({ dimensions, values, indexToWorld, ...(frame && { frame }) }, name), name };
}
