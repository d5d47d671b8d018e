// Bytes of a volume in a named format → a Volume.

import { checkedBytes, FormatError } from '../core/index.ts';
import { gunzip } from './gunzip.ts';
import { readDicomSeries } from './read-dicom-series.ts';
import { readNifti } from './read-nifti.ts';
import { readNrrd } from './read-nrrd.ts';
import { readVti } from './read-vti.ts';
import type { Volume } from './volume.ts';
import type { VolumeFormat } from './volume-format.ts';
import { withinMemory } from './within-memory.ts';

type Bytes = ArrayBuffer | Uint8Array;
/** The bytes of one file, or, for a DICOM series, of each of its files. */
export type VolumeBytes = Bytes | readonly Bytes[];

/**
 * Parses a volume. Gzipped bytes are unzipped first, whatever the format.
 * @param names what errors call the files of a series; if there are none, errors number the files.
 * @throws (as a rejection) FormatError WRONG_TYPE (no bytes), TOO_LARGE, and as the format's reader.
 */
export async function readVolume(
  bytes: VolumeBytes,
  format: VolumeFormat,
  source: string,
  names: readonly string[] = [],
): Promise<Volume> {
  const files = Array.isArray(bytes) ? (bytes as readonly Bytes[]) : [bytes as Bytes];
  if (format === 'dicom') {
    const plain = files.map(async (file, i) => ({
      name: names[i] ?? `file ${i}`,
      bytes: await gunzip(
        checkedBytes(file, `"${source}", file ${i},`, 'pass the bytes of each slice', FormatError),
        source,
      ),
    }));
    return readDicomSeries(await Promise.all(plain), source);
  }
  if (files.length !== 1)
    throw new FormatError(
      'BAD_COUNT',
      `"${source}": ${files.length} files were given, expected 1 for format ${format}; give its bytes alone.`,
    );
  const plain = await gunzip(checkedBytes(files[0], 'bytes', `pass those of a ${format} file`, FormatError), source);
  if (plain.length === 0)
    throw new FormatError('TRUNCATED', `"${source}" has 0 bytes, expected a volume; fetch or export it again.`);
  const read = { vti: readVti, nii: readNifti, 'nii.gz': readNifti, nrrd: readNrrd }[format];
  return withinMemory(source, () => read(plain, source));
}
