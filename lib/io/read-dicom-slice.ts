// Bytes of a DICOM file → the slice of a series that it holds: where it lies, and its stored values.

import type { DataSet } from 'dicom-parser';
import { FormatError } from '../core/index.ts';
import { decimal } from './text-scanner.ts';

type Vector = readonly [number, number, number];

export interface DicomSlice {
  readonly name: string;
  /** Series Instance UID. */
  readonly series: string;
  readonly rows: number;
  readonly columns: number;
  /** Of the first voxel, mm, LPS. */
  readonly position: Vector;
  /** Unit vectors: the way of growing column and row numbers. */
  readonly alongRow: Vector;
  readonly alongColumn: Vector;
  /** mm between columns, between rows. */
  readonly spacing: readonly [number, number];
  readonly slope: number;
  readonly intercept: number;
  /** What a stored value can be. */
  readonly storedRange: readonly [number, number];
  /** Writes slope · stored + intercept, row by row. */
  write(out: { [index: number]: number }, at: number): void;
}

/** Transfer syntaxes whose pixels are stored as they are, and whether little-endian. */
const PLAIN: Readonly<Record<string, boolean>> = {
  '1.2.840.10008.1.2': true,
  '1.2.840.10008.1.2.1': true,
  '1.2.840.10008.1.2.2': false,
};
/** How others are named (PS3.6, A), for the sentence that refuses them: the first whose number begins so. */
const COMPRESSED: readonly (readonly [string, string])[] = [
  ['1.2.840.10008.1.2.1.99', 'deflated'],
  ['1.2.840.10008.1.2.4.57', 'JPEG lossless'],
  ['1.2.840.10008.1.2.4.70', 'JPEG lossless'],
  ['1.2.840.10008.1.2.4.8', 'JPEG-LS'],
  ['1.2.840.10008.1.2.4.9', 'JPEG 2000'],
  ['1.2.840.10008.1.2.4.20', 'HTJ2K'],
  ['1.2.840.10008.1.2.4', 'JPEG'],
  ['1.2.840.10008.1.2.5', 'run lengths'],
];

/** DICOM tags (PS3.6), as dicom-parser writes them. */
const TAG = {
  transferSyntax: 'x00020010',
  series: 'x0020000e',
  samples: 'x00280002',
  frames: 'x00280008',
  rows: 'x00280010',
  columns: 'x00280011',
  spacing: 'x00280030',
  bitsAllocated: 'x00280100',
  bitsStored: 'x00280101',
  highBit: 'x00280102',
  signed: 'x00280103',
  intercept: 'x00281052',
  slope: 'x00281053',
  position: 'x00200032',
  orientation: 'x00200037',
  pixels: 'x7fe00010',
} as const;

/** Bytes that tell a DICOM file. */
export const DICOM_HEAD = 132;

/** Whether bytes are a DICOM file: "DICM" behind 128 bytes (PS3.10, 7.1). */
export function isDicom(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(128, DICOM_HEAD)) === 'DICM';
}

/** One sentence for what a DICOM file or series has. */
export function dicomError(
  source: string,
  code: string,
  found: string,
  expected: string,
  next = 'export the series again',
): FormatError {
  return new FormatError(code, `"${source}": ${found}, expected ${expected}; ${next}.`);
}

/**
 * @param parse dicom-parser's parseDicom.
 * @returns null for a file without pixels (a directory, a report, a plan).
 * @throws FormatError BAD_HEADER, TRUNCATED, BAD_COUNT, BAD_DIMENSIONS, UNSUPPORTED (compressed pixels, several frames
 * or samples, 64 bits).
 */
export function readDicomSlice(
  bytes: Uint8Array,
  name: string,
  parse: (bytes: Uint8Array) => DataSet,
): DicomSlice | null {
  const data = parsed(bytes, name, parse);
  const pixels = data.elements[TAG.pixels];
  if (pixels === undefined) {
    if (data.elements[TAG.rows] === undefined) return null;
    throw dicomError(name, 'TRUNCATED', 'it has rows and no pixels', 'both');
  }
  const syntax = data.string(TAG.transferSyntax) ?? '';
  const little = PLAIN[syntax];
  if (little === undefined)
    throw dicomError(
      name,
      'UNSUPPORTED',
      `the pixels are stored by transfer syntax ${syntax || 'unknown'} (${compressionOf(syntax)})`,
      'uncompressed ones',
      'decompress the series first, for example with gdcmconv --raw or dcmdjpeg',
    );
  const whole = (tag: string, what: string, least: number, fallback = Number.NaN): number => {
    const value = data.uint16(tag) ?? fallback;
    if (!(value >= least)) throw dicomError(name, 'BAD_HEADER', `${what} is ${value}`, `a whole number from ${least}`);
    return value;
  };
  // dicom-parser's own floatString fails where there are fewer values.
  const decimals = (tag: string): number[] | undefined =>
    data
      .string(tag)
      ?.split('\\')
      .map((text) => decimal(text.trim()));
  const numbers = (tag: string, what: string, count: number): number[] => {
    const values = decimals(tag) ?? [];
    if (values.length !== count || !values.every(Number.isFinite))
      throw dicomError(name, 'BAD_HEADER', `${what} is "${data.string(tag) ?? ''}"`, `${count} finite numbers`);
    return values;
  };
  const frames = data.intString(TAG.frames) ?? 1;
  const samples = data.uint16(TAG.samples) ?? 1;
  if (frames !== 1 || samples !== 1)
    throw dicomError(
      name,
      'UNSUPPORTED',
      `it has ${frames} frames of ${samples} values a pixel`,
      'one slice of one value a pixel',
      'export the series as single slices',
    );
  const rows = whole(TAG.rows, 'Rows', 2);
  const columns = whole(TAG.columns, 'Columns', 2);
  const allocated = whole(TAG.bitsAllocated, 'Bits Allocated', 1);
  if (![8, 16, 32].includes(allocated))
    throw dicomError(name, 'UNSUPPORTED', `Bits Allocated is ${allocated}`, '8, 16 or 32');
  const stored = whole(TAG.bitsStored, 'Bits Stored', 1, allocated);
  const highBit = whole(TAG.highBit, 'High Bit', 0, stored - 1);
  if (stored > allocated || highBit >= allocated || highBit < stored - 1)
    throw dicomError(
      name,
      'BAD_HEADER',
      `High Bit is ${highBit} of ${stored} bits stored`,
      `bits within the ${allocated} allocated`,
    );
  const isSigned = (data.uint16(TAG.signed) ?? 0) === 1;
  const size = (rows * columns * allocated) / 8;
  const { dataOffset, length } = pixels;
  if (dataOffset + size > bytes.length || length < size)
    throw dicomError(
      name,
      'TRUNCATED',
      `there are ${Math.min(length, bytes.length - dataOffset)} bytes of pixels`,
      `${size}`,
    );
  // A value of odd length is padded to an even one (PS3.5, 7.1.1).
  if (length > size + (size % 2))
    throw dicomError(name, 'BAD_COUNT', `there are ${length} bytes of pixels`, `${size} for ${columns} × ${rows}`);
  const orientation = numbers(TAG.orientation, 'Image Orientation (Patient)', 6);
  const [betweenRows, betweenColumns] = numbers(TAG.spacing, 'Pixel Spacing', 2);
  if (!(betweenRows > 0 && betweenColumns > 0))
    throw dicomError(name, 'BAD_HEADER', `Pixel Spacing is ${betweenRows}\\${betweenColumns}`, 'mm above 0');
  const slope = decimals(TAG.slope)?.[0] ?? 1;
  const intercept = decimals(TAG.intercept)?.[0] ?? 0;
  if (!Number.isFinite(slope) || !Number.isFinite(intercept))
    throw dicomError(name, 'BAD_HEADER', `Rescale Slope and Intercept are ${slope} and ${intercept}`, 'finite numbers');
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataOffset, size);
  return {
    name,
    series: data.string(TAG.series) ?? '',
    rows,
    columns,
    position: vector(numbers(TAG.position, 'Image Position (Patient)', 3)),
    alongRow: vector(orientation.slice(0, 3)),
    alongColumn: vector(orientation.slice(3)),
    spacing: [betweenColumns, betweenRows],
    slope,
    intercept,
    storedRange: isSigned ? [-(2 ** (stored - 1)), 2 ** (stored - 1) - 1] : [0, 2 ** stored - 1],
    write(out, at) {
      const bytesEach = allocated / 8;
      // The stored bits are moved to the top of 32 and back, which keeps or spreads their sign.
      const up = 31 - highBit;
      const down = 32 - stored;
      for (let i = 0; i < rows * columns; i++) {
        const word =
          allocated === 8
            ? view.getUint8(i)
            : allocated === 16
              ? view.getUint16(bytesEach * i, little)
              : view.getUint32(bytesEach * i, little);
        const value = isSigned ? (word << up) >> down : (word << up) >>> down;
        out[at + i] = slope * value + intercept;
      }
    },
  };
}

function compressionOf(syntax: string): string {
  return COMPRESSED.find(([id]) => syntax.startsWith(id))?.[1] ?? 'not known here';
}

function parsed(bytes: Uint8Array, name: string, parse: (bytes: Uint8Array) => DataSet): DataSet {
  try {
    return parse(bytes);
  } catch (cause) {
    // It throws strings, errors, and objects that hold one.
    const reason = String(
      (cause as { exception?: unknown } | null)?.exception ?? (cause instanceof Error ? cause.message : cause),
    );
    const isCut = /overrun|past end|beyond|out of range|eof|end of/i.test(reason);
    throw new FormatError(
      isCut ? 'TRUNCATED' : 'BAD_HEADER',
      `"${name}" cannot be parsed as DICOM (${reason.replace(/\s+/g, ' ')}); fetch or export it again.`,
      { cause },
    );
  }
}

function vector([x, y, z]: readonly number[]): Vector {
  return [x, y, z];
}
