// A path or URL of a CT volume → the TriangleMesh of its isosurface.

import { checkOptionNames, type HostUrl } from '#core';
import type { TriangleMesh } from '#mesh';
import { loadVolume } from './load-volume.ts';
import { sourceText } from './mesh-format.ts';
import { checkIsoValue, surfaceOf } from './read-surface-from-volume.ts';
import { checkVolumeOptions, tellNotices, VOLUME_OPTIONS, type VolumeOptions } from './volume-options.ts';

/**
 * Reads a volume and returns its surface at isoValue, named after the file or folder. The volume is a .vti, .nii,
 * .nii.gz, .nrrd, .nhdr, .mha or .mhd file (in lower or upper case) at a path (Node), a file: URL (Node) or any URL
 * that fetch accepts, or the DICOM series of a folder (Node). Values, frame and sides are as in readSurfaceFromVolume.
 * @throws OptionError BAD_ISO_VALUE and FormatError UNKNOWN_FORMAT, before anything is read; UNREADABLE; and as
 * readSurfaceFromVolume.
 */
export async function loadSurfaceFromVolume(
  source: string | HostUrl,
  isoValue: number,
  options: VolumeOptions = {},
): Promise<TriangleMesh> {
  const text = sourceText(source);
  checkIsoValue(isoValue);
  checkOptionNames(options, VOLUME_OPTIONS, 'loadSurfaceFromVolume');
  checkVolumeOptions(options);
  const { volume, name } = await loadVolume(source, options);
  tellNotices(volume.notices, options);
  return surfaceOf(volume, isoValue, text, name);
}
