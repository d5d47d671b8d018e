// vtkKerfReader: what readMesh reads, as polydata; attributes of vtk.js where its geometry is the same; files refused.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import vtkPLYReader from '@kitware/vtk.js/IO/Geometry/PLYReader.js';
import vtkSTLReader from '@kitware/vtk.js/IO/Geometry/STLReader.js';
import vtkXMLPolyDataReader from '@kitware/vtk.js/IO/XML/XMLPolyDataReader.js';
import { box, sawBlade, sphere } from '#datasets';
import { translation } from '#harness/contact-cases.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { writePolyData } from '#io';
import { createDetectorSync, createMesh, FormatError, type TriangleMesh } from '#kerf';
import { type MeshFormat, readMesh, writeMesh } from '#kerf/io';
import { meshFromPolyData, vtkKerfReader } from '#vtk';

const FORMATS = ['stl', 'ply', 'obj', 'vtp', 'vtk'] as const;
const meshes: [string, TriangleMesh][] = [
  ['a sphere of f64', sphere({ radius: 10.1, subdivisions: 3 })],
  ['a saw', sawBlade({ targetFaces: 1_200 })],
  [
    'a sphere of f32',
    createMesh(
      Float32Array.from(sphere({ radius: 7, subdivisions: 2 }).positions),
      sphere({ radius: 7, subdivisions: 2 }).faces,
    ),
  ],
];

describe('files → vtkKerfReader → polydata → mesh', () => {
  test.each(FORMATS.flatMap((format) => meshes.map(([name, mesh]) => [format, name, mesh] as const)))(
    '%s, %s: bit for bit what readMesh reads, and the same report',
    (format, _, mesh) => {
      const bytes = writeMesh(mesh, format);
      const expected = readMesh(bytes, format);
      const reader = vtkKerfReader.newInstance({ format });
      reader.parseAsArrayBuffer(bytes);
      const { mesh: read } = meshFromPolyData(reader.getOutputData(0), { name: expected.name });
      expect(read.positions).toEqual(expected.positions);
      expect(read.positions.constructor).toBe(expected.positions.constructor);
      expect(read.faces).toEqual(expected.faces);
      const tool = box({ size: [6, 5, 4] });
      const [a, b] = [read, expected].map((bone) =>
        createDetectorSync({ bone, tool, contactDistance: 0.5, resolution: 2 }).detectSync(translation(9, 1, 1)),
      );
      expect(reportHash(a)).toBe(reportHash(b));
    },
  );
});

describe('attributes', () => {
  const mesh = meshes[2][1];
  const count = mesh.faces.length / 3;
  const vtp = (values: Int32Array | Float64Array) =>
    writePolyData(
      { positions: mesh.positions, faces: mesh.faces, cellData: [{ name: 'pressure', numberOfComponents: 1, values }] },
      'vtp',
    );

  test("cell data of a VTP file, by vtk.js's reader, on kerf's points", () => {
    const reader = vtkKerfReader.newInstance({ format: 'vtp', attributeReaders: { vtp: vtkXMLPolyDataReader } });
    const pressure = Float64Array.from({ length: count }, (_, i) => i / 7);
    reader.parseAsArrayBuffer(vtp(pressure));
    expect(reader.getAttributes()).toEqual({ attached: ['cell: pressure'], leftOut: [] });
    const array = reader.getOutputData(0).getCellData().getArrayByName('pressure');
    expect([...array.getData()]).toEqual([...pressure]);
  });

  test('integers of 64 bits are left out by name: vtk.js cuts them', () => {
    const reader = vtkKerfReader.newInstance({ format: 'vtp', attributeReaders: { vtp: vtkXMLPolyDataReader } });
    const numbers = Array.from({ length: count }, (_, i) => 2 ** 33 + i).join(' ');
    const text = `<?xml version="1.0"?><VTKFile type="PolyData" version="1.0" byte_order="LittleEndian"><PolyData>
<Piece NumberOfPoints="${mesh.positions.length / 3}" NumberOfPolys="${count}"><CellData>
<DataArray type="Int64" Name="id" format="ascii">${numbers}</DataArray></CellData>
<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">${[...mesh.positions].join(' ')}</DataArray></Points>
<Polys><DataArray type="Int32" Name="connectivity" format="ascii">${[...mesh.faces].join(' ')}</DataArray>
<DataArray type="Int32" Name="offsets" format="ascii">${Array.from({ length: count }, (_, i) => 3 * i + 3).join(' ')}</DataArray></Polys>
</Piece></PolyData></VTKFile>`;
    reader.parseAsArrayBuffer(new TextEncoder().encode(text));
    expect(reader.getAttributes().attached).toEqual([]);
    expect(reader.getAttributes().leftOut).toEqual([{ name: 'cell: id', reason: expect.stringMatching(/64 bits/) }]);
  });

  test("STL: kerf welds corners, so vtk.js's normals are left out, and the reason is given", () => {
    const reader = vtkKerfReader.newInstance({ format: 'stl', attributeReaders: { stl: vtkSTLReader } });
    reader.parseAsArrayBuffer(writeMesh(mesh, 'stl'));
    const { attached, leftOut } = reader.getAttributes();
    expect(attached).toEqual([]);
    expect(leftOut.map(({ name }) => name)).toEqual(['cell: Attribute', 'cell: Normals']);
    expect(leftOut[0].reason).toMatch(/vtk.js has \d+ points, the file \d+/);
  });

  test('colours of a PLY file', () => {
    const text = `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z
property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header
0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n3 0 1 2\n`;
    const reader = vtkKerfReader.newInstance({ format: 'ply', attributeReaders: { ply: vtkPLYReader } });
    reader.parseAsArrayBuffer(new TextEncoder().encode(text));
    expect(reader.getAttributes().leftOut).toEqual([]);
    const [name] = reader.getAttributes().attached;
    expect(name).toMatch(/^point: /);
    const array = reader.getOutputData(0).getPointData().getArrays()[0];
    expect([...array.getData()]).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255]);
  });

  test('a reader that throws leaves the geometry, and says so', () => {
    const throwing = {
      newInstance: () => ({
        parseAsArrayBuffer: () => {
          throw new Error('no such thing');
        },
        getOutputData: () => undefined as never,
      }),
    };
    const reader = vtkKerfReader.newInstance({ format: 'ply', attributeReaders: { ply: throwing } });
    reader.parseAsArrayBuffer(writeMesh(mesh, 'ply'));
    expect(reader.getAttributes().leftOut).toEqual([{ name: 'all', reason: expect.stringMatching(/no such thing/) }]);
    expect(reader.getOutputData(0).getNumberOfPolys()).toBe(count);
  });
});

describe('files that are refused', () => {
  test.each<[MeshFormat, string]>([
    ['stl', 'TRUNCATED'],
    ['vtp', 'TRUNCATED'],
  ])('a cut %s file: %s, and the output before stays', (format, code) => {
    const reader = vtkKerfReader.newInstance({ format });
    const bytes = writeMesh(meshes[0][1], format);
    reader.parseAsArrayBuffer(bytes);
    const before = reader.getOutputData(0);
    const cut = () => reader.parseAsArrayBuffer(bytes.subarray(0, bytes.length - 400));
    expect(cut).toThrow(FormatError);
    if (format === 'stl') expect(cut).toThrow(expect.objectContaining({ code }));
    expect(reader.getOutputData(0)).toBe(before);
  });

  test('bytes without a format, in words', () => {
    const reader = vtkKerfReader.newInstance();
    expect(() => reader.parseAsArrayBuffer(new ArrayBuffer(8))).toThrow(
      expect.objectContaining({ code: 'MISSING_FORMAT' }),
    );
  });
});

describe('setUrl', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const files = new Map([['/part.ply', writeMesh(meshes[0][1], 'ply')]]);
    server = createServer(({ url }, response) => {
      const body = files.get(url ?? '');
      response.writeHead(body ? 200 : 404).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

  test('fetches, and takes the format from the name', async () => {
    const reader = vtkKerfReader.newInstance();
    expect(await reader.setUrl(`${origin}/part.ply`)).toBe(true);
    expect(reader.getOutputData(0).getNumberOfPolys()).toBe(meshes[0][1].faces.length / 3);
  });

  test('a file that is not there is refused with the status', () =>
    expect(vtkKerfReader.newInstance().setUrl(`${origin}/none.ply`)).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      message: expect.stringMatching(/404/),
    }));
});
