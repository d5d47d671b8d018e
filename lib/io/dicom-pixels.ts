// A DICOM file's pixels → the stored values of each frame.

import type { Element } from 'dicom-parser';
import { type DicomHeader, TAG } from './dicom-header.ts';

/** Returns the stored value of pixel i of a frame, row by row. */
export type StoredAt = (i: number) => number;

interface DicomPixels {
  readonly rows: number;
  readonly columns: number;
  /** The least and the greatest value that can be stored; null for floating point. */
  readonly storedRange: readonly [number, number] | null;
  readonly frames: readonly StoredAt[];
}

/** How values are stored: in `stored` bits of `allocated`, with `highBit` the highest. */
interface Layout {
  readonly allocated: number;
  readonly stored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
}

/** The transfer syntaxes whose pixels are stored uncompressed, and whether they are little-endian. */
const PLAIN: ReadonlyMap<string, boolean> = new Map([
  ['1.2.840.10008.1.2', true],
  ['1.2.840.10008.1.2.1', true],
  ['1.2.840.10008.1.2.2', false],
]);
/**
 * The names of other transfer syntaxes (PS3.6, A), for the sentence that refuses them. The first entry whose number is
 * a prefix of the syntax's number gives the name.
 */
const COMPRESSED: readonly (readonly [string, string])[] = [
  ['1.2.840.10008.1.2.1.99', 'deflated'],
  ['1.2.840.10008.1.2.4.57', 'JPEG lossless'],
  ['1.2.840.10008.1.2.4.70', 'JPEG lossless'],
  ['1.2.840.10008.1.2.4.8', 'JPEG-LS'],
  ['1.2.840.10008.1.2.4.9', 'JPEG 2000'],
  ['1.2.840.10008.1.2.4.10', 'MPEG'],
  ['1.2.840.10008.1.2.4.20', 'HTJ2K'],
  ['1.2.840.10008.1.2.4', 'JPEG'],
  ['1.2.840.10008.1.2.5', 'run lengths'],
];

/** The tag of a file's pixels, of any kind; undefined if it has none. */
export function pixelElement(header: DicomHeader): Element | undefined {
  return header.element(TAG.pixels) ?? header.element(TAG.floatPixels) ?? header.element(TAG.doublePixels);
}

/**
 * @param element the tag of the pixels.
 * @throws FormatError UNSUPPORTED (compressed pixels, several samples, other numbers of bits), BAD_HEADER, TRUNCATED,
 * BAD_COUNT.
 */
export function dicomPixels(header: DicomHeader, bytes: Uint8Array, element: Element, count: number): DicomPixels {
  const isLittle = isLittleEndian(header, transferSyntax(header));
  const samples = header.data.uint16(TAG.samples) ?? 1;
  if (samples !== 1)
    throw header.error('UNSUPPORTED', `it has ${samples} values a pixel`, 'one', 'export the series in gray');
  const rows = header.whole(TAG.rows, 'Rows', 2);
  const columns = header.whole(TAG.columns, 'Columns', 2);
  const layout = element.tag === TAG.pixels ? layoutOf(header) : null;
  const allocated = layout?.allocated ?? (element.tag === TAG.floatPixels ? 32 : 64);
  const each = rows * columns;
  const size = (count * each * allocated) / 8;
  const { dataOffset, length } = element;
  if (dataOffset + size > bytes.length || length < size) {
    const there = Math.min(length, bytes.length - dataOffset);
    throw header.error('TRUNCATED', `there are ${there} bytes of pixels`, `${size}`);
  }
  // A value of odd length is padded to an even one (PS3.5, 7.1.1).
  if (length > size + (size % 2)) {
    const shape = `${columns} × ${rows}${count === 1 ? '' : ` × ${count}`}`;
    throw header.error('BAD_COUNT', `there are ${length} bytes of pixels`, `${size} for ${shape}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataOffset, Math.min(length, bytes.length - dataOffset));
  const read = layout === null ? floatAt(view, allocated, isLittle) : wholeAt(view, layout, isLittle, element.vr);
  return {
    rows,
    columns,
    storedRange: layout === null ? null : rangeOf(layout),
    frames: Array.from({ length: count }, (_, frame) => (i: number) => read(frame * each + i)),
  };
}

/** @throws FormatError UNSUPPORTED. */
export function isLittleEndian(header: DicomHeader, syntax: string): boolean {
  const isLittle = PLAIN.get(syntax);
  if (isLittle !== undefined) return isLittle;
  throw header.error(
    'UNSUPPORTED',
    `the pixels are stored by transfer syntax ${syntax || 'unknown'} (${compressionOf(syntax)})`,
    'uncompressed ones',
    'decompress the series first, for example with gdcmconv --raw or dcmdjpeg',
  );
}

export function transferSyntax(header: DicomHeader): string {
  return header.data.string(TAG.transferSyntax) ?? '';
}

function compressionOf(syntax: string): string {
  return COMPRESSED.find(([id]) => syntax.startsWith(id))?.[1] ?? 'not known here';
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

function rangeOf({ stored, isSigned }: Layout): readonly [number, number] {
  return isSigned ? [-(2 ** (stored - 1)), 2 ** (stored - 1) - 1] : [0, 2 ** stored - 1];
}

/**
 * @returns the stored value of pixel i. Its bits are shifted to the top of 32 and back, which extends the sign if there
 * is one. In big-endian words of two bytes (OW), pixels of one byte are swapped in pairs (PS3.5, 8.2).
 */
function wholeAt(
  view: DataView,
  { allocated, stored, highBit, isSigned }: Layout,
  isLittle: boolean,
  vr: string | undefined,
): StoredAt {
  const swap = !isLittle && vr === 'OW' ? 1 : 0;
  const wordAt = {
    8: (i: number) => view.getUint8(i ^ swap),
    16: (i: number) => view.getUint16(2 * i, isLittle),
    32: (i: number) => view.getUint32(4 * i, isLittle),
  }[allocated] as (i: number) => number;
  const up = 31 - highBit;
  const down = 32 - stored;
  return (i: number): number => (isSigned ? (wordAt(i) << up) >> down : (wordAt(i) << up) >>> down);
}

function floatAt(view: DataView, bits: number, isLittle: boolean): StoredAt {
  return bits === 32 ? (i) => view.getFloat32(4 * i, isLittle) : (i) => view.getFloat64(8 * i, isLittle);
}
