// A function of world points and a frame → the files of a DICOM series, written independently of lib/io.

import { sampled, type VolumePlan } from './io-volumes.ts';

/** An array holds the items of a sequence. */
type Value = string | number | Uint8Array | readonly (readonly Element[])[];
/** Group, element, VR, value. */
export type Element = readonly [number, number, string, Value];

export interface DicomOptions {
  readonly syntax?: string;
  readonly slope?: number;
  readonly intercept?: number;
  readonly bitsAllocated?: number;
  readonly bitsStored?: number;
  readonly highBit?: number;
  readonly signed?: boolean;
  /** Additional elements, or replacements for those with the same tag. */
  readonly elements?: readonly Element[];
  /** Tags to leave out, as group · 2^16 + element. */
  readonly without?: readonly number[];
  /** Image Position (Patient) of slice k at a given exact place. Default: nine digits. */
  readonly position?: (place: readonly number[], k: number) => string;
}

const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const BIG = '1.2.840.10008.1.2.2';
const LONG = ['OB', 'OD', 'OF', 'OW', 'SQ', 'UN', 'UT'];

/** A decimal string of at most 16 characters (PS3.5, DS). */
export const ds = (...values: number[]): string =>
  values.map((value) => String(Number(value.toPrecision(9)))).join('\\');

/** One slice: a preamble, the meta group in explicit little endian, the data set in its transfer syntax. */
export function dicomBytes(elements: readonly Element[], syntax = EXPLICIT): Uint8Array {
  const meta = elementBytes([2, 0x10, 'UI', syntax], true, true);
  const length = elementBytes([2, 0, 'UL', meta.length], true, true);
  const body = elements.flatMap((element) => [...elementBytes(element, syntax !== IMPLICIT, syntax !== BIG)]);
  return Uint8Array.from([...new Array(128).fill(0), ...bytesOfText('DICM'), ...length, ...meta, ...body]);
}

/** The files of a series, out of order. Voxels are rounded to what the stored values can hold. */
export function dicomSeries(plan: VolumePlan, options: DicomOptions = {}): Uint8Array[] {
  const { dimensions, frame: m } = plan;
  const [columns, rows, slices] = dimensions;
  const { slope = 1, intercept = -1024, bitsAllocated = 16, signed = false, syntax = EXPLICIT } = options;
  const { bitsStored = bitsAllocated, highBit = bitsStored - 1 } = options;
  const values = sampled(plan);
  const axis = (c: number) => [m[c], m[4 + c], m[8 + c]];
  const size = (c: number) => Math.hypot(...axis(c));
  const unit = (c: number) => axis(c).map((entry) => entry / size(c));
  const files = Array.from({ length: slices }, (_, k) => {
    const pixels = new Uint8Array((columns * rows * bitsAllocated) / 8);
    const view = new DataView(pixels.buffer);
    for (let i = 0; i < columns * rows; i++) {
      const stored = Math.round((values[k * columns * rows + i] - intercept) / slope);
      const low = signed ? -(2 ** (bitsStored - 1)) : 0;
      const held = Math.min(low + 2 ** bitsStored - 1, Math.max(low, stored));
      // Bits beside the stored ones are not part of the value: set to ones, to check that they are not read.
      const word = Number(
        BigInt.asUintN(bitsAllocated, BigInt.asUintN(bitsStored, BigInt(held)) << BigInt(highBit + 1 - bitsStored)),
      );
      const mask = Number(BigInt.asUintN(bitsStored, -1n) << BigInt(highBit + 1 - bitsStored));
      const filled = word + (2 ** bitsAllocated - 1 - mask);
      if (bitsAllocated === 8) view.setUint8(i, filled);
      else if (bitsAllocated === 16) view.setUint16(2 * i, filled, syntax !== BIG);
      else view.setUint32(4 * i, filled, syntax !== BIG);
    }
    const place = [0, 1, 2].map((r) => m[4 * r + 2] * k + m[4 * r + 3]);
    const made: Element[] = [
      [0x0008, 0x0060, 'CS', 'CT'],
      [0x0020, 0x000e, 'UI', '1.2.3.4'],
      [0x0020, 0x0013, 'IS', String(slices - k)],
      [0x0020, 0x0032, 'DS', options.position?.(place, k) ?? ds(...place)],
      [0x0020, 0x0037, 'DS', ds(...unit(0), ...unit(1))],
      [0x0028, 0x0002, 'US', 1],
      [0x0028, 0x0004, 'CS', 'MONOCHROME2'],
      [0x0028, 0x0010, 'US', rows],
      [0x0028, 0x0011, 'US', columns],
      [0x0028, 0x0030, 'DS', ds(size(1), size(0))],
      [0x0028, 0x0100, 'US', bitsAllocated],
      [0x0028, 0x0101, 'US', bitsStored],
      [0x0028, 0x0102, 'US', highBit],
      [0x0028, 0x0103, 'US', signed ? 1 : 0],
      [0x0028, 0x1052, 'DS', ds(intercept)],
      [0x0028, 0x1053, 'DS', ds(slope)],
      [0x7fe0, 0x0010, bitsAllocated === 8 ? 'OB' : 'OW', pixels],
    ];
    return dicomBytes(changed(made, options), syntax);
  });
  // Every second one from the bottom up, then the rest from the top down.
  return [...files.filter((_, k) => k % 2 === 1).reverse(), ...files.filter((_, k) => k % 2 === 0)];
}

function changed(made: readonly Element[], { elements = [], without = [] }: DicomOptions): Element[] {
  const tag = ([group, element]: Element) => group * 65536 + element;
  const others = new Set([...elements.map(tag), ...without]);
  return [...made.filter((element) => !others.has(tag(element))), ...elements].sort((a, b) => tag(a) - tag(b));
}

function elementBytes([group, element, vr, value]: Element, explicit: boolean, little: boolean): Uint8Array {
  let data =
    value instanceof Uint8Array
      ? value
      : typeof value === 'string'
        ? bytesOfText(value)
        : typeof value === 'number'
          ? wordBytes(value, vr, little)
          : itemBytes(value, explicit, little);
  if (data.length % 2 === 1) data = Uint8Array.from([...data, vr === 'UI' || vr === 'OB' ? 0 : 0x20]);
  const long = LONG.includes(vr);
  const head = new DataView(new ArrayBuffer(explicit && long ? 12 : 8));
  head.setUint16(0, group, little);
  head.setUint16(2, element, little);
  if (!explicit) head.setUint32(4, data.length, little);
  else {
    head.setUint8(4, vr.charCodeAt(0));
    head.setUint8(5, vr.charCodeAt(1));
    if (long) head.setUint32(8, data.length, little);
    else head.setUint16(6, data.length, little);
  }
  return Uint8Array.from([...new Uint8Array(head.buffer), ...data]);
}

function itemBytes(items: readonly (readonly Element[])[], explicit: boolean, little: boolean): Uint8Array {
  const parts = items.flatMap((item) => {
    const body = item.flatMap((element) => [...elementBytes(element, explicit, little)]);
    const head = new DataView(new ArrayBuffer(8));
    head.setUint16(0, 0xfffe, little);
    head.setUint16(2, 0xe000, little);
    head.setUint32(4, body.length, little);
    return [...new Uint8Array(head.buffer), ...body];
  });
  return Uint8Array.from(parts);
}

/** The same file without its preamble, and without group 0002 unless that is kept. */
export function withoutPreamble(file: Uint8Array, keepsMeta: boolean): Uint8Array {
  // The first tag of group 0002 is its length, in 12 bytes.
  const length = new DataView(file.buffer, file.byteOffset).getUint32(140, true);
  return file.slice(keepsMeta ? 132 : 144 + length);
}

function wordBytes(value: number, vr: string, little: boolean): Uint8Array {
  const bytes = new Uint8Array(vr === 'UL' ? 4 : 2);
  const view = new DataView(bytes.buffer);
  if (vr === 'UL') view.setUint32(0, value, little);
  else view.setUint16(0, value, little);
  return bytes;
}

function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
