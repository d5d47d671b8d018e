// A mesh file → its defects, and the contacts of a burr at its highest vertex.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDetector, createMesh, inspectMesh, KerfError, loadMesh, writeMesh } from 'kerf';
import { sphere, sphericalBurr } from 'kerf/datasets';

/** A sphere without its first face, written to a file and read back. */
async function ourMesh() {
  const { positions, faces } = sphere({ radius: 20, subdivisions: 4 });
  const folder = await mkdtemp(join(tmpdir(), 'kerf-'));
  const file = join(folder, 'sphere.stl');
  await writeFile(file, writeMesh(createMesh(positions, faces.slice(3)), 'stl'));
  return loadMesh(file).finally(() => rm(folder, { recursive: true }));
}

function oddities(mesh) {
  const { boundaryEdges, oriented, manifold, volume, components, degenerateFaces, duplicateFaces } = inspectMesh(mesh);
  return [
    boundaryEdges > 0 && `open, with boundary edges: ${boundaryEdges}`,
    !oriented && 'not oriented: neighbouring faces disagree on which side is out',
    !manifold && 'not manifold: an edge with more than two faces, or a vertex where parts only touch',
    volume < 0 && 'inside out: its volume is negative',
    components > 1 && `separate parts: ${components}`,
    degenerateFaces > 0 && `faces without area: ${degenerateFaces}`,
    duplicateFaces > 0 && `duplicate faces: ${duplicateFaces}`,
  ].filter(Boolean);
}

const said = (point) => point.map((value) => Number(value.toPrecision(6))).join(' ');

try {
  const bone = process.argv[2] === undefined ? await ourMesh() : await loadMesh(process.argv[2]);
  const { faceCount, bounds } = inspectMesh(bone);
  console.log(`${bone.name}: ${faceCount} faces from ${said(bounds.min)} to ${said(bounds.max)} mm`);
  for (const oddity of oddities(bone)) console.log(`odd: ${oddity}`);

  // The burr's lowest point goes 0.5 mm below the highest vertex.
  const { positions, faces } = bone;
  const top = 3 * faces.reduce((best, v) => (positions[3 * v + 2] > positions[3 * best + 2] ? v : best));
  const place = [positions[top], positions[top + 1], positions[top + 2] + 2.5 - 0.5];
  const tool = sphericalBurr({ diameter: 5 });
  const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 0.5, backend: 'cpu' });
  const report = detector.detectSync([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1]);
  const pairs = report.intersectingFaces.length / 2;
  const sign = report.signed.tool ? 'signed' : 'not signed, as the mesh has no inside';
  console.log(`a burr at its top: ${report.state}, ${pairs} pairs of faces, ${report.contacts.length} contacts`);
  console.log(`distances of the burr to the mesh: ${sign}`);
  detector.dispose();
} catch (error) {
  if (!(error instanceof KerfError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
