// NRRD bytes (header and voxels in one file) → a Volume.

import { gunzip } from './gunzip.ts';
import { nrrdError, nrrdFrame, readNrrdHeader } from './nrrd-header.ts';
import { decimal, latin1Text, TextScanner, wholeNumber } from './text-scanner.ts';
import { checkVolume, type Volume } from './volume.ts';

interface Storage {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): { [index: number]: number; readonly length: number };
}
interface ValueType {
  readonly names: readonly string[];
  readonly storage: Storage;
  readonly read: (view: DataView, at: number, little: boolean) => number;
}
const TYPES: readonly ValueType[] = [
  { names: ['signed char', 'int8', 'int8_t'], storage: Int8Array, read: (view, at) => view.getInt8(at) },
  { names: ['uchar', 'unsigned char', 'uint8', 'uint8_t'], storage: Uint8Array, read: (view, at) => view.getUint8(at) },
  {
    names: ['short', 'short int', 'signed short', 'signed short int', 'int16', 'int16_t'],
    storage: Int16Array,
    read: (view, at, little) => view.getInt16(at, little),
  },
  {
    names: ['ushort', 'unsigned short', 'unsigned short int', 'uint16', 'uint16_t'],
    storage: Uint16Array,
    read: (view, at, little) => view.getUint16(at, little),
  },
  {
    names: ['int', 'signed int', 'int32', 'int32_t'],
    storage: Int32Array,
    read: (view, at, little) => view.getInt32(at, little),
  },
  {
    names: ['uint', 'unsigned int', 'uint32', 'uint32_t'],
    storage: Uint32Array,
    read: (view, at, little) => view.getUint32(at, little),
  },
  { names: ['float'], storage: Float32Array, read: (view, at, little) => view.getFloat32(at, little) },
  { names: ['double'], storage: Float64Array, read: (view, at, little) => view.getFloat64(at, little) },
];

/**
 * Reads one 3D volume of whole or real numbers, raw, gzip or ascii. World axes right-anterior-superior and
 * left-posterior-superior give the frames RAS and LPS, and left-anterior-superior is converted to RAS. Other spaces,
 * and spacings alone, give no anatomical frame. A detached header is refused, since the address of one file does not
 * give that of another.
 * @throws FormatError BAD_HEADER, BAD_DIMENSIONS, TRUNCATED, BAD_COUNT, BAD_TOKEN, BAD_COMPRESSION, NON_FINITE_VALUE,
 * UNSUPPORTED.
 */
export async function readNrrd(bytes: Uint8Array, source: string): Promise<Volume> {
  const header = readNrrdHeader(bytes, source);
  const { fields, bodyOffset } = header;
  const of = (name: string): string => fields.get(name) ?? '';
  if (fields.has('data file'))
    throw nrrdError(source, 'UNSUPPORTED', `the voxels are in "${of('data file')}"`, 'voxels behind the header');
  for (const skip of ['line skip', 'byte skip'])
    if (Number(of(skip)) !== 0) throw nrrdError(source, 'UNSUPPORTED', `${skip} is ${of(skip)}`, '0');
  if (of('dimension') !== '3')
    throw nrrdError(source, 'BAD_DIMENSIONS', `the dimension is ${of('dimension')}`, '3, one value a voxel');
  const sizes = of('sizes').split(/\s+/).map(wholeNumber);
  if (sizes.length !== 3 || !sizes.every((n) => n >= 2))
    throw nrrdError(source, 'BAD_DIMENSIONS', `the sizes are "${of('sizes')}"`, 'three whole numbers from 2');
  const dimensions = [sizes[0], sizes[1], sizes[2]] as const;
  const type = TYPES.find(({ names }) => names.includes(of('type').toLowerCase()));
  if (type === undefined)
    throw nrrdError(
      source,
      'UNSUPPORTED',
      `the type is "${of('type')}"`,
      TYPES.map(({ names }) => names[0]).join(', '),
    );
  const place = nrrdFrame(header, source);
  const values = await readValues(
    bytes.subarray(bodyOffset),
    type,
    dimensions[0] * dimensions[1] * dimensions[2],
    fields,
    source,
  );
  return checkVolume({ dimensions, values, ...place }, source);
}

async function readValues(
  body: Uint8Array,
  type: ValueType,
  count: number,
  fields: ReadonlyMap<string, string>,
  source: string,
): Promise<ArrayLike<number>> {
  const encoding = fields.get('encoding')?.toLowerCase() ?? '';
  if (['ascii', 'text', 'txt'].includes(encoding)) return asciiValues(body, count, source);
  if (!['raw', 'gzip', 'gz'].includes(encoding))
    throw nrrdError(source, 'UNSUPPORTED', `the encoding is "${encoding}"`, 'raw, gzip or ascii');
  if (encoding !== 'raw' && (body[0] !== 0x1f || body[1] !== 0x8b))
    throw nrrdError(source, 'BAD_COMPRESSION', `the voxels begin with byte ${body[0] ?? 'none'}`, "gzip's 31 139");
  const data = encoding === 'raw' ? body : await gunzip(body, source);
  const { storage, read } = type;
  const size = storage.BYTES_PER_ELEMENT;
  const endian = fields.get('endian')?.toLowerCase();
  if (size > 1 && endian !== 'little' && endian !== 'big')
    throw nrrdError(source, 'BAD_HEADER', `endian is "${endian ?? ''}"`, 'little or big');
  if (data.length !== size * count)
    throw nrrdError(
      source,
      data.length < size * count ? 'TRUNCATED' : 'BAD_COUNT',
      `there are ${data.length} bytes of voxels`,
      `${size * count}`,
    );
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values = new storage(count);
  for (let i = 0; i < count; i++) values[i] = read(view, size * i, endian === 'little');
  return values;
}

/** Reads values separated by blanks or commas, as f64, whatever the type. */
function asciiValues(body: Uint8Array, count: number, source: string): Float64Array {
  // Each value takes at least a digit and a blank, which is checked before memory is taken for them.
  if (body.length < 2 * count - 1)
    throw nrrdError(source, 'TRUNCATED', `there are ${body.length} bytes of text`, `${count} voxels`);
  const scanner = new TextScanner(latin1Text(body, source).replaceAll(',', ' '), source);
  const values = new Float64Array(count);
  let found = 0;
  for (let token = scanner.next(); token !== ''; token = scanner.next()) {
    if (found < count) values[found] = decimal(token);
    if (found < count && Number.isNaN(values[found]))
      throw nrrdError(source, 'BAD_TOKEN', `voxel ${found} is "${token.slice(0, 40)}"`, 'a number');
    found++;
  }
  if (found !== count)
    throw nrrdError(source, found < count ? 'TRUNCATED' : 'BAD_COUNT', `there are ${found} voxels`, `${count}`);
  return values;
}
