// NRRD bytes, or a detached header's bytes and the files beside it → a Volume.

import { wordsOf } from '#core';
import { type Beside, joinedFiles } from './data-files.ts';
import { gunzip } from './gunzip.ts';
import { type NrrdHeader, nrrdError, nrrdFrame, readNrrdHeader } from './nrrd-header.ts';
import { wholeNumber } from './text-scanner.ts';
import { checkVolume, type Volume } from './volume.ts';
import { VOXEL_TYPES, type VoxelType, voxelsFromText, voxelValues } from './voxel-values.ts';

/** By the definition's names for a type. */
const TYPES: ReadonlyMap<string, VoxelType> = new Map(
  (
    [
      [VOXEL_TYPES.int8, ['signed char', 'int8', 'int8_t']],
      [VOXEL_TYPES.uint8, ['uchar', 'unsigned char', 'uint8', 'uint8_t']],
      [VOXEL_TYPES.int16, ['short', 'short int', 'signed short', 'signed short int', 'int16', 'int16_t']],
      [VOXEL_TYPES.uint16, ['ushort', 'unsigned short', 'unsigned short int', 'uint16', 'uint16_t']],
      [VOXEL_TYPES.int32, ['int', 'signed int', 'int32', 'int32_t']],
      [VOXEL_TYPES.uint32, ['uint', 'unsigned int', 'uint32', 'uint32_t']],
      [
        VOXEL_TYPES.int64,
        ['longlong', 'long long', 'long long int', 'signed long long', 'signed long long int', 'int64', 'int64_t'],
      ],
      [VOXEL_TYPES.uint64, ['ulonglong', 'unsigned long long', 'unsigned long long int', 'uint64', 'uint64_t']],
      [VOXEL_TYPES.float32, ['float']],
      [VOXEL_TYPES.float64, ['double']],
    ] as const
  ).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/**
 * Reads one 3D volume of whole or real numbers, raw, gzip or ascii. World axes right-anterior-superior and
 * left-posterior-superior give the frames RAS and LPS, and left-anterior-superior is converted to RAS. Other spaces,
 * or spacings alone, give no anatomical frame.
 * @param beside the files that a detached header names.
 * @throws FormatError BAD_HEADER, BAD_DIMENSIONS, TRUNCATED, BAD_COUNT, BAD_TOKEN, BAD_COMPRESSION, NON_FINITE_VALUE,
 * UNSUPPORTED; as `beside` throws.
 */
export async function readNrrd(bytes: Uint8Array, source: string, beside: Beside): Promise<Volume> {
  const header = readNrrdHeader(bytes, source);
  const of = (name: string): string => header.fields.get(name) ?? '';
  if (of('dimension') !== '3')
    throw nrrdError(source, 'BAD_DIMENSIONS', `the dimension is ${of('dimension')}`, '3, one value a voxel');
  const sizes = wordsOf(of('sizes')).map(wholeNumber);
  if (sizes.length !== 3 || !sizes.every((n) => n >= 2))
    throw nrrdError(source, 'BAD_DIMENSIONS', `the sizes are "${of('sizes')}"`, 'three whole numbers from 2');
  const dimensions = [sizes[0], sizes[1], sizes[2]] as const;
  const type = TYPES.get(of('type').toLowerCase());
  if (type === undefined)
    throw nrrdError(
      source,
      'UNSUPPORTED',
      `the type is "${of('type')}"`,
      [...new Set(TYPES.values())].map((known) => [...TYPES].find(([, own]) => own === known)?.[0]).join(', '),
    );
  const place = nrrdFrame(header, source);
  const values = await readValues(bytes, header, type, dimensions[0] * dimensions[1] * dimensions[2], source, beside);
  return checkVolume({ dimensions, values, ...place }, source);
}

async function readValues(
  bytes: Uint8Array,
  { fields, dataFiles, bodyOffset }: NrrdHeader,
  type: VoxelType,
  count: number,
  source: string,
  beside: Beside,
): Promise<ArrayLike<number>> {
  const encoding = fields.get('encoding')?.toLowerCase() ?? '';
  const isText = ['ascii', 'text', 'txt'].includes(encoding);
  if (!isText && !['raw', 'gzip', 'gz'].includes(encoding))
    throw nrrdError(source, 'UNSUPPORTED', `the encoding is "${encoding}"`, 'raw, gzip or ascii');
  const lines = skipOf(fields, 'line skip', 0, source);
  const skipped = skipOf(fields, 'byte skip', encoding === 'raw' ? -1 : 0, source);
  // As defined: lines are skipped first, then bytes, and the bytes after decompression.
  const plain = async (file: Uint8Array, size: number): Promise<Uint8Array> => {
    const rest = file.subarray(afterLines(file, lines));
    if (encoding !== 'raw' && !isText && (rest[0] !== 0x1f || rest[1] !== 0x8b))
      throw nrrdError(source, 'BAD_COMPRESSION', `the voxels begin with byte ${rest[0] ?? 'none'}`, "gzip's 31 139");
    const data = encoding === 'raw' || isText ? rest : await gunzip(rest, source);
    return data.subarray(skipped === -1 ? Math.max(0, data.length - size) : skipped);
  };
  const { size } = type;
  if (isText) {
    if (dataFiles !== undefined && dataFiles.length !== 1)
      throw nrrdError(source, 'UNSUPPORTED', `${dataFiles.length} files hold the voxels as text`, 'one');
    const text = dataFiles === undefined ? bytes.subarray(bodyOffset) : await beside(dataFiles[0]);
    return voxelsFromText(await plain(text, 0), type, count, source);
  }
  const endian = fields.get('endian')?.toLowerCase();
  if (size > 1 && endian !== 'little' && endian !== 'big')
    throw nrrdError(source, 'BAD_HEADER', `endian is "${endian ?? ''}"`, 'little or big');
  const data =
    dataFiles === undefined
      ? await plain(bytes.subarray(bodyOffset), size * count)
      : await joinedFiles(dataFiles, size * count, source, beside, plain);
  if (data.length !== size * count)
    throw nrrdError(
      source,
      data.length < size * count ? 'TRUNCATED' : 'BAD_COUNT',
      `there are ${data.length} bytes of voxels`,
      `${size * count}`,
    );
  return voxelValues(data, type, count, endian === 'little', source);
}

function skipOf(fields: ReadonlyMap<string, string>, name: string, least: number, source: string): number {
  const text = fields.get(name) ?? '0';
  const skip = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(skip >= least && skip <= Number.MAX_SAFE_INTEGER))
    throw nrrdError(source, 'UNSUPPORTED', `${name} is "${text}"`, `a whole number from ${least}`);
  return skip;
}

/** The offset after that many lines, or the end of the file. */
function afterLines(file: Uint8Array, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines && at < file.length; line++) {
    const end = file.indexOf(10, at);
    at = end < 0 ? file.length : end + 1;
  }
  return at;
}
