// Bytes of a DICOM file → the slice of a series that it holds: where it lies, and its stored values.

import type { DataSet } from 'dicom-parser';
import { DicomHeader, TAG } from './dicom-header.ts';
import { dicomPixels } from './dicom-pixels.ts';

type Vector = readonly [number, number, number];

export interface DicomSlice {
  readonly name: string;
  /** Series Instance UID. */
  readonly series: string;
  readonly rows: number;
  readonly columns: number;
  /** The position of the first voxel, mm, LPS. */
  readonly position: Vector;
  /** Unit vectors in the directions of growing column and row numbers. */
  readonly alongRow: Vector;
  readonly alongColumn: Vector;
  /** mm between columns, and between rows. */
  readonly spacing: readonly [number, number];
  readonly slope: number;
  readonly intercept: number;
  /** The least and the greatest value that can be stored. */
  readonly storedRange: readonly [number, number];
  /** Writes slope · stored + intercept of each pixel, row by row. */
  write(out: { [index: number]: number }, at: number): void;
}

/**
 * @param parse dicom-parser's parseDicom.
 * @returns null for a file without pixels (a directory, a report, a plan).
 * @throws FormatError BAD_HEADER, TRUNCATED, BAD_COUNT, UNSUPPORTED (compressed pixels, several frames or samples, 64
 * bits).
 */
export function readDicomSlice(
  bytes: Uint8Array,
  name: string,
  parse: (bytes: Uint8Array) => DataSet,
): DicomSlice | null {
  const header = new DicomHeader(bytes, name, parse);
  const { data } = header;
  const element = data.elements[TAG.pixels];
  if (element === undefined) {
    if (data.elements[TAG.rows] === undefined) return null;
    throw header.error('TRUNCATED', 'it has rows and no pixels', 'both');
  }
  const { rows, columns, storedRange, write } = dicomPixels(header, bytes, element);
  const orientation = header.numbers(TAG.orientation, 'Image Orientation (Patient)', 6);
  const [betweenRows, betweenColumns] = header.numbers(TAG.spacing, 'Pixel Spacing', 2);
  if (!(betweenRows > 0 && betweenColumns > 0))
    throw header.error('BAD_HEADER', `Pixel Spacing is ${betweenRows}\\${betweenColumns}`, 'mm above 0');
  const slope = header.decimals(TAG.slope)?.[0] ?? 1;
  const intercept = header.decimals(TAG.intercept)?.[0] ?? 0;
  if (!Number.isFinite(slope) || !Number.isFinite(intercept))
    throw header.error('BAD_HEADER', `Rescale Slope and Intercept are ${slope} and ${intercept}`, 'finite numbers');
  return {
    name,
    series: data.string(TAG.series) ?? '',
    rows,
    columns,
    position: vector(header.numbers(TAG.position, 'Image Position (Patient)', 3)),
    alongRow: vector(orientation.slice(0, 3)),
    alongColumn: vector(orientation.slice(3)),
    spacing: [betweenColumns, betweenRows],
    slope,
    intercept,
    storedRange,
    write: (out, at) => write(slope, intercept, out, at),
  };
}

function vector([x, y, z]: readonly number[]): Vector {
  return [x, y, z];
}
