// The anatomical frame of a mesh in its file: written, read back, read as 3D Slicer writes it, and unknown if the file
// does not give it.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createMesh, readMesh, writeMesh } from '#kerf';
import { type MeshFormat, readSurfaceFromVolume } from '#io';
import { refusal } from '#harness/io-errors.ts';
import { ballVolume, bytesOf, niftiBytes, vtiText } from '#harness/io-volumes.ts';
import { VTP_STORAGES, vtpBytes } from '#harness/io-vtp.ts';
import { partOf } from '#harness/long-run.ts';

const body = box({ size: 4 });
const triangle = createMesh(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), [0, 1, 2]);
const FORMATS: readonly MeshFormat[] = ['stl', 'ply', 'obj', 'vtp', 'vtk'];

describe.each(FORMATS)('%s', (format) => {
  test.each(['RAS', 'LPS'] as const)('%s comes back, the surface as without', (frame) => {
    const bytes = writeMesh({ ...body, frame }, format);
    const { frame: told, ...mesh } = readMesh(bytes, format);
    expect(told).toBe(frame);
    expect(mesh).toEqual(readMesh(writeMesh(body, format), format));
  });
  test('a mesh that states none writes none', () => {
    const bytes = writeMesh(body, format);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('SPACE');
    expect('frame' in readMesh(bytes, format)).toBe(false);
  });
});

describe.each(partOf(VTP_STORAGES, 9, 0))('a VTP, $format, zlib $zlib, $headerType, big endian $bigEndian', (way) => {
  const read = (type: string, values: readonly number[], name = 'SPACE') =>
    readMesh(vtpBytes(triangle, { kind: 'Polys', lists: [[0, 1, 2]] }, way, { name, type, values }), 'vtp');

  test.each(['String', 'Int8', 'UInt8', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'Float32', 'Float64'])(
    'the field SPACE of type %s names the frame',
    (type) => {
      for (const frame of ['RAS', 'LPS']) {
        const codes = Array.from(frame, (character) => character.charCodeAt(0));
        for (const values of [codes, [...codes, 0], [...codes, 0, 65, 0]]) expect(read(type, values).frame).toBe(frame);
      }
    },
  );
  test('any other field, or text, names none', () => {
    expect(read('String', [76, 80, 83, 0], 'SPICE').frame).toBeUndefined();
    expect(read('String', [76, 65, 83, 0]).frame).toBeUndefined();
    expect(read('Int32', [1]).frame).toBeUndefined();
    expect(read('String', [0]).frame).toBeUndefined();
  });
});

const text = (lines: readonly string[]) => bytesOf(`${lines.join('\n')}\n`);
const facet = [
  'facet normal 0 0 1',
  'outer loop',
  'vertex 0 0 0',
  'vertex 1 0 0',
  'vertex 0 1 0',
  'endloop',
  'endfacet',
];
const ply = (...head: string[]) =>
  text([
    ...[
      'ply',
      'format ascii 1.0',
      ...head,
      'element vertex 3',
      'property float x',
      'property float y',
      'property float z',
    ],
    ...['element face 1', 'property list uchar int vertex_indices', 'end_header', '0 0 0', '1 0 0', '0 1 0', '3 0 1 2'],
  ]);
const vtk = (title: string) =>
  text([
    '# vtk DataFile Version 4.2',
    title,
    'ASCII',
    'DATASET POLYDATA',
    'POINTS 3 float',
    '0 0 0 1 0 0 0 1 0',
    'POLYGONS 1 4',
    '3 0 1 2',
  ]);
const obj = ['v 0 0 0', 'v 1 0 0', 'v 0 1 0', 'f 1 2 3'];

const blankEnds = Buffer.from(ply('comment SPACE=RAS')).toString('latin1').replaceAll('\n', ' \n');
const vtkField = (typeAndValues: string, title = 'a title') =>
  bytesOf(
    Buffer.from(vtk(title))
      .toString('latin1')
      .replace('POINTS', `FIELD FieldData 1\nSPACE 1 1 ${typeAndValues}\nPOINTS`),
  );

test.each<[string, MeshFormat, Uint8Array]>([
  ['an STL', 'stl', text(['solid SPACE=RAS SPACE=LPS', ...facet, 'endsolid'])],
  ['a PLY', 'ply', ply('comment SPACE=RAS', 'obj_info SPACE=LPS')],
  ['an OBJ', 'obj', text(['# SPACE=LPS', '# SPACE=RAS', ...obj])],
  ['a legacy VTK, in title and field', 'vtk', vtkField('string\nLPS', 'SPACE=RAS')],
])('%s that names both frames is refused', (_what, format, bytes) => {
  expect(refusal(() => readMesh(bytes, format))).toBe('BAD_HEADER');
  expect(() => readMesh(bytes, format)).toThrow('RAS and LPS');
});

test.each<[string, MeshFormat, Uint8Array, string | undefined]>([
  ['an ASCII STL of 3D Slicer', 'stl', text(['solid 3D Slicer output. SPACE=LPS', ...facet, 'endsolid']), 'LPS'],
  ['a PLY of 3D Slicer', 'ply', ply('comment VTK generated PLY File', 'comment SPACE=RAS'), 'RAS'],
  ['an OBJ of 3D Slicer', 'obj', text(['# 3D Slicer output. SPACE=LPS', 'mtllib a.mtl', ...obj]), 'LPS'],
  ['a legacy VTK of 3D Slicer', 'vtk', vtk('3D Slicer output. SPACE=RAS'), 'RAS'],
  [
    'an STL with lines of CR LF',
    'stl',
    text(['solid SPACE=RAS\r', ...facet.map((line) => `${line}\r`), 'endsolid']),
    'RAS',
  ],
  ['an STL that begins with an empty line', 'stl', text(['', 'solid SPACE=RAS', ...facet, 'endsolid']), 'RAS'],
  ['an STL with a long name', 'stl', text([`solid ${'a'.repeat(90)} SPACE=RAS`, ...facet, 'endsolid']), 'RAS'],
  ['a PLY with blanks at the ends of lines', 'ply', bytesOf(blankEnds), 'RAS'],
  ['a PLY with a long head', 'ply', ply(...Array(2000).fill(`comment ${'a'.repeat(60)}`), 'comment SPACE=LPS'), 'LPS'],
  ['an OBJ behind the mark of UTF-8', 'obj', Uint8Array.of(0xef, 0xbb, 0xbf, ...text(['# SPACE=LPS', ...obj])), 'LPS'],
  ['an OBJ with lines of CR', 'obj', bytesOf(['# SPACE=LPS', ...obj].join('\r')), 'LPS'],
  ['a legacy VTK with a field of strings', 'vtk', vtkField('string\nLPS'), 'LPS'],
  ['a legacy VTK with a field of characters', 'vtk', vtkField('char\n76'), undefined],
  ['the words behind the head of an OBJ', 'obj', text([...obj, '# SPACE=LPS']), undefined],
  ['another word', 'ply', ply('comment SPACE=LPSX'), undefined],
  ['a frame that is neither', 'ply', ply('comment SPACE=LAS'), undefined],
])('%s', (_what, format, bytes, frame) => {
  expect(readMesh(bytes, format).frame).toBe(frame);
});

test('a volume states it if its header does: NIfTI by sform or qform, VTI never', async () => {
  const plan = ballVolume(10, 0, 7);
  const frameOf = async (bytes: Uint8Array, format: 'nii' | 'vti') =>
    (await readSurfaceFromVolume(bytes, format, 0)).frame;
  expect(await frameOf(niftiBytes(plan), 'nii')).toBe('RAS');
  expect(await frameOf(niftiBytes(plan, { frameFrom: 'qform', quaternion: [0, 0, 0, 1] }), 'nii')).toBe('RAS');
  expect(await frameOf(niftiBytes(plan, { frameFrom: 'pixdim' }), 'nii')).toBeUndefined();
  expect(await frameOf(bytesOf(vtiText(plan)), 'vti')).toBeUndefined();
});
