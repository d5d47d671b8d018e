// Each pair of the mesh corpus as files of every format, through vtk.js's and three's data and back: the report of what
// was read directly, byte for byte.

import { afterAll, expect, test } from '@jest/globals';
import { meshCorpus } from '#datasets';
import { reportHash } from '#harness/report-bytes.ts';
import { MESH_FORMATS, readMesh, writeMesh } from '#io';
import { createDetectorSync, createMesh, type TriangleMesh } from '#kerf';
import { geometryFromMesh, meshFromGeometry } from '#three';
import { meshFromPolyData, vtkKerfReader } from '#vtk';

const counted = { vtk: 0, three: 0, contacts: 0, dropped: 0 };

/** The bytes of a report at the pair's pose. */
function reportOf(bone: TriangleMesh, tool: TriangleMesh, pose: ArrayLike<number>): string {
  const size = Math.max(...bone.positions.map(Math.abs), ...tool.positions.map(Math.abs));
  const detector = createDetectorSync({ bone, tool, contactDistance: size / 100, resolution: size });
  const report = detector.detectSync(pose);
  detector.dispose();
  counted.contacts += report.contacts.length;
  return reportHash(report);
}

test.each(meshCorpus().map((pair, i) => [`${i}: ${pair.name}`, pair] as const))('%s', (_, { bone, tool, pose }) => {
  for (const format of MESH_FORMATS) {
    const files = [bone, tool].map((mesh) => writeMesh(mesh, format));
    const read = files.map((bytes) => readMesh(bytes, format, { name: 'body' }));
    const converted = files.map((bytes) => {
      const reader = vtkKerfReader.newInstance({ format });
      reader.parseAsArrayBuffer(bytes);
      return meshFromPolyData(reader.getOutputData(0), { name: 'body' }).mesh;
    });
    for (const [k, { positions, faces }] of converted.entries()) {
      expect(positions).toEqual(read[k].positions);
      expect(faces).toEqual(read[k].faces);
    }
    expect(reportOf(converted[0], converted[1], pose)).toBe(reportOf(read[0], read[1], pose));
    counted.vtk++;
  }

  // three draws single precision.
  const single = [bone, tool].map(({ positions, faces, name }) =>
    createMesh(Float32Array.from(positions), faces, { name }),
  );
  const drawn = [bone, tool].map((mesh) => meshFromGeometry(geometryFromMesh(mesh)));
  for (const [k, { mesh, triangles, dropped }] of drawn.entries()) {
    expect(triangles.length + dropped).toBe(single[k].faces.length / 3);
    expect(mesh.positions).toEqual(single[k].positions);
  }
  counted.dropped += drawn[0].dropped + drawn[1].dropped;
  if (drawn[0].dropped + drawn[1].dropped > 0) return;
  expect(reportOf(drawn[0].mesh, drawn[1].mesh, pose)).toBe(reportOf(single[0], single[1], pose));
  counted.three++;
});

afterAll(() => {
  console.log(JSON.stringify(counted));
  expect(counted.vtk).toBe(MESH_FORMATS.length * meshCorpus().length);
  // Corners that f32 makes one leave no face in two of the pairs.
  expect(counted.three).toBeGreaterThan(0.9 * meshCorpus().length);
  expect(counted.contacts).toBeGreaterThan(10_000);
});
