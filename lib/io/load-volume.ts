// A path or URL of a volume's file, or (Node) of a folder of DICOM slices → a Volume.

import { DICOM_HEAD, isDicom, wasDicom } from './dicom-preamble.ts';
import { baseName } from './mesh-format.ts';
import { addressBeside, readBytes, readFolder } from './read-bytes.ts';
import { readVolume } from './read-volume.ts';
import type { Volume } from './volume.ts';
import { isVolumeName, volumeFormatOf } from './volume-format.ts';
import type { VolumeOptions } from './volume-options.ts';

/**
 * Reads a volume's file (.vti, .nii, .nii.gz, .nrrd, .nhdr, .mha or .mhd, in lower or upper case) from a path (Node), a
 * file: URL (Node) or any URL that fetch accepts, with the files that it names; or the DICOM series of a folder,
 * without its subfolders.
 * @returns the volume and its name: the name of the file or folder.
 * @throws FormatError UNKNOWN_FORMAT, before anything is read; UNREADABLE; and as readVolume.
 */
export async function loadVolume(
  source: string | URL,
  options: VolumeOptions = {},
): Promise<{ volume: Volume; name: string }> {
  const text = String(source);
  const folder = isVolumeName(text)
    ? null
    : await readFolder(source, DICOM_HEAD, (head) => isDicom(head) || wasDicom(head));
  const name = baseName(text.replace(/[\\/]+$/, ''));
  const { series, acceptUneven } = options;
  if (folder !== null) {
    const { files, passedOver } = folder;
    const chosen = { series, acceptUneven, names: files.map((file) => file.name), passedOver };
    const bytes = files.map((file) => file.bytes);
    return { volume: await readVolume(bytes, 'dicom', text, chosen), name };
  }
  const format = volumeFormatOf(text);
  const beside = (file: string) => readBytes(addressBeside(source, file));
  const chosen = { series, acceptUneven, names: [name], beside };
  return { volume: await readVolume(await readBytes(source), format, text, chosen), name };
}

/** Whether a path or file: URL (Node) names a folder with a DICOM file in it. */
export async function holdsDicom(source: string | URL): Promise<boolean> {
  let isFound = false;
  await readFolder(source, DICOM_HEAD, (head) => {
    isFound ||= isDicom(head);
    return false;
  });
  return isFound;
}
