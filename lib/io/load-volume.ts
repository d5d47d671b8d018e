// A path or URL of a volume's file, or (Node) of a folder of DICOM slices → a Volume.

import { DICOM_HEAD, isDicom } from './dicom-header.ts';
import { baseName } from './mesh-format.ts';
import { readBytes, readFolder } from './read-bytes.ts';
import { readVolume } from './read-volume.ts';
import type { Volume } from './volume.ts';
import { isVolumeName, volumeFormatOf } from './volume-format.ts';

/**
 * Reads a .vti, .nii, .nii.gz or .nrrd volume (in lower or upper case) from a path (Node), a file: URL (Node) or any
 * URL that fetch takes; or the DICOM series of a folder, but not of the folders in it.
 * @returns the volume and its name, which is that of the file or folder.
 * @throws FormatError UNKNOWN_FORMAT, before anything is read; UNREADABLE; and all that readVolume throws.
 */
export async function loadVolume(source: string | URL): Promise<{ volume: Volume; name: string }> {
  const text = String(source);
  const folder = isVolumeName(text) ? null : await readFolder(source, DICOM_HEAD, isDicom);
  const name = baseName(text.replace(/[\\/]+$/, ''));
  if (folder !== null) {
    const [names, bytes] = [folder.map((file) => file.name), folder.map((file) => file.bytes)];
    return { volume: await readVolume(bytes, 'dicom', text, names), name };
  }
  const format = volumeFormatOf(text);
  return { volume: await readVolume(await readBytes(source), format, text, [name]), name };
}
