// Legacy VTK polydata: both encodings, both cell layouts, strips, and what is refused.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { readMesh } from '#io';
import { refusal } from '#harness/io-errors.ts';
import { bytesOf } from '#harness/io-volumes.ts';

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

describe('fields are stepped over', () => {
  const expected = readVtk(ASCII);
  const after = ASCII.slice(ASCII.indexOf('POINTS'));
  const ascii = (arrays: readonly string[]) =>
    readVtk(`${HEAD}FIELD FieldData ${arrays.length}\n${arrays.map((array) => `${array}\n`).join('')}${after}`);
  const ARRAYS: readonly (readonly [string, string])[] = [
    ['string', 'name 1 2 string\ntwo words\nPOINTS%203'],
    ['empty string', 'name 1 1 string\n'],
    ['utf8_string', 'name 2 1 utf8_string\n\u00fc\nb'],
    ['bit', 'mask 1 9 bit\n1 0 1 1 0 0 1 0 1'],
    ['signed_char', 'small 1 2 signed_char\n-1 1'],
    ['variant', 'any 1 3 variant\n6 1 13 two%20words 11 0.5'],
    ['long', 'count 1 1 long\n3'],
    ['unsigned_long', 'count 1 1 unsigned_long\n3'],
    ['METADATA behind an array', 'two 2 1 float\n1 2\nMETADATA\nCOMPONENT_NAMES\na\nb\nINFORMATION 0\n'],
    ['no array', 'NULL_ARRAY'],
    ['no value', 'none 1 0 double'],
  ];

  test.each(ARRAYS)('%s, in ASCII', (_, array) => {
    expect(ascii([array])).toEqual(expected);
    expect(ascii([array, 'time 1 1 double\n0.5', array])).toEqual(expected);
    expect(readVtk(`${HEAD}FIELD FieldData 1\n${array}\n${after}`.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  /** The bytes of each type as VTK writes them: text after its length, whose first 2 bits give that field's size. */
  const binaryText = (text: string, bytes: 1 | 2 | 4 | 8) => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(text.length) | (BigInt({ 1: 3, 2: 2, 4: 1, 8: 0 }[bytes]) << BigInt(8 * bytes - 2)));
    return Buffer.concat([length.subarray(8 - bytes), Buffer.from(text)]);
  };
  const long = (size: 4 | 8, values: readonly number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(size);
        if (size === 8) bytes.writeBigInt64BE(BigInt(value));
        else bytes.writeInt32BE(value);
        return bytes;
      }),
    );
  const BINARY_ARRAYS: readonly (readonly [string, string, Buffer])[] = [
    ...([1, 2, 4, 8] as const).map(
      (bytes) =>
        [
          `string behind ${bytes} bytes`,
          'name 1 2 string',
          Buffer.concat([binaryText('LPS', bytes), binaryText('', bytes)]),
        ] as const,
    ),
    ['long text', 'name 1 1 string', binaryText('POINTS 3 float\n'.repeat(20), 2)],
    ['bit', 'mask 1 9 bit', Buffer.from([0xb2, 0x80])],
    ['signed_char', 'small 1 2 signed_char', Buffer.from([255, 1])],
    ['variant', 'any 1 2 variant', Buffer.from('6 1\n13 two%20words')],
    ['long of 8 bytes', 'count 1 3 long', long(8, [1, -2, 3])],
    ['long of 4 bytes', 'count 1 3 long', long(4, [1, -2, 3])],
    ['unsigned_long of 8 bytes', 'count 2 2 unsigned_long', long(8, [1, 2, 3, 4])],
    ['one long of 4 bytes', 'count 1 1 long', long(4, [0x0a0a0a0a])],
  ];

  test.each(BINARY_ARRAYS)('%s, in BINARY', (_, head, data) => {
    const [start, ...rest] = BINARY_PARTS.slice(3);
    const file = (arrays: number) =>
      new Uint8Array(
        Buffer.concat([
          Buffer.from(`${HEAD.replace('ASCII', 'BINARY')}FIELD FieldData ${arrays}`),
          ...Array.from({ length: arrays }, () => [Buffer.from(`\n${head}\n`), data]).flat(),
          binary([start, ...rest]),
        ]),
      );
    expect(readVtk(file(1))).toEqual(expected);
    expect(readVtk(file(2))).toEqual(expected);
    const cut = file(1).subarray(0, Buffer.from(file(1)).indexOf(data) + data.length - 1);
    expect(['TRUNCATED', 'UNSUPPORTED', 'MISSING_ARRAY']).toContain(refusal(() => readVtk(cut)));
  });

  test.each([4, 8] as const)('points of type unsigned_long in %d bytes', (size) => {
    const most = size === 4 ? 2 ** 32 - 1 : 2 ** 53;
    const values = [0, 0, 0, most, 0, 0, 0, 7, 0].map((value) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64BE(BigInt(value));
      return bytes.subarray(8 - size);
    });
    const head = Buffer.from(`${HEAD.replace('ASCII', 'BINARY')}POINTS 3 unsigned_long\n`);
    const cells = binary(['\nPOLYGONS 1 4\n', { type: 'int32', values: [3, 0, 1, 2] }, '\n']);
    const read = readVtk(new Uint8Array(Buffer.concat([head, ...values, cells])));
    expect([...read.positions]).toEqual([0, 0, 0, most, 0, 0, 0, 7, 0]);
  });

  test('a long that may have either size is refused by name', () => {
    const values = Buffer.concat([long(4, [1]), Buffer.from('\n\n\n\n')]);
    const file = Buffer.concat([
      Buffer.from(`${HEAD.replace('ASCII', 'BINARY')}FIELD FieldData 1\ncount 1 1 long\n`),
      values,
      Buffer.from('\nPOINTS 1 float\n'),
    ]);
    expect(refusal(() => readVtk(new Uint8Array(file)))).toBe('UNSUPPORTED');
  });

  test('METADATA between offsets and connectivity', () => {
    const cells =
      'POLYGONS 2 3\nOFFSETS vtktypeint64\n0 3\nMETADATA\nINFORMATION 0\n\nCONNECTIVITY vtktypeint64\n0 1 4\n';
    expect([...readVtk(`${HEAD.replace('4.2', '5.1')}${POINTS}${cells}`).faces]).toEqual([0, 1, 4]);
  });
});

describe('refused', () => {
  test('a second file behind the data of points', () => {
    expect(refusal(() => readVtk(ASCII + ASCII))).toBe('BAD_TOKEN');
  });

  const change = (from: string, to: string) => refusal(() => readVtk(ASCII.replace(from, to)));

  test('every cut of the three files before the last cell', () => {
    const cutAt = ASCII.indexOf('4 0 1 3 2\n') + '4 0 1 3'.length;
    const codes = new Set<string>();
    for (let length = 0; length <= cutAt; length++) {
      // Between two sections the shortened file is complete, and has only its polygons.
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
