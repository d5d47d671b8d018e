// A DICOM file's Modality LUT or rescaling → the map from stored values to the values of the volume (HU for CT).
//
// PS3.3, C.11.1 and, for the frames of an enhanced file, C.7.6.16.2.9: a table, or slope · stored + intercept.

import { type DicomHeader, TAG } from './dicom-header.ts';
import { isLittleEndian, transferSyntax } from './dicom-pixels.ts';

export interface Modality {
  /** The least and the greatest possible value; null if stored values are floating-point. */
  readonly range: readonly [number, number] | null;
  /** Whether all values are whole numbers. */
  readonly isWhole: boolean;
  readonly toValue: (stored: number) => number;
}

/**
 * @param scaled the tags that hold slope and intercept: the file's, or a frame's.
 * @param storedRange null for floating point.
 * @throws FormatError BAD_HEADER, BAD_COUNT, TRUNCATED.
 */
export function dicomModality(
  header: DicomHeader,
  scaled: DicomHeader,
  storedRange: readonly [number, number] | null,
): Modality {
  const slope = scaled.number(TAG.slope, 'Rescale Slope', 1);
  const intercept = scaled.number(TAG.intercept, 'Rescale Intercept', 0);
  const table = header.item(TAG.modalityTable);
  if (table !== null) {
    if (slope !== 1 || intercept !== 0)
      throw header.error(
        'BAD_HEADER',
        `it has a Modality LUT Sequence, and Rescale Slope and Intercept of ${slope} and ${intercept}`,
        'one of the two',
      );
    return fromTable(header, table);
  }
  const ends = storedRange?.map((stored) => slope * stored + intercept).sort((a, b) => a - b);
  return {
    range: ends === undefined ? null : [ends[0], ends[1]],
    isWhole: ends !== undefined && Number.isInteger(slope) && Number.isInteger(intercept),
    toValue: (stored) => slope * stored + intercept,
  };
}

/** Stored values below or above the table's range map to its first or last value. */
function fromTable(header: DicomHeader, table: DicomHeader): Modality {
  const isLittle = isLittleEndian(header, transferSyntax(header));
  const isSigned = header.data.uint16(TAG.signed) === 1;
  const [entries, bits] = [table.data.uint16(TAG.tableDescriptor, 0), table.data.uint16(TAG.tableDescriptor, 2)];
  const first = isSigned ? table.data.int16(TAG.tableDescriptor, 1) : table.data.uint16(TAG.tableDescriptor, 1);
  const data = table.element(TAG.tableData);
  if (entries === undefined || first === undefined || !(bits !== undefined && bits >= 8 && bits <= 16) || !data)
    throw header.error('BAD_HEADER', 'the Modality LUT has no whole LUT Descriptor and LUT Data', 'both');
  // 0 stands for 2^16 (PS3.3, C.11.1.1).
  const count = entries === 0 ? 2 ** 16 : entries;
  const { byteArray } = table.data;
  const { dataOffset, length } = data;
  // Entries of 8 bits may be stored in words of 16, or packed.
  const isPacked = bits === 8 && length < 2 * count;
  const size = isPacked ? count + (count % 2) : 2 * count;
  if (length !== size && !(isPacked && length === count))
    throw header.error(length < size ? 'TRUNCATED' : 'BAD_COUNT', `LUT Data has ${length} bytes`, `${size}`);
  const view = new DataView(byteArray.buffer, byteArray.byteOffset + dataOffset, length);
  const swap = isPacked && !isLittle && data.vr !== 'OB' ? 1 : 0;
  const values = Uint16Array.from({ length: count }, (_, i) =>
    isPacked ? view.getUint8(i ^ swap) : view.getUint16(2 * i, isLittle),
  );
  return {
    range: [values.reduce((low, value) => Math.min(low, value)), values.reduce((high, value) => Math.max(high, value))],
    isWhole: true,
    toValue: (stored) => values[Math.min(count - 1, Math.max(0, stored - first))],
  };
}
