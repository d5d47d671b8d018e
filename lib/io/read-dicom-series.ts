// The files of a DICOM series, one slice or several each → a Volume.

import { dicomPictures, type NamedBytes, oneSeries } from './dicom-files.ts';
import type { Parse } from './dicom-header.ts';
import { type DicomSlice, readDicomSlices } from './read-dicom-slice.ts';
import { sliceOrder } from './slice-order.ts';
import { checkVolume, type Volume } from './volume.ts';
import type { VolumeOptions } from './volume-options.ts';

interface SeriesOptions extends Pick<VolumeOptions, 'series' | 'acceptUneven'> {
  /** Files of the folder that are not DICOM, and are not among the bytes. */
  readonly passedOver?: readonly string[];
}
type Values = Int16Array | Int32Array | Float64Array;

/**
 * Reads the uncompressed slices of one series (PS3.3, C.7.6.2), single or as the frames of an enhanced file. They are
 * sorted by Image Position along their normal, and must be evenly spaced and of one orientation, to 1 % or to the
 * digits written; the shear of a tilted gantry is kept. Values are mapped by the Modality LUT, or as slope · stored +
 * intercept for each slice (HU for CT), and the frame is LPS. Files that are not DICOM or not images, localisers and
 * duplicates are set aside, with a notice that names them.
 * @param files each with the name used in errors.
 * @throws FormatError BAD_HEADER, TRUNCATED, BAD_COUNT, BAD_DIMENSIONS (one slice, or slices of several sizes),
 * UNSUPPORTED, MIXED_SERIES, UNKNOWN_SERIES, UNEVEN_SLICES, NON_FINITE_VALUE.
 */
export async function readDicomSeries(
  files: readonly NamedBytes[],
  source: string,
  options: SeriesOptions = {},
): Promise<Volume> {
  const parser = await import('dicom-parser');
  const { parseDicom } = 'default' in parser ? (parser.default as typeof parser) : parser;
  // dicom-parser's own inflater depends on the engine, and fails in Node.
  const inflater = (): never => {
    throw new Error('kerf does not inflate');
  };
  const parse: Parse = (bytes) => parseDicom(bytes, { inflater });
  const pictures = dicomPictures(files, options.passedOver ?? [], source, parse);
  const series = oneSeries(pictures.kept, options.series, source);
  const own = series.kept.flatMap(({ header, bytes }) => readDicomSlices(header, bytes));
  const { slices, step, planes, notices } = sliceOrder(own, options.acceptUneven, source);
  const [{ rows, columns, spacing, alongRow, alongColumn, position }] = slices;
  const values = planes === undefined ? stacked(slices) : interpolated(slices, planes);
  const indexToWorld = [0, 1, 2].flatMap((row) => [
    spacing[0] * alongRow[row],
    spacing[1] * alongColumn[row],
    step[row],
    position[row],
  ]);
  const dimensions = [columns, rows, planes?.length ?? slices.length] as const;
  return checkVolume(
    {
      dimensions,
      values,
      indexToWorld,
      frame: 'LPS',
      notices: [...pictures.notices, ...series.notices, ...notices],
    },
    source,
  );
}

function stacked(slices: readonly DicomSlice[]): Values {
  const each = slices[0].rows * slices[0].columns;
  const values = storageFor(slices, each * slices.length);
  slices.forEach((slice, k) => {
    slice.write(values, k * each);
  });
  return values;
}

/** Interpolates linearly between the slices next to each plane. */
function interpolated(slices: readonly DicomSlice[], planes: readonly number[]): Values {
  const each = slices[0].rows * slices[0].columns;
  const values = new Float64Array(each * planes.length);
  const [below, above] = [new Float64Array(each), new Float64Array(each)];
  for (const [plane, place] of planes.entries()) {
    const k = Math.floor(place);
    const share = place - k;
    slices[k].write(below, 0);
    if (share > 0) slices[k + 1].write(above, 0);
    for (let i = 0; i < each; i++)
      values[plane * each + i] = share > 0 ? below[i] + share * (above[i] - below[i]) : below[i];
  }
  return values;
}

/** An array of the smallest type that holds every value that the slices can have. */
function storageFor(slices: readonly DicomSlice[], count: number): Values {
  let [low, high] = [0, 0];
  for (const { range, isWhole } of slices) {
    if (range === null || !isWhole) return new Float64Array(count);
    low = Math.min(low, range[0]);
    high = Math.max(high, range[1]);
  }
  if (low >= -(2 ** 15) && high < 2 ** 15) return new Int16Array(count);
  return low >= -(2 ** 31) && high < 2 ** 31 ? new Int32Array(count) : new Float64Array(count);
}
