// The anatomical frame of a mesh in its file: written, read back, read as 3D Slicer writes it, and unknown where
// nothing is said.

import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { box } from '../../datasets/index.ts';
import { readMesh, writeMesh } from '../../lib/index.ts';
import { type MeshFormat, readSurfaceFromVolume } from '../../lib/io/index.ts';
import { ballVolume, bytesOf, niftiBytes, vtiText } from '../harness/io-volumes.ts';

const body = box({ size: 4 });
const FORMATS: readonly MeshFormat[] = ['stl', 'ply', 'obj', 'vtp', 'vtk'];

describe.each(FORMATS)('%s', (format) => {
  test.each(['RAS', 'LPS'] as const)('%s comes back, the surface as without', (frame) => {
    const bytes = writeMesh({ ...body, frame }, format);
    const { frame: told, ...mesh } = readMesh(bytes, format);
    expect(told).toBe(frame);
    expect(mesh).toEqual(readMesh(writeMesh(body, format), format));
  });
  test('a mesh that tells none writes none', () => {
    const bytes = writeMesh(body, format);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('SPACE');
    expect('frame' in readMesh(bytes, format)).toBe(false);
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
  ['the words behind the head of an OBJ', 'obj', text([...obj, '# SPACE=LPS']), undefined],
  ['another word', 'ply', ply('comment SPACE=LPSX'), undefined],
  ['a frame that is neither', 'ply', ply('comment SPACE=LAS'), undefined],
])('%s', (_what, format, bytes, frame) => {
  expect(readMesh(bytes, format).frame).toBe(frame);
});

test('a volume tells it where its header does: NIfTI by sform or qform, VTI never', async () => {
  const plan = ballVolume(10, 0);
  const frameOf = async (bytes: Uint8Array, format: 'nii' | 'vti') =>
    (await readSurfaceFromVolume(bytes, format, 0)).frame;
  expect(await frameOf(niftiBytes(plan), 'nii')).toBe('RAS');
  expect(await frameOf(niftiBytes(plan, { frameFrom: 'qform', quaternion: [0, 0, 0, 1] }), 'nii')).toBe('RAS');
  expect(await frameOf(niftiBytes(plan, { frameFrom: 'pixdim' }), 'nii')).toBeUndefined();
  expect(await frameOf(bytesOf(vtiText(plan)), 'vti')).toBeUndefined();
});
