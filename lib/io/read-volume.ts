// Bytes of a volume in a named format → a Volume.

import { checkedBytes, FormatError } from '#core';
import type { Beside } from './data-files.ts';
import { gunzip } from './gunzip.ts';
import { readDicomSeries } from './read-dicom-series.ts';
import { readMetaImage } from './read-meta-image.ts';
import { readNifti } from './read-nifti.ts';
import { readNrrd } from './read-nrrd.ts';
import { readVti } from './read-vti.ts';
import type { Volume } from './volume.ts';
import type { VolumeFormat } from './volume-format.ts';
import type { VolumeOptions } from './volume-options.ts';
import { withinMemory } from './within-memory.ts';

type Bytes = ArrayBuffer | Uint8Array;
/** The bytes of one file; of each file of a DICOM series; or of a header and then of the files that it names. */
export type VolumeBytes = Bytes | readonly Bytes[];

export interface ReadOptions extends Pick<VolumeOptions, 'series' | 'acceptUneven'> {
  /** The names of a series' files in errors; without them, errors number the files. */
  readonly names?: readonly string[];
  /** Files of the folder that are not DICOM, and are not among the bytes. */
  readonly passedOver?: readonly string[];
  /** The files that a header names. Default: the bytes given after the header's. */
  readonly beside?: Beside;
}

/**
 * Parses a volume. Gzipped bytes are unzipped first, whatever the format.
 * @throws (as a rejection) FormatError WRONG_TYPE (not bytes), TOO_LARGE, and as the format's reader.
 */
export async function readVolume(
  bytes: VolumeBytes,
  format: VolumeFormat,
  source: string,
  options: ReadOptions = {},
): Promise<Volume> {
  const files = Array.isArray(bytes) ? (bytes as readonly Bytes[]) : [bytes as Bytes];
  if (format === 'dicom') {
    const plain = files.map(async (file, i) => ({
      name: options.names?.[i] ?? `file ${i}`,
      bytes: await gunzip(
        checkedBytes(file, `"${source}", file ${i},`, 'pass the bytes of each slice', FormatError),
        options.names?.[i] ?? source,
      ),
    }));
    return readDicomSeries(await Promise.all(plain), source, options);
  }
  const mayHaveMore = ['nrrd', 'nhdr', 'mha', 'mhd'].includes(format);
  if (files.length === 0 || (files.length > 1 && !mayHaveMore)) throw miscounted(files.length, 1, format, source);
  const [first, ...others] = files.map((file) =>
    checkedBytes(file, 'bytes', `pass those of a ${format} file`, FormatError),
  );
  const plain = await gunzip(first, source);
  if (plain.length === 0)
    throw new FormatError('TRUNCATED', `"${source}" has 0 bytes, expected a volume; fetch or export it again.`);
  const beside = options.beside ?? (async (name: string) => others.shift() ?? refuseLone(name, source));
  const read = {
    vti: readVti,
    nii: readNifti,
    'nii.gz': readNifti,
    nrrd: readNrrd,
    nhdr: readNrrd,
    mha: readMetaImage,
    mhd: readMetaImage,
  }[format];
  const volume = await withinMemory<Volume | Promise<Volume>>(source, () => read(plain, source, beside));
  if (others.length > 0) throw miscounted(files.length, files.length - others.length, format, source);
  return volume;
}

function miscounted(given: number, expected: number, format: string, source: string): FormatError {
  return new FormatError(
    'BAD_COUNT',
    `"${source}": ${given} files were given, expected ${expected} for format ${format}; ` +
      'give its bytes alone, or those of a header and then of the files that it names.',
  );
}

function refuseLone(name: string, source: string): never {
  throw new FormatError(
    'UNSUPPORTED',
    `"${source}": the voxels are in "${name}", expected them behind the header or given with it; ` +
      "give the header's address, or its bytes and then those of the files that it names.",
  );
}
