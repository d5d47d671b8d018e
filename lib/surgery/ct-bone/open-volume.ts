// An address or a file's bytes → the volume, and its name in errors.

import { checkOptionNames, checkText, type HostUrl, type OptionNames, refuse } from '#core';
import {
  checkVolumeFormat,
  loadVolume,
  readVolume,
  tellNotices,
  type Volume,
  type VolumeBytes,
  type VolumeFormat,
  type VolumeInMemory,
  volumeInMemory,
  type VolumeOptions,
} from '#io';

/** An address, as loadSurfaceFromVolume takes it, bytes, as readSurfaceFromVolume takes them, or samples. */
export type VolumeSource = string | HostUrl | VolumeInBytes | VolumeInMemory;

interface VolumeInBytes {
  readonly bytes: VolumeBytes;
  readonly format: VolumeFormat;
  readonly name?: string;
}

const VOLUME_SOURCE: OptionNames<VolumeInBytes> = { bytes: true, format: true, name: true };

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
  if (isInMemory(source)) return volumeInMemory(source, door, 'source');
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
