// PLY: three encodings, foreign properties, and headers that lie.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { readMesh, writeMesh } from '#io';
import { refusal } from '#harness/io-errors.ts';
import { awkwardMesh } from '#harness/io-meshes.ts';
import { bytesOf } from '#harness/io-volumes.ts';

const readPly = (content: string | Uint8Array) => readMesh(bytesOf(content), 'ply', { name: 'part.ply' });

const ASCII = `ply
format ascii 1.0
comment a square pyramid without its base, with colours, edges and a quadrilateral
element vertex 5
property float x
property uchar red
property float y
property float z
property list uchar short tags
element edge 1
property int vertex1
property int vertex2
element face 3
property uchar flag
property list uchar uint vertex_index
end_header
0 255 0 0 0
1 255 0 0 1 7
1 255 1 0 2 7 -8
0 255 1 0 0
0.1 255 0.5 1 0
0 1
0 3 0 1 4
1 3 1 2 4
0 4 3 2 1 0
`;

/** The same file in a binary encoding. */
function binary(littleEndian: boolean): Uint8Array {
  const [header, body] = ASCII.split('end_header\n');
  const out: number[] = [];
  const put = (type: string, value: number): void => {
    const view = new DataView(new ArrayBuffer(8));
    const size = { uchar: 1, short: 2, int: 4, uint: 4, float: 4 }[type] as number;
    if (type === 'uchar') view.setUint8(0, value);
    else if (type === 'short') view.setInt16(0, value, littleEndian);
    else if (type === 'float') view.setFloat32(0, value, littleEndian);
    else view.setInt32(0, value, littleEndian);
    out.push(...new Uint8Array(view.buffer, 0, size));
  };
  const rows = body
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  for (const [i, row] of rows.entries()) {
    const types = i < 5 ? ['float', 'uchar', 'float', 'float', 'uchar'] : i < 6 ? ['int', 'int'] : ['uchar', 'uchar'];
    for (const [k, value] of row.entries()) put(types[k] ?? (i < 5 ? 'short' : 'uint'), value);
  }
  const format = `binary_${littleEndian ? 'little' : 'big'}_endian`;
  return new Uint8Array(
    Buffer.concat([Buffer.from(`${header.replace('ascii', format)}end_header\n`), Uint8Array.from(out)]),
  );
}

test('ASCII, binary little and big endian give the same mesh', () => {
  const mesh = readPly(ASCII);
  expect(mesh.positions).toEqual(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.1, 0.5, 1));
  expect([...mesh.faces]).toEqual([0, 1, 4, 1, 2, 4, 3, 2, 1, 3, 1, 0]);
  expect(readPly(binary(true))).toEqual(mesh);
  expect(readPly(binary(false))).toEqual(mesh);
  expect(readPly(ASCII.replace(/\n/g, '\r\n'))).toEqual(mesh);
});

test('double coordinates stay double in ASCII', () => {
  const mesh = readPly(ASCII.replace(/float ([xyz])/g, 'double $1'));
  expect(mesh.positions[12]).toBe(0.1);
});

describe('tristrips', () => {
  const strips = (
    lists: readonly (readonly number[])[],
    faces = '',
    rows = '',
  ) => `${ASCII.slice(0, ASCII.indexOf('element edge'))}${faces}element tristrips ${lists.length}
property list int int vertex_indices
end_header
${ASCII.slice(ASCII.indexOf('0 255 0'), ASCII.indexOf('0 1\n'))}${rows}${lists.map((list) => `${list.length} ${list.join(' ')}\n`).join('')}`;

  test('every second triangle of a strip is turned, and −1 begins another', () => {
    expect([...readPly(strips([[0, 1, 2, 3, 4]])).faces]).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 4]);
    expect([...readPly(strips([[0, 1, 2, 3, -1, 1, 2, 4, -1]])).faces]).toEqual([0, 1, 2, 2, 1, 3, 1, 2, 4]);
    expect([
      ...readPly(
        strips([
          [0, 1, 2],
          [4, 3, 2, 1],
        ]),
      ).faces,
    ]).toEqual([0, 1, 2, 4, 3, 2, 2, 3, 1]);
    const faces = 'element face 1\nproperty list uchar int vertex_indices\n';
    expect([...readPly(strips([[0, 1, 2]], faces, '3 2 1 0\n')).faces]).toEqual([2, 1, 0, 0, 1, 2]);
  });

  test('a strip of two corners, and one that names no vertex, are refused', () => {
    expect(refusal(() => readPly(strips([[0, 1, -1, 0, 1, 2]])))).toBe('BAD_COUNT');
    expect(refusal(() => readPly(strips([[0, 1, -2, 0, 1, 2]])))).toBe('INDEX_OUT_OF_RANGE');
    expect(refusal(() => readPly(strips([[0, 1, 5]])))).toBe('INDEX_OUT_OF_RANGE');
    expect(refusal(() => readPly(strips([])))).toBe('EMPTY_MESH');
  });
});

describe('lying headers and damage', () => {
  const change = (from: string | RegExp, to: string) => refusal(() => readPly(ASCII.replace(from, to)));

  test.each([true, false])('binary, little endian %p: counts and types that disagree with the bytes', (little) => {
    const bytes = Buffer.from(binary(little));
    const edited = (from: string, to: string) => {
      const at = bytes.indexOf(from);
      return refusal(() =>
        readPly(
          new Uint8Array(Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)])),
        ),
      );
    };
    const bad = ['TRUNCATED', 'BAD_COUNT', 'INDEX_OUT_OF_RANGE', 'NON_FINITE_VERTEX'];
    for (const count of ['0', '2', '4']) expect(bad).toContain(edited('face 3', `face ${count}`));
    for (const count of ['0', '4', '6']) expect(bad).toContain(edited('vertex 5', `vertex ${count}`));
    expect(edited('face 3', 'face 4')).toBe('TRUNCATED');
    expect(edited('face 3', 'face 2')).toBe('BAD_COUNT');
    expect(edited('face 3', 'face 4000000000')).toBe('TRUNCATED');
    expect(edited('vertex 5', 'vertex 9007199254740991')).toBe('TRUNCATED');
    expect(bad).toContain(edited('float x', 'double x'));
    expect(bad).toContain(edited('uchar uint vertex_index', 'ushort uint vertex_index'));
    expect(bad).toContain(edited('uchar uint vertex_index', 'uchar ushort vertex_index'));
  });

  test('every cut of the three encodings is refused', () => {
    for (const bytes of [bytesOf(ASCII).subarray(0, -3), binary(true), binary(false)])
      for (let length = 0; length < bytes.length; length++)
        expect(['TRUNCATED', 'BAD_HEADER', 'BAD_COUNT', 'MISSING_ARRAY', 'EMPTY_MESH']).toContain(
          refusal(() => readPly(bytes.subarray(0, length))),
        );
  });

  test('ASCII counts', () => {
    expect(change('vertex 5', 'vertex 6')).toBe('TRUNCATED');
    expect(change('face 3', 'face 4')).toBe('TRUNCATED');
    expect(change('face 3', 'face 2')).toBe('BAD_COUNT');
    expect(change('0 3 0 1 4', '0 4 0 1 4')).toBe('TRUNCATED');
    expect(change('0 3 0 1 4', '0 3 0 1 4 2')).toBe('BAD_COUNT');
    expect(change('0 3 0 1 4', '0 2 0 1')).toBe('BAD_COUNT');
    expect(change('0 3 0 1 4', '0 -3 0 1 4')).toBe('BAD_COUNT');
    expect(change('face 3', 'face three')).toBe('BAD_COUNT');
    expect(change('face 3', 'face -3')).toBe('BAD_COUNT');
  });

  test('vertices that are no numbers, indices out of range', () => {
    for (const token of ['nan', 'inf', '-inf', '1e39', 'x'])
      expect(change('0.1 255', `${token} 255`)).toBe('NON_FINITE_VERTEX');
    expect(() => readPly(ASCII.replace('0.1 255', 'nan 255'))).toThrow('"part.ply": vertex 4 has x = nan');
    for (const index of ['5', '-1', '4294967295', '1.5', 'a'])
      expect(change('3 0 1 4', `3 0 1 ${index}`)).toBe('INDEX_OUT_OF_RANGE');
    expect(() => readPly(ASCII.replace('3 1 2 4', '3 1 2 5'))).toThrow('face 1 names vertex 5');
  });

  test('headers without sense or without a mesh', () => {
    expect(change('ply', 'plx')).toBe('BAD_HEADER');
    expect(change('ascii 1.0', 'ascii 2.0')).toBe('BAD_HEADER');
    expect(change('format ascii 1.0\n', '')).toBe('BAD_HEADER');
    expect(change('ascii 1.0\n', 'ascii 1.0 ')).toBe('BAD_HEADER');
    expect(change('property float y', 'property floaty y')).toBe('BAD_HEADER');
    expect(change('property float y', 'property list float float y')).toBe('BAD_HEADER');
    expect(change('uchar uint vertex_index', 'uchar float vertex_index')).toBe('BAD_HEADER');
    expect(change('property float y', 'property float why')).toBe('MISSING_ARRAY');
    expect(change('vertex_index', 'vertices')).toBe('MISSING_ARRAY');
    expect(change('element edge 1', 'element vertex 1')).toBe('BAD_HEADER');
    expect(change('end_header', 'end')).toBe('BAD_HEADER');
    expect(refusal(() => readPly('ply\nformat ascii 1.0\nelement vertex 0\n'))).toBe('TRUNCATED');
    expect(refusal(() => readPly(writeMesh(awkwardMesh(1, Float32Array), 'stl')))).toBe('BAD_HEADER');
  });

  test('no face is an empty mesh', () => {
    expect(refusal(() => readPly(ASCII.replace('face 3', 'face 0').replace(/0 3 0 1 4[\s\S]*/, '')))).toBe(
      'EMPTY_MESH',
    );
  });

  test('an infinite float in binary', () => {
    const mesh = awkwardMesh(3, Float64Array);
    const bytes = writeMesh(mesh, 'ply');
    const at = Buffer.from(bytes).indexOf('end_header\n') + 'end_header\n'.length;
    new DataView(bytes.buffer).setFloat64(at + 8 * 4, Number.NEGATIVE_INFINITY, true);
    expect(() => readPly(bytes)).toThrow('vertex 1 has y = -Infinity');
  });
});
