// The header and bytes of a DICOM file → its slices: the place and the values of each.

import { type DicomHeader, TAG } from './dicom-header.ts';
import { dicomModality, type Modality } from './dicom-modality.ts';
import { dicomPixels, pixelElement } from './dicom-pixels.ts';

type Vector = readonly [number, number, number];

export interface DicomSlice extends Pick<Modality, 'range' | 'isWhole'> {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  /** The position of the first voxel, mm, LPS. */
  readonly position: Vector;
  /** Unit vectors in the directions of growing column and row numbers. */
  readonly alongRow: Vector;
  readonly alongColumn: Vector;
  /** mm between columns, and between rows. */
  readonly spacing: readonly [number, number];
  /** Half a unit of the last digit written, for each coordinate of the position, and for the directions. */
  readonly positionRounding: Vector;
  readonly directionRounding: number;
  /** Writes the value of each pixel, row by row. */
  write(out: { [index: number]: number }, at: number): void;
}

/**
 * One slice, or a slice for each frame of an enhanced (multi-frame) file.
 * @param bytes the bytes that the header was parsed from.
 * @throws FormatError BAD_HEADER, TRUNCATED, BAD_COUNT, UNSUPPORTED (compressed pixels, several frames without their
 * places, several samples, other numbers of bits).
 */
export function readDicomSlices(header: DicomHeader, bytes: Uint8Array): DicomSlice[] {
  const element = pixelElement(header);
  if (element === undefined) throw header.error('TRUNCATED', 'it has no pixels', 'those of a slice');
  const [count] = [header.number(TAG.frames, 'Number of Frames', 1)];
  if (!(Number.isInteger(count) && count >= 1))
    throw header.error('BAD_HEADER', `Number of Frames is ${count}`, 'a whole number from 1');
  const groups = header.data.elements[TAG.perFrame]?.items?.length ?? 0;
  if (count > 1 && groups !== count)
    throw header.error(
      'UNSUPPORTED',
      `it has ${count} frames and the places of ${groups}`,
      'a Per-frame Functional Groups Sequence with an item for each frame',
      'export the series as enhanced CT, or as single slices',
    );
  const { rows, columns, storedRange, frames } = dicomPixels(header, bytes, element, count);
  return frames.map((storedAt, frame) => {
    const name = count === 1 ? header.name : `${header.name}, frame ${frame + 1}`;
    /** The tags of a functional group (PS3.3, C.7.6.16): the frame's own, shared by all frames, or the file's. */
    const group = (tag: string): DicomHeader =>
      header.item(TAG.perFrame, frame)?.item(tag) ?? header.item(TAG.shared)?.item(tag) ?? header;
    const place = placeOf(group(TAG.positions), group(TAG.orientations), group(TAG.measures));
    const { toValue, ...values } = dicomModality(header, group(TAG.transformations), storedRange);
    return {
      name,
      rows,
      columns,
      ...place,
      ...values,
      write: (out, at) => {
        for (let i = 0; i < rows * columns; i++) out[at + i] = toValue(storedAt(i));
      },
    };
  });
}

function placeOf(
  positions: DicomHeader,
  orientations: DicomHeader,
  measures: DicomHeader,
): Omit<DicomSlice, 'name' | 'rows' | 'columns' | 'range' | 'isWhole' | 'write'> {
  const orientation = orientations.numbers(TAG.orientation, 'Image Orientation (Patient)', 6);
  const [betweenRows, betweenColumns] = measures.numbers(TAG.spacing, 'Pixel Spacing', 2);
  if (!(betweenRows > 0 && betweenColumns > 0))
    throw measures.error('BAD_HEADER', `Pixel Spacing is ${betweenRows}\\${betweenColumns}`, 'mm above 0');
  return {
    position: vector(positions.numbers(TAG.position, 'Image Position (Patient)', 3)),
    alongRow: vector(orientation.slice(0, 3)),
    alongColumn: vector(orientation.slice(3)),
    spacing: [betweenColumns, betweenRows],
    positionRounding: vector(positions.texts(TAG.position).map(halfLastDigit)),
    directionRounding: Math.min(...orientations.texts(TAG.orientation).map(halfLastDigit)),
  };
}

/** Half a unit of the last digit of a decimal number: 0.005 for "12.50", 5 for "1e1". */
export function halfLastDigit(text: string): number {
  const [, decimals = '', exponent = '0'] = /^[^.eE]*\.?(\d*)(?:[eE](.*))?$/.exec(text) ?? [];
  return 0.5 * 10 ** (Number(exponent) - decimals.length);
}

function vector([x, y, z]: readonly number[]): Vector {
  return [x, y, z];
}
