// MetaImage bytes (.mha), or a header's bytes (.mhd) and the files beside it → a Volume.
//
// "MetaIO" by Kitware (itk.org/Wiki/MetaIO/Documentation): "Name = value" lines, of which ElementDataFile is the last.

import { FormatError, withoutBlanks, wordsOf } from '#core';
import type { AnatomicalFrame } from '#mesh';
import { type Beside, dataFileNames, joinedFiles } from './data-files.ts';
import { inflate } from './gunzip.ts';
import { decimal, refuseControls, wholeNumber } from './text-scanner.ts';
import { checkVolume, type Volume } from './volume.ts';
import { VOXEL_TYPES, type VoxelType, voxelsFromText, voxelValues } from './voxel-values.ts';

const LONGEST_HEADER = 2 ** 20;
/** MET_LONG has 4 bytes, whatever the machine. */
const TYPES: ReadonlyMap<string, VoxelType> = new Map([
  ['MET_CHAR', VOXEL_TYPES.int8],
  ['MET_UCHAR', VOXEL_TYPES.uint8],
  ['MET_SHORT', VOXEL_TYPES.int16],
  ['MET_USHORT', VOXEL_TYPES.uint16],
  ['MET_INT', VOXEL_TYPES.int32],
  ['MET_UINT', VOXEL_TYPES.uint32],
  ['MET_LONG', VOXEL_TYPES.int32],
  ['MET_ULONG', VOXEL_TYPES.uint32],
  ['MET_LONG_LONG', VOXEL_TYPES.int64],
  ['MET_ULONG_LONG', VOXEL_TYPES.uint64],
  ['MET_FLOAT', VOXEL_TYPES.float32],
  ['MET_DOUBLE', VOXEL_TYPES.float64],
]);
const MILLIMETRES: ReadonlyMap<string, number> = new Map([
  ['?', 1],
  ['um', 0.001],
  ['mm', 1],
  ['cm', 10],
]);

class MetaHeader {
  readonly #source: string;
  readonly #fields = new Map<string, string>();
  /** The names after ElementDataFile = LIST. */
  readonly list: readonly string[];
  readonly bodyOffset: number;

  /** @throws FormatError BAD_HEADER, TRUNCATED. */
  constructor(bytes: Uint8Array, source: string) {
    this.#source = source;
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, LONGEST_HEADER));
    let at = 0;
    while (!this.#fields.has('ElementDataFile')) {
      const end = text.indexOf('\n', at);
      const line = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '');
      if (line === '' && end < 0) throw this.error('TRUNCATED', 'no ElementDataFile ends the header', 'one');
      at = end < 0 ? text.length : end + 1;
      refuseControls(line, 0, line.length, source);
      const field = /^[\t-\r ]*(\w+)[\t-\r ]*=(.*)$/.exec(line);
      if (field !== null) this.#fields.set(field[1], withoutBlanks(field[2]));
      else if (withoutBlanks(line) !== '')
        throw this.error('BAD_HEADER', `a line is ${JSON.stringify(line.slice(0, 60))}`, '"Name = value"');
    }
    this.bodyOffset = at;
    this.list = text
      .slice(at)
      .split(/\r?\n/)
      .filter((name) => name.trim() !== '');
  }

  /** The value of the first of these names that is present. */
  text(...names: readonly string[]): string | undefined {
    return names.map((name) => this.#fields.get(name)).find((value) => value !== undefined);
  }

  flag(...names: readonly string[]): boolean {
    return /^[t1]/i.test(this.text(...names) ?? '');
  }

  /** @throws FormatError BAD_HEADER unless there are `count` finite numbers. */
  numbers(count: number, fallback: readonly number[], ...names: readonly string[]): readonly number[] {
    const text = this.text(...names);
    if (text === undefined) return fallback;
    const values = wordsOf(text).map(decimal);
    if (values.length !== count || !values.every(Number.isFinite))
      throw this.error('BAD_HEADER', `${names[0]} is "${text.slice(0, 80)}"`, `${count} finite numbers`);
    return values;
  }

  error(code: string, found: string, expected: string): FormatError {
    return new FormatError(
      code,
      `"${this.#source}": ${found}, expected ${expected}; fetch the file again, or save the volume as NRRD.`,
    );
  }
}

/**
 * Reads one 3D volume of whole or real numbers, plain, compressed by zlib, or ascii. Its world is LPS, as in ITK; the
 * frame is known if the file has a matrix or an orientation. Rows of TransformMatrix are the directions of the axes.
 * @param beside the files that a header names.
 * @throws FormatError BAD_HEADER, BAD_DIMENSIONS, TRUNCATED, BAD_COUNT, BAD_TOKEN, BAD_COMPRESSION, NON_FINITE_VALUE,
 * UNSUPPORTED; as `beside` throws.
 */
export async function readMetaImage(bytes: Uint8Array, source: string, beside: Beside): Promise<Volume> {
  const header = new MetaHeader(bytes, source);
  if (header.text('ObjectType') !== undefined && header.text('ObjectType') !== 'Image')
    throw header.error('UNSUPPORTED', `the ObjectType is "${header.text('ObjectType')}"`, 'Image');
  const sizes = wordsOf(header.text('DimSize') ?? '').map(wholeNumber);
  if (header.text('NDims') !== '3' || sizes.length !== 3 || !sizes.every((n) => n >= 2))
    throw header.error(
      'BAD_DIMENSIONS',
      `NDims is ${header.text('NDims') ?? 'missing'} and DimSize "${header.text('DimSize') ?? ''}"`,
      '3, and three whole numbers from 2',
    );
  const [nx, ny, nz] = sizes;
  const type = TYPES.get(header.text('ElementType') ?? '');
  if (type === undefined)
    throw header.error(
      'UNSUPPORTED',
      `the ElementType is "${header.text('ElementType') ?? ''}"`,
      [...TYPES.keys()].join(', '),
    );
  const channels = header.text('ElementNumberOfChannels') ?? '1';
  if (channels !== '1') throw header.error('UNSUPPORTED', `a voxel has ${channels} channels`, 'one value');
  const [slope] = header.numbers(1, [1], 'ElementToIntensityFunctionSlope');
  const [added] = header.numbers(1, [0], 'ElementToIntensityFunctionOffset');
  if (slope !== 1 || added !== 0)
    throw header.error('UNSUPPORTED', `ElementToIntensityFunction is ${slope} · x + ${added}`, 'values as they are');
  const values = await readValues(bytes, header, type, nx * ny * nz, source, beside);
  return checkVolume({ dimensions: [nx, ny, nz], values, ...placeOf(header) }, source);
}

function placeOf(header: MetaHeader): { indexToWorld: number[]; frame?: AnatomicalFrame } {
  const spacing = header.numbers(3, [1, 1, 1], 'ElementSpacing', 'ElementSize');
  const matrix = ['TransformMatrix', 'Rotation', 'Orientation'];
  const directions = header.numbers(9, [1, 0, 0, 0, 1, 0, 0, 0, 1], ...matrix);
  const origin = header.numbers(3, [0, 0, 0], 'Offset', 'Position', 'Origin');
  const unit = MILLIMETRES.get(header.text('DistanceUnits') ?? 'mm');
  if (unit === undefined)
    throw header.error('UNSUPPORTED', `DistanceUnits is "${header.text('DistanceUnits')}"`, 'um, mm or cm');
  const indexToWorld = [0, 1, 2].flatMap((row) => [
    ...[0, 1, 2].map((axis) => unit * spacing[axis] * directions[3 * axis + row]),
    unit * origin[row],
  ]);
  const isTold = header.text(...matrix, 'AnatomicalOrientation') !== undefined;
  return { indexToWorld, ...(isTold ? { frame: 'LPS' } : {}) };
}

async function readValues(
  bytes: Uint8Array,
  header: MetaHeader,
  type: VoxelType,
  count: number,
  source: string,
  beside: Beside,
): Promise<ArrayLike<number>> {
  const place = header.text('ElementDataFile') ?? '';
  const [skipped] = header.numbers(1, [0], 'HeaderSize');
  if (!Number.isInteger(skipped) || skipped < -1)
    throw header.error('BAD_HEADER', `HeaderSize is ${skipped}`, 'a whole number from -1');
  const size = type.size * count;
  const isLocal = /^local$/i.test(place);
  if (header.text('BinaryData') !== undefined && !header.flag('BinaryData')) {
    const text = isLocal ? bytes.subarray(header.bodyOffset) : await beside(place);
    return voxelsFromText(text, type, count, source);
  }
  const [compressed] = header.numbers(1, [Number.POSITIVE_INFINITY], 'CompressedDataSize');
  const plain = async (file: Uint8Array, each: number): Promise<Uint8Array> => {
    const rest = file.subarray(skipped === -1 ? Math.max(0, file.length - each) : skipped);
    if (!header.flag('CompressedData')) return rest;
    return inflate(rest.subarray(0, compressed), rest[0] === 0x1f ? 'gzip' : 'deflate', source);
  };
  const names = isLocal ? [] : dataFileNames(place, header.list);
  if (names === null)
    throw header.error('BAD_HEADER', `ElementDataFile is "${place}"`, 'LOCAL, a name, a pattern, or a LIST');
  const data = isLocal
    ? await plain(bytes.subarray(header.bodyOffset), size)
    : await joinedFiles(names, size, source, beside, plain);
  if (data.length !== size)
    throw header.error(
      data.length < size ? 'TRUNCATED' : 'BAD_COUNT',
      `there are ${data.length} bytes of voxels`,
      `${size}`,
    );
  const isBig = header.flag('BinaryDataByteOrderMSB', 'ElementByteOrderMSB');
  return voxelValues(data, type, count, !isBig, source);
}
