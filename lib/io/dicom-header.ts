// A DICOM file's tags → checked numbers.

import type { DataSet, Element } from 'dicom-parser';
import { FormatError } from '#core';
import { decimal } from './text-scanner.ts';

/** DICOM tags (PS3.6), as dicom-parser writes them. */
export const TAG = {
  storedClass: 'x00020002',
  transferSyntax: 'x00020010',
  imageType: 'x00080008',
  sopClass: 'x00080016',
  modality: 'x00080060',
  seriesDescription: 'x0008103e',
  series: 'x0020000e',
  seriesNumber: 'x00200011',
  position: 'x00200032',
  orientation: 'x00200037',
  positions: 'x00209113',
  orientations: 'x00209116',
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
  modalityTable: 'x00283000',
  tableDescriptor: 'x00283002',
  tableData: 'x00283006',
  measures: 'x00289110',
  transformations: 'x00289145',
  shared: 'x52009229',
  perFrame: 'x52009230',
  floatPixels: 'x7fe00008',
  doublePixels: 'x7fe00009',
  pixels: 'x7fe00010',
} as const;

export type Parse = (bytes: Uint8Array) => DataSet;

/** The error for a faulty DICOM file or series, in one sentence. */
export function dicomError(
  source: string,
  code: string,
  found: string,
  expected: string,
  next = 'export the series again',
): FormatError {
  return new FormatError(code, `"${source}": ${found}, expected ${expected}; ${next}.`);
}

export class DicomHeader {
  readonly name: string;
  readonly data: DataSet;

  constructor(data: DataSet, name: string) {
    this.data = data;
    this.name = name;
  }

  /** The header of the only item, or of item `at`, of a sequence; null if there is none. */
  item(tag: string, at = 0): DicomHeader | null {
    const own = this.data.elements[tag]?.items?.[at]?.dataSet;
    return own === undefined ? null : new DicomHeader(own, this.name);
  }

  element(tag: string): Element | undefined {
    return this.data.elements[tag];
  }

  /** Text without blanks at its ends; '' if the tag is missing. */
  text(tag: string): string {
    return this.data.string(tag)?.trim() ?? '';
  }

  /**
   * A whole number of 16 bits. @throws FormatError BAD_HEADER if it is too small, or missing without a fallback.
   */
  whole(tag: string, what: string, least: number, fallback = Number.NaN): number {
    const value = this.data.uint16(tag) ?? fallback;
    if (!(value >= least)) throw this.error('BAD_HEADER', `${what} is ${value}`, `a whole number from ${least}`);
    return value;
  }

  /** Numbers in decimal notation as they are written; empty if the tag is missing. */
  texts(tag: string): string[] {
    return (
      this.data
        .string(tag)
        ?.split('\\')
        .map((text) => text.trim()) ?? []
    );
  }

  /** One finite number, or the fallback if the tag is missing. @throws FormatError BAD_HEADER. */
  number(tag: string, what: string, fallback: number): number {
    const [text] = this.texts(tag);
    const value = text === undefined || text === '' ? fallback : decimal(text);
    if (!Number.isFinite(value)) throw this.error('BAD_HEADER', `${what} is "${text}"`, 'a finite number');
    return value;
  }

  /** Exactly `count` finite numbers. @throws FormatError BAD_HEADER. */
  numbers(tag: string, what: string, count: number): number[] {
    const values = this.texts(tag).map(decimal);
    if (values.length !== count || !values.every(Number.isFinite))
      throw this.error('BAD_HEADER', `${what} is "${this.data.string(tag) ?? ''}"`, `${count} finite numbers`);
    return values;
  }

  /** The error of this file: see dicomError. */
  error(code: string, found: string, expected: string, next?: string): FormatError {
    return dicomError(this.name, code, found, expected, next);
  }
}

/** @throws FormatError BAD_HEADER, TRUNCATED. @param parse dicom-parser's parseDicom. */
export function dicomHeader(bytes: Uint8Array, name: string, parse: Parse): DicomHeader {
  try {
    return new DicomHeader(parse(bytes), name);
  } catch (cause) {
    // dicom-parser throws strings, errors, and objects that contain an error.
    const reason = String(
      (cause as { exception?: unknown } | null)?.exception ?? (cause instanceof Error ? cause.message : cause),
    );
    if (/inflate/.test(reason))
      throw dicomError(
        name,
        'UNSUPPORTED',
        'its tags are stored by transfer syntax 1.2.840.10008.1.2.1.99 (deflated)',
        'uncompressed ones',
        'inflate the series first, for example with dcmconv',
      );
    const isCut = /overrun|past end|beyond|out of range|eof|end of|greater than or equal/i.test(reason);
    throw new FormatError(
      isCut ? 'TRUNCATED' : 'BAD_HEADER',
      `"${name}" cannot be parsed as DICOM (${reason.replace(/\s+/g, ' ')}); fetch or export it again.`,
      { cause },
    );
  }
}
