// Triangles with cell data, points with point data → VTP that vtk.js' own reader understands and that is laid out
// according to VTK's file format.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import vtkXMLPolyDataReader from '@kitware/vtk.js/IO/XML/XMLPolyDataReader.js';
import { readMesh, writePoints, writePolyData } from '#io';
import { refusal } from '#harness/io-errors.ts';
import { awkwardMesh } from '#harness/io-meshes.ts';

const mesh = awkwardMesh(4, Float64Array);
const triangles = mesh.faces.length / 3;
const distance = Float64Array.from({ length: triangles }, (_, i) => i / 7 - 1);
const interval = Float32Array.from({ length: 2 * triangles }, (_, i) => i);
const patch = Uint32Array.from({ length: triangles }, (_, i) => 4294967295 - i);
const body = Uint8Array.from({ length: triangles }, (_, i) => i % 2);
const bytes = writePolyData(
  {
    positions: mesh.positions,
    faces: mesh.faces,
    cellData: [
      { name: 'distance', numberOfComponents: 1, values: distance },
      { name: 'interval <"low" & high>', numberOfComponents: 2, values: interval },
      { name: 'patch', numberOfComponents: 1, values: patch },
      { name: 'body', numberOfComponents: 1, values: body },
    ],
  },
  'vtp',
);

test('vtk.js reads back points, triangles and every array', () => {
  const reader = vtkXMLPolyDataReader.newInstance();
  reader.parseAsArrayBuffer(bytes.slice().buffer);
  const polyData = reader.getOutputData(0);
  expect([...polyData.getPoints().getData()]).toEqual([...mesh.positions]);
  const polys = polyData.getPolys().getData();
  expect(polyData.getNumberOfPolys()).toBe(triangles);
  expect([...polys].filter((_: number, i: number) => i % 4 !== 0)).toEqual([...mesh.faces]);
  const cellData = polyData.getCellData();
  const arrays = [distance, interval, patch, body];
  expect(cellData.getNumberOfArrays()).toBe(arrays.length);
  for (const [i, values] of arrays.entries()) {
    const array = cellData.getArrayByIndex(i);
    expect(array.getData()).toEqual(values);
    expect(array.getNumberOfComponents()).toBe(i === 1 ? 2 : 1);
  }
  expect(cellData.getArrayByIndex(1).getName()).toBe('interval <"low" & high>');
});

describe('the XML', () => {
  const text = Buffer.from(bytes).toString('utf8');
  /** VTK: a UInt64 with the number of data bytes, then the data, in one base64 text. */
  const dataOf = (name: string, type: string, components: number): Buffer => {
    const found = new RegExp(
      `<DataArray type="${type}" Name="${name}" NumberOfComponents="${components}" format="binary">([^<]*)</DataArray>`,
    ).exec(text);
    const stored = Buffer.from(found?.[1] ?? '', 'base64');
    expect(stored.readBigUInt64LE(0)).toBe(BigInt(stored.length - 8));
    return stored.subarray(8);
  };

  test('is polydata of one piece with the right counts', () => {
    expect(text).toMatch(
      /^<\?xml version="1.0"\?>\n<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">/,
    );
    expect(text).toContain(`NumberOfPoints="${mesh.positions.length / 3}"`);
    expect(text).toContain(`NumberOfPolys="${triangles}"`);
    expect(text.match(/<Piece /g)).toHaveLength(1);
    const order = [
      '<PolyData>',
      '<Piece ',
      '<PointData/>',
      '<CellData>',
      '</CellData>',
      '<Points>',
      '</Points>',
      '<Polys>',
      '</Polys>',
      '</Piece>',
      '</PolyData>',
      '</VTKFile>',
    ];
    const places = order.map((tag) => text.indexOf(tag));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
  });

  test('holds Int32 connectivity and the end of each triangle', () => {
    const connectivity = dataOf('connectivity', 'Int32', 1);
    expect(Array.from(mesh.faces, (_, i) => connectivity.readInt32LE(4 * i))).toEqual([...mesh.faces]);
    const offsets = dataOf('offsets', 'Int32', 1);
    expect(offsets.length).toBe(4 * triangles);
    for (let i = 0; i < triangles; i++) expect(offsets.readInt32LE(4 * i)).toBe(3 * (i + 1));
  });

  test('holds points and cell data in their own types', () => {
    const points = dataOf('Points', 'Float64', 3);
    expect(Array.from(mesh.positions, (_, i) => points.readDoubleLE(8 * i))).toEqual([...mesh.positions]);
    expect(dataOf('distance', 'Float64', 1).length).toBe(8 * triangles);
    expect(dataOf('patch', 'UInt32', 1).readUInt32LE(0)).toBe(4294967295);
    expect(dataOf('body', 'UInt8', 1).length).toBe(triangles);
  });
});

describe('points', () => {
  const { positions } = mesh;
  const points = positions.length / 3;
  const time = Float64Array.from({ length: points }, (_, i) => 1 / (i + 1));
  const kind = Uint8Array.from({ length: points }, (_, i) => i % 2);
  const pointData = [
    { name: 'time', numberOfComponents: 1, values: time },
    { name: 'kind', numberOfComponents: 1, values: kind },
  ];

  test('vtk.js reads back each point as a cell of its own, with its numbers', () => {
    const reader = vtkXMLPolyDataReader.newInstance();
    reader.parseAsArrayBuffer(writePoints({ positions, pointData }).slice().buffer);
    const read = reader.getOutputData(0);
    expect([...read.getPoints().getData()]).toEqual([...positions]);
    expect([...read.getVerts().getData()]).toEqual(Array.from({ length: points }, (_, i) => [1, i]).flat());
    expect(read.getNumberOfPolys()).toBe(0);
    expect(read.getPointData().getArrayByName('time').getData()).toEqual(time);
    expect(read.getPointData().getArrayByName('kind').getData()).toEqual(kind);
  });

  test('none at all is a valid file; an array of the wrong length is refused by name', () => {
    const none = writePoints({ positions: new Float64Array(0), pointData: [] });
    expect(Buffer.from(none).toString()).toContain('NumberOfPoints="0" NumberOfVerts="0"');
    expect(refusal(() => writePoints({ positions: positions.subarray(3), pointData }))).toBe('BAD_LENGTH');
  });
});

test('kerf reads its mesh', () => {
  expect(readMesh(bytes, 'vtp', { name: mesh.name })).toEqual(mesh);
});

test('views into larger buffers give their own part only', () => {
  const larger = new Float64Array(distance.length + 4);
  larger.set(distance, 3);
  const write = (values: Float64Array) =>
    writePolyData({ ...mesh, cellData: [{ name: 'd', numberOfComponents: 1, values }] }, 'vtp');
  expect(write(larger.subarray(3, 3 + distance.length))).toEqual(write(distance));
});

test('an array of the wrong length is refused by name', () => {
  const cellData = [{ name: 'short', numberOfComponents: 2, values: distance }];
  expect(refusal(() => writePolyData({ ...mesh, cellData }, 'vtp'))).toBe('BAD_LENGTH');
});

test('no triangle at all is a valid file', () => {
  const none = writePolyData({ positions: new Float64Array(0), faces: new Uint32Array(0), cellData: [] }, 'vtp');
  expect(Buffer.from(none).toString()).toContain('NumberOfPolys="0"');
  expect(refusal(() => readMesh(none, 'vtp'))).toBe('EMPTY_MESH');
});
