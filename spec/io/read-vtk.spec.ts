// Legacy VTK polydata: both encodings, both cell layouts, strips, and what is refused.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { readMesh } from '../../lib/io/index.ts';
import { refusal } from '../harness/io-errors.ts';
import { bytesOf } from '../harness/io-volumes.ts';

const readVtk = (content: string | Uint8Array) => readMesh(bytesOf(content), 'vtk', { name: 'part.vtk' });
const HEAD = '# vtk DataFile Version 4.2\na title\nASCII\nDATASET POLYDATA\n';
const POINTS = 'POINTS 5 double\n0 0 0 1 0 0 1 1 0\n0 1 0 0.1 0.5 1\n';
const ASCII = `${HEAD}FIELD FieldData 1\nTime 1 2 float\n0.5 1
${POINTS}METADATA\nINFORMATION 1\nNAME L2 LOCATION vtkDataArray\nDATA 2 0 1\n
VERTICES 1 2\n1 0\nPOLYGONS 2 9\n3 0 1 4\n4 3 2 1 0\nTRIANGLE_STRIPS 1 5\n4 0 1 3 2\n
CELL_DATA 4\nSCALARS s float\nLOOKUP_TABLE default\n1 2 3 4\n`;
const FACES = [0, 1, 4, 3, 2, 1, 3, 1, 0, 0, 1, 3, 3, 1, 2];

type Part = string | { readonly type: 'int32' | 'int64' | 'float' | 'double'; readonly values: readonly number[] };

/** Text as it is, numbers big-endian. */
function binary(parts: readonly Part[]): Uint8Array {
  const pieces = parts.map((part) => {
    if (typeof part === 'string') return Buffer.from(part);
    const size = part.type === 'int32' || part.type === 'float' ? 4 : 8;
    const view = new DataView(new ArrayBuffer(size * part.values.length));
    for (const [i, value] of part.values.entries()) {
      if (part.type === 'int32') view.setInt32(4 * i, value);
      else if (part.type === 'int64') view.setBigInt64(8 * i, BigInt(value));
      else if (part.type === 'float') view.setFloat32(4 * i, value);
      else view.setFloat64(8 * i, value);
    }
    return Buffer.from(view.buffer);
  });
  return new Uint8Array(Buffer.concat(pieces));
}
const XYZ = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.1, 0.5, 1];
const BINARY_PARTS: readonly Part[] = [
  HEAD.replace('ASCII', 'BINARY'),
  'FIELD FieldData 1\nTime 1 2 float\n',
  { type: 'float', values: [0.5, 1] },
  '\nPOINTS 5 double\n',
  { type: 'double', values: XYZ },
  '\nPOLYGONS 2 9\n',
  { type: 'int32', values: [3, 0, 1, 4, 4, 3, 2, 1, 0] },
  '\nTRIANGLE_STRIPS 1 5\n',
  { type: 'int32', values: [4, 0, 1, 3, 2] },
  '\n',
];
const VERSION5_PARTS: readonly Part[] = [
  HEAD.replace('ASCII', 'BINARY').replace('4.2', '5.1'),
  'POINTS 5 double\n',
  { type: 'double', values: XYZ },
  '\nPOLYGONS 3 7\nOFFSETS vtktypeint64\n',
  { type: 'int64', values: [0, 3, 7] },
  '\nCONNECTIVITY vtktypeint64\n',
  { type: 'int64', values: [0, 1, 4, 3, 2, 1, 0] },
  '\nTRIANGLE_STRIPS 2 4\nOFFSETS vtktypeint64\n',
  { type: 'int64', values: [0, 4] },
  '\nCONNECTIVITY vtktypeint64\n',
  { type: 'int64', values: [0, 1, 3, 2] },
  '\nMETADATA\nINFORMATION 0\n\n',
];

describe('valid', () => {
  test('ASCII, BINARY and version 5.1 give the same mesh', () => {
    const mesh = readVtk(ASCII);
    expect(mesh.positions).toEqual(Float64Array.from(XYZ));
    expect([...mesh.faces]).toEqual(FACES);
    expect(readVtk(binary(BINARY_PARTS))).toEqual(mesh);
    expect(readVtk(binary(VERSION5_PARTS))).toEqual(mesh);
    expect(readVtk(ASCII.replace(/\n/g, '\r\n'))).toEqual(mesh);
  });

  test('float points stay f32', () => {
    expect(readVtk(ASCII.replace('5 double', '5 float')).positions).toEqual(Float32Array.from(XYZ));
  });
});

describe('refused', () => {
  const change = (from: string, to: string) => refusal(() => readVtk(ASCII.replace(from, to)));

  test('every cut of the three files before the last cell', () => {
    const cutAt = ASCII.indexOf('4 0 1 3 2\n') + '4 0 1 3'.length;
    const codes = new Set<string>();
    for (let length = 0; length <= cutAt; length++) {
      // Between two sections the shorter file is whole, and its polygons are all that it has.
      const text = ASCII.slice(0, length);
      if (/4 3 2 1 0\s*$/.test(text)) expect([...readVtk(text).faces]).toEqual(FACES.slice(0, 9));
      else codes.add(refusal(() => readVtk(text)));
    }
    for (const code of codes)
      expect([
        'TRUNCATED',
        'BAD_HEADER',
        'BAD_TOKEN',
        'MISSING_ARRAY',
        'EMPTY_MESH',
        'BAD_COUNT',
        'UNSUPPORTED',
        'INDEX_OUT_OF_RANGE',
      ]).toContain(code);
    for (const parts of [BINARY_PARTS.slice(0, 7), VERSION5_PARTS.slice(0, 7)]) {
      const bytes = binary(parts);
      for (let length = 0; length < bytes.length; length++)
        expect(codes).toContain(refusal(() => readVtk(bytes.subarray(0, length))));
    }
  });

  test('counts too large, too small, or at odds with each other', () => {
    expect(change('POINTS 5', 'POINTS 6')).toBe('TRUNCATED');
    expect(change('POINTS 5', 'POINTS 4')).toBe('BAD_COUNT');
    expect(change('POINTS 5', 'POINTS 99999999999')).toBe('TRUNCATED');
    expect(change('POINTS 5', 'POINTS -5')).toBe('BAD_COUNT');
    expect(change('POLYGONS 2 9', 'POLYGONS 3 9')).toBe('BAD_COUNT');
    expect(change('POLYGONS 2 9', 'POLYGONS 1 9')).toBe('BAD_COUNT');
    expect(change('POLYGONS 2 9', 'POLYGONS 2 8')).toBe('BAD_COUNT');
    expect(change('POLYGONS 2 9', 'POLYGONS 9 2')).toBe('BAD_COUNT');
    expect(change('3 0 1 4', '2 0 1 4')).toBe('BAD_COUNT');
    expect(change('3 0 1 4', '-3 0 1 4')).toBe('BAD_COUNT');
    expect(change('POLYGONS 2 9\n3 0 1 4\n4 3 2 1 0', 'POLYGONS 1 3\n2 0 1')).toBe('BAD_COUNT');
    const lying = [...VERSION5_PARTS];
    lying[4] = { type: 'int64', values: [0, 8, 7] };
    expect(refusal(() => readVtk(binary(lying)))).toBe('BAD_COUNT');
    lying[4] = { type: 'int64', values: [1, 3, 7] };
    expect(refusal(() => readVtk(binary(lying)))).toBe('BAD_COUNT');
    lying[4] = { type: 'int64', values: [0, 3, 6] };
    expect(refusal(() => readVtk(binary(lying)))).toBe('BAD_COUNT');
  });

  test('BINARY with a smaller point count than it holds', () => {
    const lying = [...BINARY_PARTS];
    lying[3] = '\nPOINTS 4 double\n';
    expect(['BAD_COUNT', 'BAD_TOKEN']).toContain(refusal(() => readVtk(binary(lying))));
  });

  test('indices out of range, coordinates that are no numbers', () => {
    for (const index of ['5', '-1', '4294967296', '1.5', 'x'])
      expect(change('3 0 1 4', `3 0 1 ${index}`)).toBe('INDEX_OUT_OF_RANGE');
    for (const value of ['nan', 'inf', 'x', '1e999'])
      expect(change('0.1 0.5', `${value} 0.5`)).toBe('NON_FINITE_VERTEX');
    const lying = [...BINARY_PARTS];
    lying[4] = { type: 'double', values: XYZ.map((value, i) => (i === 13 ? Number.NaN : value)) };
    expect(() => readVtk(binary(lying))).toThrow('"part.vtk": vertex 4 has y = NaN');
    lying[4] = BINARY_PARTS[4];
    lying[6] = { type: 'int32', values: [3, 0, 1, -1, 4, 3, 2, 1, 0] };
    expect(refusal(() => readVtk(binary(lying)))).toBe('INDEX_OUT_OF_RANGE');
  });

  test('other data sets, encodings and types', () => {
    expect(change('POLYDATA', 'UNSTRUCTURED_GRID')).toBe('BAD_HEADER');
    expect(change('ASCII', 'TEXT')).toBe('BAD_HEADER');
    expect(change('# vtk', '# VTX')).toBe('BAD_HEADER');
    expect(change('5 double', '5 complex')).toBe('UNSUPPORTED');
    expect(change('VERTICES', 'VORTICES')).toBe('BAD_TOKEN');
    expect(refusal(() => readVtk(`${HEAD}`))).toBe('MISSING_ARRAY');
    expect(refusal(() => readVtk(`${HEAD}${POINTS}`))).toBe('EMPTY_MESH');
  });
});
