// A DICOM file's tags → numbers that were checked.

import type { DataSet } from 'dicom-parser';
import { FormatError } from '../core/index.ts';
import { decimal } from './text-scanner.ts';

/** DICOM tags (PS3.6), as dicom-parser writes them. */
export const TAG = {
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

/** How many bytes at the head of a file tell whether it is a DICOM file. */
export const DICOM_HEAD = 132;

/** Whether bytes are a DICOM file: they have "DICM" after 128 other bytes (PS3.10, 7.1). */
export function isDicom(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(128, DICOM_HEAD)) === 'DICM';
}

/** The error for what is wrong with a DICOM file or series, in one sentence. */
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

  /** @throws FormatError BAD_HEADER, TRUNCATED. @param parse dicom-parser's parseDicom. */
  constructor(bytes: Uint8Array, name: string, parse: (bytes: Uint8Array) => DataSet) {
    this.name = name;
    this.data = parsed(bytes, name, parse);
  }

  /**
   * A whole number of 16 bits. @throws FormatError BAD_HEADER where it is too small, or missing and has no fallback.
   */
  whole(tag: string, what: string, least: number, fallback = Number.NaN): number {
    const value = this.data.uint16(tag) ?? fallback;
    if (!(value >= least)) throw this.error('BAD_HEADER', `${what} is ${value}`, `a whole number from ${least}`);
    return value;
  }

  /**
   * Numbers in decimal notation, if the tag is there. dicom-parser's own floatString fails where there are fewer
   * numbers than it is asked for.
   */
  decimals(tag: string): number[] | undefined {
    return this.data
      .string(tag)
      ?.split('\\')
      .map((text) => decimal(text.trim()));
  }

  /** Exactly `count` finite numbers. @throws FormatError BAD_HEADER. */
  numbers(tag: string, what: string, count: number): number[] {
    const values = this.decimals(tag) ?? [];
    if (values.length !== count || !values.every(Number.isFinite))
      throw this.error('BAD_HEADER', `${what} is "${this.data.string(tag) ?? ''}"`, `${count} finite numbers`);
    return values;
  }

  /** The error of this file: see dicomError. */
  error(code: string, found: string, expected: string, next?: string): FormatError {
    return dicomError(this.name, code, found, expected, next);
  }
}

function parsed(bytes: Uint8Array, name: string, parse: (bytes: Uint8Array) => DataSet): DataSet {
  try {
    return parse(bytes);
  } catch (cause) {
    // dicom-parser throws strings, errors, and objects that hold an error.
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
