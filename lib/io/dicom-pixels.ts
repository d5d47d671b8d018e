// A DICOM file's pixels → what a stored value can be, and the values.

import type { Element } from 'dicom-parser';
import { type DicomHeader, TAG } from './dicom-header.ts';

interface DicomPixels {
  readonly rows: number;
  readonly columns: number;
  /** The least and the greatest value that can be stored. */
  readonly storedRange: readonly [number, number];
  /** Writes slope · stored + intercept of each pixel, row by row. */
  write(slope: number, intercept: number, out: { [index: number]: number }, at: number): void;
}

/** How values are stored: in `stored` bits of `allocated` ones, of which `highBit` is the highest. */
interface Layout {
  readonly allocated: number;
  readonly stored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
}

/** The transfer syntaxes whose pixels are stored uncompressed, and whether they are little-endian. */
const PLAIN: Readonly<Record<string, boolean>> = {
  '1.2.840.10008.1.2': true,
  '1.2.840.10008.1.2.1': true,
  '1.2.840.10008.1.2.2': false,
};
/**
 * The names of other transfer syntaxes (PS3.6, A), for the sentence that refuses them. The name counts whose number is
 * the first with which the syntax's own number begins.
 */
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

/**
 * @param element the tag of the pixels.
 * @throws FormatError UNSUPPORTED (compressed pixels, several frames or samples, 64 bits), BAD_HEADER, TRUNCATED,
 * BAD_COUNT.
 */
export function dicomPixels(header: DicomHeader, bytes: Uint8Array, element: Element): DicomPixels {
  const isLittle = isLittleEndian(header);
  refuseManyFrames(header);
  const rows = header.whole(TAG.rows, 'Rows', 2);
  const columns = header.whole(TAG.columns, 'Columns', 2);
  const layout = layoutOf(header);
  const { stored, isSigned } = layout;
  const size = (rows * columns * layout.allocated) / 8;
  const { dataOffset, length } = element;
  if (dataOffset + size > bytes.length || length < size) {
    const there = Math.min(length, bytes.length - dataOffset);
    throw header.error('TRUNCATED', `there are ${there} bytes of pixels`, `${size}`);
  }
  // A value of odd length is padded to an even one (PS3.5, 7.1.1).
  if (length > size + (size % 2))
    throw header.error('BAD_COUNT', `there are ${length} bytes of pixels`, `${size} for ${columns} × ${rows}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataOffset, size);
  return {
    rows,
    columns,
    storedRange: isSigned ? [-(2 ** (stored - 1)), 2 ** (stored - 1) - 1] : [0, 2 ** stored - 1],
    write: (slope, intercept, out, at) => {
      const valueAt = reader(view, layout, isLittle);
      for (let i = 0; i < rows * columns; i++) out[at + i] = slope * valueAt(i) + intercept;
    },
  };
}

function isLittleEndian(header: DicomHeader): boolean {
  const syntax = header.data.string(TAG.transferSyntax) ?? '';
  const isLittle = PLAIN[syntax];
  if (isLittle !== undefined) return isLittle;
  throw header.error(
    'UNSUPPORTED',
    `the pixels are stored by transfer syntax ${syntax || 'unknown'} (${compressionOf(syntax)})`,
    'uncompressed ones',
    'decompress the series first, for example with gdcmconv --raw or dcmdjpeg',
  );
}

function compressionOf(syntax: string): string {
  return COMPRESSED.find(([id]) => syntax.startsWith(id))?.[1] ?? 'not known here';
}

function refuseManyFrames(header: DicomHeader): void {
  const frames = header.data.intString(TAG.frames) ?? 1;
  const samples = header.data.uint16(TAG.samples) ?? 1;
  if (frames === 1 && samples === 1) return;
  throw header.error(
    'UNSUPPORTED',
    `it has ${frames} frames of ${samples} values a pixel`,
    'one slice of one value a pixel',
    'export the series as single slices',
  );
}

function layoutOf(header: DicomHeader): Layout {
  const allocated = header.whole(TAG.bitsAllocated, 'Bits Allocated', 1);
  if (![8, 16, 32].includes(allocated))
    throw header.error('UNSUPPORTED', `Bits Allocated is ${allocated}`, '8, 16 or 32');
  const stored = header.whole(TAG.bitsStored, 'Bits Stored', 1, allocated);
  const highBit = header.whole(TAG.highBit, 'High Bit', 0, stored - 1);
  if (stored > allocated || highBit >= allocated || highBit < stored - 1) {
    const found = `High Bit is ${highBit} of ${stored} bits stored`;
    throw header.error('BAD_HEADER', found, `bits within the ${allocated} allocated`);
  }
  return { allocated, stored, highBit, isSigned: (header.data.uint16(TAG.signed) ?? 0) === 1 };
}

/**
 * @returns the stored value of pixel i. Its bits are moved to the top of 32 and back, which extends the sign if there
 * is one.
 */
function reader(view: DataView, { allocated, stored, highBit, isSigned }: Layout, isLittle: boolean) {
  const wordAt = {
    8: (i: number) => view.getUint8(i),
    16: (i: number) => view.getUint16(2 * i, isLittle),
    32: (i: number) => view.getUint32(4 * i, isLittle),
  }[allocated] as (i: number) => number;
  const up = 31 - highBit;
  const down = 32 - stored;
  return (i: number): number => (isSigned ? (wordAt(i) << up) >> down : (wordAt(i) << up) >>> down);
}
