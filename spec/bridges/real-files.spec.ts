// Each mesh and volume of the real data, through vtk.js's and three's data and back: the arrays bit for bit, and the
// report of what was read directly.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { translation } from '#harness/contact-cases.ts';
import { dataFolder } from '#harness/data-folder.ts';
import { testWithData } from '#harness/real-data.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { loadVolume, type MeshFormat, readMesh } from '#io';
import { createDetectorSync, createMesh, type TriangleMesh } from '#kerf';
import { geometryFromMesh, meshFromGeometry } from '#three';
import { imageDataFromVolume, meshFromPolyData, volumeFromImageData, vtkKerfReader } from '#vtk';

const found = existsSync(dataFolder) ? readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).sort() : [];
const endingIn = (...endings: string[]) => found.filter((file) => endings.some((ending) => file.endsWith(ending)));
const meshes = endingIn('.ply', '.stl', '.obj', '.vtp', '.vtk');
const volumes = endingIn('.vti', '.nii', '.nii.gz');

/** A tool at the mesh's first corner. */
function reportAt(bone: TriangleMesh) {
  const at = 3 * bone.faces[0];
  const [x, y, z] = bone.positions.subarray(at, at + 3);
  const detector = createDetectorSync({ bone, tool: box({ size: [6, 5, 4] }), contactDistance: 0.5, resolution: 2 });
  const report = detector.detectSync(translation(x, y, z));
  detector.dispose();
  return report;
}

const cornersOf = ({ positions, faces }: TriangleMesh, chosen?: Uint32Array) => {
  const count = chosen?.length ?? faces.length / 3;
  const corners = new Float64Array(9 * count);
  for (let i = 0; i < corners.length; i++) {
    const face = chosen === undefined ? Math.floor(i / 9) : chosen[Math.floor(i / 9)];
    corners[i] = positions[3 * faces[3 * face + (Math.floor(i / 3) % 3)] + (i % 3)];
  }
  return corners;
};

for (const file of meshes.length > 0 ? meshes : ['skull-ct'])
  testWithData([file], 'a mesh through vtkKerfReader and through a BufferGeometry', async (path) => {
    const format = extname(path).slice(1) as MeshFormat;
    const bytes = readFileSync(path);
    const expected = readMesh(bytes, format);
    const report = reportAt(expected);
    expect(report.contacts.length).toBeGreaterThan(0);
    const reader = vtkKerfReader.newInstance({ format });
    reader.parseAsArrayBuffer(bytes);
    const { mesh, skipped } = meshFromPolyData(reader.getOutputData(0), { name: expected.name });
    expect(skipped).toEqual({ verts: 0, lines: 0 });
    expect(mesh.positions.constructor).toBe(expected.positions.constructor);
    expect(Buffer.from(mesh.positions.buffer).equals(Buffer.from(expected.positions.buffer))).toBe(true);
    expect(Buffer.from(mesh.faces.buffer).equals(Buffer.from(expected.faces.buffer))).toBe(true);
    expect(reportHash(reportAt(mesh))).toBe(reportHash(report));

    // three draws single precision.
    const single = createMesh(Float32Array.from(expected.positions), expected.faces, { name: expected.name });
    const drawn = meshFromGeometry(geometryFromMesh(expected));
    expect(drawn.triangles.length + drawn.dropped).toBe(expected.faces.length / 3);
    expect(
      Buffer.from(cornersOf(drawn.mesh).buffer).equals(Buffer.from(cornersOf(single, drawn.triangles).buffer)),
    ).toBe(true);
    if (drawn.dropped === 0) expect(reportHash(reportAt(drawn.mesh))).toBe(reportHash(reportAt(single)));
  });

for (const file of volumes.length > 0 ? volumes : ['headsq'])
  testWithData([file], 'a volume through a vtkImageData', async (path) => {
    const { volume } = await loadVolume(path);
    const back = volumeFromImageData(imageDataFromVolume(volume));
    expect(back.dimensions).toEqual([...volume.dimensions]);
    expect(back.values).toBe(volume.values);
    // Directions are columns divided by their lengths, and back: one rounding each.
    const largest = Math.max(...volume.indexToWorld.map(Math.abs));
    for (const [k, entry] of volume.indexToWorld.entries())
      expect(Math.abs(back.indexToWorld[k] - entry)).toBeLessThanOrEqual(4 * 2 ** -53 * largest);
  });

test('the folder of real data that was looked through has meshes and volumes, or is outside of reach', () =>
  expect([meshes.length > 0, volumes.length > 0]).toEqual([existsSync(dataFolder), existsSync(dataFolder)]));
