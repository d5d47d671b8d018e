// The files of a DICOM series, one slice each → a Volume.

import { FormatError, vectorLength } from '../core/index.ts';
import { dicomError, isDicom } from './dicom-header.ts';
import { type DicomSlice, readDicomSlice } from './read-dicom-slice.ts';
import { checkVolume, type Volume } from './volume.ts';

/**
 * How far a slice may lie from its place in an even spacing, and a pixel from where the directions of the first slice
 * put it, as a share of the spacing.
 */
const UNEVEN = 0.01;

/**
 * Reads the uncompressed slices of one series (PS3.3, C.7.6.2). They are sorted by Image Position along their normal,
 * and must be evenly spaced and of one orientation; the shear of a tilted gantry is kept. Values are slope · stored +
 * intercept of each slice (HU for CT), and the frame is LPS. Files that are no DICOM, or hold no pixels, are passed
 * over.
 * @param files each with the name that errors call it by.
 * @throws FormatError BAD_HEADER, TRUNCATED, BAD_COUNT, BAD_DIMENSIONS (one slice, or slices of several sizes),
 * UNSUPPORTED, MIXED_SERIES, UNEVEN_SLICES, NON_FINITE_VALUE.
 */
export async function readDicomSeries(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  source: string,
): Promise<Volume> {
  const own = files.filter(({ bytes }) => isDicom(bytes));
  if (own.length === 0)
    throw dicomError(
      source,
      'BAD_HEADER',
      files.length === 0 ? 'it holds no DICOM file' : `none of ${files.length} files is a DICOM file`,
      'the slices of a series',
      'give the folder that holds them',
    );
  const parser = await import('dicom-parser');
  const { parseDicom } = 'default' in parser ? (parser.default as typeof parser) : parser;
  const slices = own.flatMap(({ name, bytes }) => readDicomSlice(bytes, name, parseDicom) ?? []);
  const sorted = inOrder(slices, source);
  const step = evenStep(sorted, source);
  const [first] = sorted;
  const { rows, columns, spacing, alongRow, alongColumn, position } = first;
  const values = storageFor(sorted, rows * columns * sorted.length);
  sorted.forEach((slice, k) => {
    slice.write(values, k * rows * columns);
  });
  const indexToWorld = [0, 1, 2].flatMap((row) => [
    spacing[0] * alongRow[row],
    spacing[1] * alongColumn[row],
    step[row],
    position[row],
  ]);
  return checkVolume({ dimensions: [columns, rows, sorted.length], values, indexToWorld, frame: 'LPS' }, source);
}

/** The slices, which must be of one series and shape, sorted by their place along the normal. */
function inOrder(slices: readonly DicomSlice[], source: string): DicomSlice[] {
  const series = new Map<string, number>();
  for (const slice of slices) series.set(slice.series, (series.get(slice.series) ?? 0) + 1);
  if (series.size > 1) {
    const listed = [...series].map(([id, count]) => `${id} (${count} slices)`).join(', ');
    throw dicomError(
      source,
      'MIXED_SERIES',
      `there are ${series.size} series: ${listed}`,
      'one',
      'put one of them in a folder of its own',
    );
  }
  if (slices.length < 2)
    throw dicomError(
      source,
      'BAD_DIMENSIONS',
      `there ${slices.length === 1 ? 'is 1 slice' : 'are no slices'}`,
      'two or more',
      'give the folder that holds the whole series',
    );
  const [first] = slices;
  for (const slice of slices) checkAlike(slice, first, source);
  const normal = cross(first.alongRow, first.alongColumn);
  return [...slices].sort((a, b) => dot(normal, a.position) - dot(normal, b.position));
}

function checkAlike(slice: DicomSlice, first: DicomSlice, source: string): void {
  const { rows, columns } = first;
  if (slice.rows !== rows || slice.columns !== columns)
    throw dicomError(
      source,
      'BAD_DIMENSIONS',
      `"${slice.name}" has ${slice.columns} × ${slice.rows} pixels`,
      `the ${columns} × ${rows} of "${first.name}"`,
    );
  // Two slices are compared by where the last pixel of a row or column comes to lie, in spacings.
  const off = Math.max(
    Math.abs(slice.spacing[0] / first.spacing[0] - 1) * columns,
    Math.abs(slice.spacing[1] / first.spacing[1] - 1) * rows,
    size(minus(slice.alongRow, first.alongRow)) * columns,
    size(minus(slice.alongColumn, first.alongColumn)) * rows,
    Math.abs(size(slice.alongRow) - 1) * columns,
    Math.abs(size(slice.alongColumn) - 1) * rows,
    Math.abs(dot(slice.alongRow, slice.alongColumn)) * Math.max(rows, columns),
  );
  if (!(off <= UNEVEN))
    throw dicomError(
      source,
      'UNEVEN_SLICES',
      `the directions or pixel spacing of "${slice.name}" put a pixel ${off.toFixed(3)} spacings ` +
        `from where those of "${first.name}" do`,
      `unit directions, and at most ${UNEVEN}`,
    );
}

/** The step from one slice to the next, mm. */
function evenStep(sorted: readonly DicomSlice[], source: string): readonly [number, number, number] {
  const [first] = sorted;
  const count = sorted.length - 1;
  const [x, y, z] = minus(sorted[count].position, first.position);
  const step: readonly [number, number, number] = [x / count, y / count, z / count];
  const even = size(step);
  sorted.forEach((slice, k) => {
    const off = size(
      minus(
        slice.position,
        [0, 1, 2].map((axis) => first.position[axis] + k * step[axis]),
      ),
    );
    if (even > 0 && off <= UNEVEN * even) return;
    const before = sorted[Math.max(0, k - 1)];
    throw new FormatError(
      'UNEVEN_SLICES',
      `"${source}": slice ${k} ("${slice.name}") lies ${size(minus(slice.position, before.position)).toFixed(3)} mm ` +
        `from the one before it, expected ${even.toFixed(3)} mm to ${100 * UNEVEN} %; ` +
        'look for a missing slice, or for two scans in one series.',
    );
  });
  return step;
}

/** An array of the smallest type that holds every value that the slices can have. */
function storageFor(slices: readonly DicomSlice[], count: number): Int16Array | Int32Array | Float64Array {
  const ends = slices.flatMap(({ slope, intercept, storedRange }) =>
    storedRange.map((value) => slope * value + intercept),
  );
  const low = ends.reduce((least, value) => Math.min(least, value));
  const high = ends.reduce((most, value) => Math.max(most, value));
  const isWhole = slices.every(({ slope, intercept }) => Number.isInteger(slope) && Number.isInteger(intercept));
  if (isWhole && low >= -(2 ** 15) && high < 2 ** 15) return new Int16Array(count);
  return isWhole && low >= -(2 ** 31) && high < 2 ** 31 ? new Int32Array(count) : new Float64Array(count);
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function size([x, y, z]: readonly number[]): number {
  return vectorLength(x, y, z);
}
