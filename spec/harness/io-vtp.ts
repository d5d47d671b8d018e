// A mesh → VTP bytes in any of the ways that VTK stores arrays, written independently of lib/io.

import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import type { TriangleMesh } from '#mesh';

export interface VtpStorage {
  readonly format: 'ascii' | 'binary' | 'appended-raw' | 'appended-base64';
  readonly zlib: boolean;
  readonly headerType: 'UInt32' | 'UInt64';
  readonly bigEndian: boolean;
  /** Element type of connectivity and offsets. */
  readonly indexType: 'Int32' | 'Int64';
}

/** Every combination that differs. */
export const VTP_STORAGES: readonly VtpStorage[] = (
  ['ascii', 'binary', 'appended-raw', 'appended-base64'] as const
).flatMap((format) =>
  (format === 'ascii' ? [false] : [false, true]).flatMap((zlib) =>
    (['UInt32', 'UInt64'] as const).flatMap((headerType) =>
      [false, true].map(
        (bigEndian) => ({ format, zlib, headerType, bigEndian, indexType: zlib ? 'Int64' : 'Int32' }) as const,
      ),
    ),
  ),
);

/** A field array of the data set: 'String' as character codes, or numbers. */
interface VtpField {
  readonly name: string;
  readonly type: string;
  readonly values: readonly number[];
}

/** `cells`: what Polys or Strips hold, as lists of vertices. */
export function vtpBytes(
  { positions }: TriangleMesh,
  cells: { readonly kind: 'Polys' | 'Strips'; readonly lists: readonly (readonly number[])[] },
  storage: VtpStorage,
  field?: VtpField,
): Uint8Array {
  const { format, zlib, headerType, bigEndian, indexType } = storage;
  const appended: Buffer[] = [];
  const array = (name: string, type: string, values: readonly number[]): string => {
    const tag = type === 'String' ? 'Array' : 'DataArray';
    const open = `<${tag} type="${type}" Name="${name}" NumberOfComponents="${name === 'Points' ? 3 : 1}"`;
    const key =
      '<InformationKey name="L2_NORM_RANGE" location="vtkDataArray" length="1"><Value index="0">1</Value></InformationKey>';
    if (format === 'ascii') return `${open} format="ascii">\n${values.map(exact).join(' ')}\n${key}</${tag}>`;
    const stored = packed(encode(type, values, bigEndian), zlib, headerType === 'UInt64' ? 8 : 4, bigEndian);
    const base64 = stored.map((part) => part.toString('base64')).join('');
    if (format === 'binary') return `${open} format="binary">\n  ${base64}\n${key}</${tag}>`;
    const offset = appended.reduce((sum, part) => sum + part.length, 0);
    appended.push(format === 'appended-raw' ? Buffer.concat(stored) : Buffer.from(base64));
    return `${open} format="appended" offset="${offset}"/>`;
  };
  let end = 0;
  const offsets = cells.lists.map((list) => (end += list.length));
  const fieldData =
    field === undefined ? '' : `<FieldData>${array(field.name, field.type, field.values)}</FieldData>\n`;
  const piece = `<Piece NumberOfPoints="${positions.length / 3}" NumberOf${cells.kind}="${cells.lists.length}">
<!-- a comment --><Points>${array('Points', positions instanceof Float64Array ? 'Float64' : 'Float32', [...positions])}</Points>
<${cells.kind}>${array('connectivity', indexType, cells.lists.flat())}
${array('offsets', indexType, offsets)}</${cells.kind}></Piece>`;
  const head = `<?xml version="1.0"?>
<VTKFile type="PolyData" version="1.0" byte_order="${bigEndian ? 'BigEndian' : 'LittleEndian'}" header_type="${headerType}"${zlib ? ' compressor="vtkZLibDataCompressor"' : ''}>
<PolyData>${fieldData}${piece}</PolyData>`;
  const tail = '</VTKFile>\n';
  if (appended.length === 0) return new Uint8Array(Buffer.from(head + tail));
  const encoding = format === 'appended-raw' ? 'raw' : 'base64';
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`${head}\n<AppendedData encoding="${encoding}">\n_`),
      ...appended,
      Buffer.from(`\n</AppendedData>${tail}`),
    ]),
  );
}

function exact(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function encode(type: string, values: readonly number[], bigEndian: boolean): Buffer {
  const size = type === 'String' ? 1 : Number(/\d+$/.exec(type)?.[0]) / 8;
  const bytes = Buffer.alloc(size * values.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [i, value] of values.entries()) {
    if (type === 'Float64') view.setFloat64(8 * i, value, !bigEndian);
    else if (type === 'Float32') view.setFloat32(4 * i, value, !bigEndian);
    else if (type === 'Int64') view.setBigInt64(8 * i, BigInt(value), !bigEndian);
    else if (size === 4) view.setInt32(4 * i, value, !bigEndian);
    else if (size === 2) view.setInt16(2 * i, value, !bigEndian);
    else view.setUint8(i, value);
  }
  return bytes;
}

/**
 * Plain: length and data together; zlib: a table, then the streams, in blocks of 100 bytes so that there are several.
 */
function packed(bytes: Buffer, zlib: boolean, wordBytes: number, bigEndian: boolean): Buffer[] {
  const words = (...numbers: number[]): Buffer => {
    const out = Buffer.alloc(wordBytes * numbers.length);
    const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
    for (const [i, value] of numbers.entries()) {
      if (wordBytes === 8) view.setBigUint64(8 * i, BigInt(value), !bigEndian);
      else view.setUint32(4 * i, value, !bigEndian);
    }
    return out;
  };
  if (!zlib) return [Buffer.concat([words(bytes.length), bytes])];
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 100) blocks.push(deflateSync(bytes.subarray(at, at + 100)));
  return [words(blocks.length, 100, bytes.length % 100, ...blocks.map((block) => block.length)), Buffer.concat(blocks)];
}
