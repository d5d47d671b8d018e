// The volume formats that kerf reads, and the one that a file's extension names.

import { described, FormatError } from '#core';
import { baseName } from './mesh-format.ts';

/** 'dicom' is the uncompressed files of one series. 'nhdr' and 'mhd' are headers whose voxels are in other files. */
export type VolumeFormat = 'vti' | 'nii' | 'nii.gz' | 'nrrd' | 'nhdr' | 'mha' | 'mhd' | 'dicom';

const VOLUME_FORMATS: readonly VolumeFormat[] = ['vti', 'nii', 'nii.gz', 'nrrd', 'nhdr', 'mha', 'mhd', 'dicom'];
const EXTENSION = /\.(vti|nii|nii\.gz|nrrd|nhdr|mha|mhd|dcm)$/i;

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

/** Whether the extension of a path or URL names a volume's format, in lower or upper case. */
export function isVolumeName(source: string): boolean {
  return EXTENSION.test(baseName(source));
}

/** The format that the extension of a path or URL names, in lower or upper case. @throws FormatError UNKNOWN_FORMAT. */
export function volumeFormatOf(source: string): VolumeFormat {
  const extension = EXTENSION.exec(baseName(source))?.[1].toLowerCase();
  if (extension === undefined)
    throw new FormatError(
      'UNKNOWN_FORMAT',
      `"${source}" is no volume that kerf reads, expected the extension .vti, .nii, .nii.gz, .nrrd, .nhdr, ` +
        '.mha or .mhd, or a folder of DICOM slices; convert or rename it.',
    );
  return extension === 'dcm' ? 'dicom' : (extension as VolumeFormat);
}
