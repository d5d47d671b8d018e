// VTP: every way that VTK stores an array, strips, pieces, and what is refused.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { readMesh, readSurfaceFromVolume } from '#io';
import { attempt, refusal } from '#harness/io-errors.ts';
import { awkwardMesh } from '#harness/io-meshes.ts';
import { bytesOf } from '#harness/io-volumes.ts';
import { VTP_STORAGES, vtpBytes } from '#harness/io-vtp.ts';
import { partOf } from '#harness/long-run.ts';

const readVtp = (content: string | Uint8Array) => readMesh(bytesOf(content), 'vtp', { name: 'part.vtp' });
const ASCII = `<?xml version='1.0'?>
<VTKFile type='PolyData' byte_order='LittleEndian'><PolyData><Piece NumberOfPoints='4' NumberOfPolys='2'>
<PointData><DataArray type='String' Name='odd' format='ascii'>words</DataArray></PointData>
<Points><DataArray type='Float32' NumberOfComponents='3' format='ascii'>0 0 0 1 0 0 1 1 0 0 1 0</DataArray></Points>
<Polys><DataArray type='Int32' Name='connectivity' format='ascii'>0 1 2 0 2 3</DataArray>
<DataArray type='Int32' Name='offsets' format='ascii'>3 6</DataArray></Polys>
</Piece></PolyData></VTKFile>`;

describe.each([
  [Float32Array, 0],
  [Float64Array, 1],
])('%p points', (storage, first) => {
  test.each(partOf(VTP_STORAGES, 3, first))('$format, zlib $zlib, $headerType, big endian $bigEndian', (way) => {
    const mesh = awkwardMesh(21, storage);
    const lists = Array.from({ length: mesh.faces.length / 3 }, (_, i) => [...mesh.faces.subarray(3 * i, 3 * i + 3)]);
    const polys = readVtp(vtpBytes(mesh, { kind: 'Polys', lists }, way));
    expect(polys.positions).toBeInstanceOf(storage);
    expect([...polys.positions]).toEqual([...mesh.positions]);
    expect(polys.faces).toEqual(mesh.faces);
    const strips = readVtp(vtpBytes(mesh, { kind: 'Strips', lists: [[0, 1, 2, 3, 4]] }, way));
    expect([...strips.faces]).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 4]);
  });

  test.each(partOf(VTP_STORAGES, 3, first))('every fifth cut is refused: $format, zlib $zlib, $headerType', (way) => {
    const mesh = { ...awkwardMesh(2, storage), positions: storage.of(0, 0, 0, 1, 0, 0, 0, 1, 0) };
    const bytes = vtpBytes(mesh, { kind: 'Polys', lists: [[0, 1, 2]] }, way);
    // Anything after raw appended data is no XML and is not read.
    const end =
      way.format === 'appended-raw' ? bytes.length - '\n</AppendedData></VTKFile>\n'.length : bytes.length - 2;
    for (let length = 0; length < end; length += 5)
      expect(['TRUNCATED', 'BAD_HEADER', 'MISSING_ARRAY', 'BAD_COMPRESSION']).toContain(
        refusal(() => readVtp(bytes.subarray(0, length))),
      );
  });
});

test('pieces are joined, each with its own vertex numbers', () => {
  const piece = ASCII.slice(ASCII.indexOf('<Piece'), ASCII.indexOf('</PolyData>'));
  const mesh = readVtp(ASCII.replace(piece, piece + piece.replace('0 0 0 1 0 0', '9 0 0 1 0 0')));
  expect([...mesh.faces]).toEqual([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
  expect(mesh.positions[12]).toBe(9);
  expect(refusal(() => readVtp(ASCII.replace(piece, piece + piece.replace('0 2 3', '0 2 4'))))).toBe(
    'INDEX_OUT_OF_RANGE',
  );
});

describe('refused', () => {
  const change = (from: string, to: string) => refusal(() => readVtp(ASCII.replace(from, to)));

  test('missing arrays', () => {
    expect(change("Name='connectivity'", "Name='conn'")).toBe('MISSING_ARRAY');
    expect(change("Name='offsets'", "Name='ends'")).toBe('MISSING_ARRAY');
    expect(refusal(() => readVtp(ASCII.replace(/<Points>.*<\/Points>/, '')))).toBe('MISSING_ARRAY');
    expect(refusal(() => readVtp(ASCII.replace(/<Polys>[\s\S]*<\/Polys>/, '')))).toBe('MISSING_ARRAY');
    expect(refusal(() => readVtp(ASCII.replace(/<Piece[\s\S]*<\/Piece>/, '')))).toBe('MISSING_ARRAY');
    expect(refusal(() => readVtp(ASCII.replace(/<PolyData>[\s\S]*<\/PolyData>/, '')))).toBe('MISSING_ARRAY');
    expect(change("format='ascii'>0 0 0", "format='appended' offset='0'>0 0 0")).toBe('MISSING_ARRAY');
  });

  test('counts that disagree', () => {
    expect(change("NumberOfPoints='4'", "NumberOfPoints='5'")).toBe('TRUNCATED');
    expect(change("NumberOfPoints='4'", "NumberOfPoints='3'")).toBe('BAD_COUNT');
    expect(change("NumberOfPoints='4'", "NumberOfPoints='1e9'")).toBe('BAD_COUNT');
    expect(change("NumberOfPoints='4' ", '')).toBe('BAD_COUNT');
    expect(change("NumberOfPolys='2'", "NumberOfPolys='3'")).toBe('TRUNCATED');
    expect(change("NumberOfPolys='2'", "NumberOfPolys='1'")).toBe('BAD_COUNT');
    expect(change('>3 6<', '>3 5<')).toBe('BAD_COUNT');
    expect(change('>3 6<', '>3 7<')).toBe('BAD_COUNT');
    expect(change('>3 6<', '>7 6<')).toBe('BAD_COUNT');
    expect(change('>3 6<', '>2 6<')).toBe('BAD_COUNT');
    expect(change("NumberOfComponents='3'", "NumberOfComponents='2'")).toBe('BAD_COUNT');
    expect(change("NumberOfPolys='2'", '')).toBe('EMPTY_MESH');
  });

  test('indices and coordinates', () => {
    for (const index of ['4', '-1']) expect(change('0 2 3<', `0 2 ${index}<`)).toBe('INDEX_OUT_OF_RANGE');
    for (const index of ['1.5', '4294967297', 'x']) expect(change('0 2 3<', `0 2 ${index}<`)).toBe('BAD_TOKEN');
    for (const value of ['nan', 'inf', '-Infinity', '1e39'])
      expect(change('1 0 0 1 1', `1 ${value} 0 1 1`)).toBe('NON_FINITE_VERTEX');
    expect(() => readVtp(ASCII.replace('1 0 0 1 1', '1 nan 0 1 1'))).toThrow('"part.vtp": vertex 1 has y = NaN');
  });

  test('other data sets, compressors, types, and what is no XML', () => {
    expect(change("'PolyData'", "'UnstructuredGrid'")).toBe('BAD_HEADER');
    expect(change('byte_order', "compressor='vtkLZ4DataCompressor' byte_order")).toBe('UNSUPPORTED');
    expect(change("'LittleEndian'", "'Middle'")).toBe('BAD_HEADER');
    expect(change('byte_order', "header_type='UInt16' byte_order")).toBe('BAD_HEADER');
    expect(change('Float32', 'Float16')).toBe('BAD_HEADER');
    expect(change("format='ascii'>0 0 0", "format='hex'>0 0 0")).toBe('BAD_HEADER');
    expect(change('</Points>', '</Point>')).toBe('BAD_HEADER');
    expect(change('<Points>', '<Points')).toBe('BAD_HEADER');
    expect(change('<PointData>', '<PointData>x')).toBe('BAD_HEADER');
    expect(change("<DataArray type='String'", "<DataArray/>x type='String'")).toBe('BAD_HEADER');
    expect(refusal(() => readVtp('solid stl'))).toBe('BAD_HEADER');
    expect(refusal(() => readVtp(''))).toBe('TRUNCATED');
  });

  test('LZ4 and LZMA name the option of the writer that changes it; a VTI is not called a PLY', async () => {
    for (const name of ['LZ4', 'LZMA']) {
      const read = () => readVtp(ASCII.replace('byte_order', `compressor='vtk${name}DataCompressor' byte_order`));
      expect(refusal(read)).toBe('UNSUPPORTED');
      expect(read).toThrow(new RegExp(`compressed by ${name},.*SetCompressorTypeToZLib\\(\\)`));
    }
    const volume = (text: string) => readSurfaceFromVolume(bytesOf(text), 'vti', 0);
    const damaged = "<VTKFile type='ImageData' byte_order='Middle'><ImageData/></VTKFile>";
    await expect(volume(damaged)).rejects.toThrow('save the volume again, or as a NRRD');
    await expect(volume(ASCII)).rejects.toThrow('it is a mesh: name it .vtp');
  });

  test('a second file, text behind the root, a doubled attribute, no _ before the data', () => {
    expect(refusal(() => readVtp(ASCII + ASCII))).toBe('BAD_TOKEN');
    expect(refusal(() => readVtp(`${ASCII}\nend`))).toBe('BAD_TOKEN');
    expect(readVtp(`${ASCII}\n<!-- end --> <?end?>\n`)).toEqual(readVtp(ASCII));
    expect(change("NumberOfPolys='2'", "NumberOfPolys='2' NumberOfPolys='1'")).toBe('BAD_HEADER');
    const raw = VTP_STORAGES.find(({ format }) => format === 'appended-raw')!;
    const bytes = Buffer.from(vtpBytes(awkwardMesh(2, Float32Array), { kind: 'Polys', lists: [[0, 1, 2]] }, raw));
    expect(refusal(() => readVtp(new Uint8Array(Buffer.concat([bytes, bytes]))))).toBe('BAD_TOKEN');
    bytes[bytes.indexOf('\n_') + 1] = 120;
    expect(refusal(() => readVtp(new Uint8Array(bytes)))).toBe('BAD_TOKEN');
  });

  test('a compressed block whose bytes were changed', () => {
    const mesh = awkwardMesh(21, Float64Array);
    const way = { ...VTP_STORAGES[0], format: 'appended-raw', zlib: true } as const;
    const bytes = vtpBytes(mesh, { kind: 'Polys', lists: [[0, 1, 2]] }, way);
    const end = Buffer.from(bytes).indexOf('\n</AppendedData>');
    const whole = readVtp(bytes);
    let refused = 0;
    for (let at = end - 40; at < end; at++) {
      const copy = bytes.slice();
      copy[at] ^= 4;
      const outcome = attempt(() => readVtp(copy));
      // A bit that pads a block to a whole byte carries nothing.
      if (outcome === 'read') expect(readVtp(copy)).toEqual(whole);
      else refused++;
    }
    expect(refused).toBeGreaterThan(30);
  });
});
