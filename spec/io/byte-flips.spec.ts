// Damaged bytes of every format → a valid mesh or a KerfError, never anything else.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { KerfError } from '#core';
import { loadSurfaceFromVolume, type MeshFormat, readMesh, readSurfaceFromVolume, writeMesh } from '#io';
import type { TriangleMesh } from '#mesh';
import { dicomSeries } from '#harness/io-dicom.ts';
import { awkwardMesh } from '#harness/io-meshes.ts';
import { nrrdBytes } from '#harness/io-nrrd.ts';
import { bytesOf, niftiBytes, type VolumePlan, vtiText } from '#harness/io-volumes.ts';
import { VTP_STORAGES, vtpBytes } from '#harness/io-vtp.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

/** Up to four bytes changed, a stretch left out or doubled, or the end cut off. */
function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(bytes.length * random());
  const length = 1 + Math.floor(8 * random());
  const kind = random();
  if (kind < 0.1) return bytes.slice(0, at);
  if (kind < 0.2) return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + length));
  if (kind < 0.3) return Uint8Array.of(...bytes.subarray(0, at + length), ...bytes.subarray(at));
  const copy = bytes.slice();
  for (let i = 0; i < 1 + Math.floor(4 * random()); i++) {
    const place = kind < 0.6 ? Math.floor(bytes.length * random()) : (at + i) % bytes.length;
    copy[place] = kind < 0.8 ? 256 * random() : bytes[place] ^ (1 << (8 * random()));
  }
  return copy;
}

function expectValid({ positions, faces }: TriangleMesh): void {
  const vertices = positions.length / 3;
  if (!positions.every(Number.isFinite)) throw new Error('a coordinate is not finite');
  if (faces.length === 0 || faces.length % 3 !== 0) throw new Error(`${faces.length} face entries`);
  if (!faces.every((vertex) => vertex < vertices)) throw new Error('a face names a vertex that is not there');
}

const small: TriangleMesh = {
  ...awkwardMesh(8, Float32Array),
  faces: Uint32Array.of(0, 1, 2, 2, 1, 3, 3, 1, 0, 0, 2, 3),
};
const mesh = { ...small, positions: Float32Array.of(0, 0, 0, 10.5, 0, 0, 0, 9.25, 0, 1, 2, 8) };
const lists = [
  [0, 1, 2],
  [2, 1, 3],
  [3, 1, 0],
  [0, 2, 3],
];
const lines = lists.map((list) => list.join(' '));
const points = ['0 0 0', '10.5 0 0', '0 9.25 0', '1 2 8'];
const asciiPly = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${points.join('\n')}\n${lines.map((line) => `3 ${line}`).join('\n')}\n`;
const asciiVtk = `# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n${points.join('\n')}\nPOLYGONS 4 16\n${lines.map((line) => `3 ${line}`).join('\n')}\n`;
const asciiStl = `solid a\n${lists.map((list) => `facet normal 0 0 1\nouter loop\n${list.map((v) => `vertex ${points[v]}\n`).join('')}endloop\nendfacet\n`).join('')}endsolid a\n`;
const vtp = (format: string, zlib: boolean) =>
  vtpBytes(mesh, { kind: 'Polys', lists }, VTP_STORAGES.find((way) => way.format === format && way.zlib === zlib)!);

/** Times that each file is damaged. */
const [MESHES, VOLUMES] = [longRun(1000, 200), longRun(500, 50)];

const CASES: readonly (readonly [string, MeshFormat, Uint8Array])[] = [
  ['binary STL', 'stl', writeMesh(mesh, 'stl')],
  ['ASCII STL', 'stl', bytesOf(asciiStl)],
  ['binary PLY', 'ply', writeMesh(mesh, 'ply')],
  ['ASCII PLY', 'ply', bytesOf(asciiPly)],
  ['OBJ', 'obj', bytesOf(`# four\n${points.map((p) => `v ${p}`).join('\n')}\nf 1 2 3 4\nf -1/1 -2/2 -3/3\n`)],
  ['BINARY VTK', 'vtk', writeMesh(mesh, 'vtk')],
  ['ASCII VTK', 'vtk', bytesOf(asciiVtk)],
  ['ASCII VTP', 'vtp', vtp('ascii', false)],
  ['base64 VTP', 'vtp', vtp('binary', false)],
  ['zlib VTP', 'vtp', vtp('binary', true)],
  ['raw appended VTP', 'vtp', vtp('appended-raw', false)],
  ['raw appended zlib VTP', 'vtp', vtp('appended-raw', true)],
];

test.each(CASES)(`%s, ${MESHES} times (seed 1)`, (_, format, bytes) => {
  expectValid(readMesh(bytes, format));
  const random = mulberry32(1);
  let [read, refused] = [0, 0];
  for (let i = 0; i < MESHES; i++) {
    const bad = damaged(bytes, random);
    try {
      expectValid(readMesh(bad, format));
      read++;
    } catch (error) {
      if (!(error instanceof KerfError)) throw new Error(`damage ${i} of seed 1`, { cause: error });
      refused++;
    }
  }
  // Some damage only changes a number or a comment; some must be noticed.
  expect(read).toBeGreaterThan(longRun(10, 1));
  expect(refused).toBeGreaterThan(MESHES / 10);
});

describe('volumes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-flips-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const plan: VolumePlan = {
    dimensions: [4, 5, 3],
    frame: [1, 0, 0, 5, 0, 2, 0, 6, 0, 0, 3, 7],
    value: (x, y, z) => 5 - Math.abs(x - 6.4) - Math.abs(y - 9.9) - Math.abs(z - 9.8),
  };
  test.each([
    ['a.nii', niftiBytes(plan)],
    ['a.vti', bytesOf(vtiText(plan))],
    ['a.nrrd', nrrdBytes(plan)],
    ['text.nrrd', nrrdBytes(plan, { encoding: 'ascii' })],
    ['zipped.nrrd', nrrdBytes(plan, { encoding: 'gzip' })],
  ] as const)(`%s, ${VOLUMES} times (seed 2)`, async (name, bytes) => {
    const random = mulberry32(2);
    let [read, refused] = [0, 0];
    for (let i = 0; i < VOLUMES; i++) {
      const path = join(folder, name);
      writeFileSync(path, damaged(bytes, random));
      try {
        expectValid(await loadSurfaceFromVolume(path, 0.5));
        read++;
      } catch (error) {
        if (!(error instanceof KerfError)) throw new Error(`damage ${i} of seed 2`, { cause: error });
        refused++;
      }
    }
    expect(read).toBeGreaterThan(VOLUMES / 25);
    expect(refused).toBeGreaterThan(VOLUMES / 10);
  });

  test.each([
    ['explicit', {}],
    ['implicit', { syntax: '1.2.840.10008.1.2' }],
  ])(`a slice of a DICOM series, %s, ${VOLUMES} times (seed 3)`, async (_syntax, options) => {
    const random = mulberry32(3);
    const files = dicomSeries(plan, { intercept: -20, slope: 0.01, ...options });
    let [read, refused] = [0, 0];
    for (let i = 0; i < VOLUMES; i++) {
      const slice = Math.floor(files.length * random());
      const given = files.map((file, k) => (k === slice ? damaged(file, random) : file));
      try {
        expectValid(await readSurfaceFromVolume(given, 'dicom', 0.5, { onNotice: () => {} }));
        read++;
      } catch (error) {
        if (!(error instanceof KerfError)) throw new Error(`damage ${i} of seed 3`, { cause: error });
        refused++;
      }
    }
    expect(read).toBeGreaterThan(VOLUMES / 25);
    expect(refused).toBeGreaterThan(VOLUMES / 10);
  });
});
