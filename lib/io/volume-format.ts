// The volume formats that kerf reads, and the one that a file's extension names.

import { described, FormatError } from '../core/index.ts';
import { baseName } from './mesh-format.ts';

export type VolumeFormat = 'vti' | 'nii' | 'nii.gz';

const VOLUME_FORMATS: readonly VolumeFormat[] = ['vti', 'nii', 'nii.gz'];

/** Refuses a format that is none of VOLUME_FORMATS. @throws FormatError UNKNOWN_FORMAT. */
export function checkVolumeFormat(format: string, source: string): VolumeFormat {
  const known = VOLUME_FORMATS.find((candidate) => candidate === format);
  if (known === undefined)
    throw new FormatError(
      'UNKNOWN_FORMAT',
      `"${source}": volume format ${described(format)} is unknown, expected one of ${VOLUME_FORMATS.join(', ')}; name one of these, or convert the volume.`,
    );
  return known;
}

/** The format that the extension of a path or URL names, in either case. @throws FormatError UNKNOWN_FORMAT. */
export function volumeFormatOf(source: string): VolumeFormat {
  const format = /\.(vti|nii|nii\.gz)$/i.exec(baseName(source))?.[1].toLowerCase();
  if (format === undefined)
    throw new FormatError(
      'UNKNOWN_FORMAT',
      `"${source}" is no volume that kerf reads, expected the extension .vti, .nii or .nii.gz; convert or rename it.`,
    );
  return format as VolumeFormat;
}
