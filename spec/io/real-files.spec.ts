// Real anatomy and tools outside the project: counts as their readme gives them, and surfaces of CT volumes against
// their meshes.

import { describe, expect } from '@jest/globals';
import { loadMesh, loadSurfaceFromVolume } from '#io';
import { boundsOf, largestPiece, signedVolume, unpairedEdges } from '#harness/io-meshes.ts';
import { testWithData } from '#harness/real-data.ts';
import { inDeep, inLong } from '#harness/sets.ts';

/** Faces from the readme; vertices of closed skulls of genus 179 by Euler: V = F/2 + 2 − 2·179. */
const COUNTS: readonly (readonly [string, number, number?])[] = [
  ['skull-ct/skull-ct-0010k.ply', 9998, 9998 / 2 - 356],
  ['skull-ct/skull-ct-0050k.ply', 49998, 49998 / 2 - 356],
  ['skull-ct/skull-ct-0200k.ply', 199998, 199998 / 2 - 356],
  ['skull-ct/skull-ct-0500k.ply', 499998, 499998 / 2 - 356],
  ['skull-ct/skull-ct-0050k.stl', 49998, 49998 / 2 - 356],
  ['skull-solid/skull-solid-10k.ply', 10312],
  ['skull-solid/skull-solid-100k.ply', 100002],
  ['headsq/headsq-bone-77k.ply', 77270],
  ['tools/ycb-power-drill.ply', 15728],
  ['tools/chai3d-dental-drill.ply', 514],
  ['ground-truth/env.obj', 2180, 6540],
  ['ground-truth/rob.obj', 216, 648],
];

describe('counts', () => {
  for (const [file, faces, vertices] of COUNTS)
    (faces > 50_000 ? inLong : inDeep)(() =>
      testWithData([file], `${faces} faces`, async (path) => {
        const mesh = await loadMesh(path);
        expect(mesh.faces.length / 3).toBe(faces);
        if (vertices !== undefined) expect(mesh.positions.length / 3).toBe(vertices);
        if (!file.endsWith('.obj')) {
          expect(unpairedEdges(mesh)).toBe(0);
          expect(signedVolume(mesh)).toBeGreaterThan(0);
        }
      }),
    );
});

testWithData(
  ['skull-ct/skull-ct-0050k.ply', 'skull-ct/skull-ct-0050k.stl'],
  'the welded STL is the PLY, face by face',
  async (plyPath, stlPath) => {
    const [ply, stl] = [await loadMesh(plyPath), await loadMesh(stlPath)];
    expect(stl.faces.length).toBe(ply.faces.length);
    let differing = 0;
    for (let i = 0; i < 3 * ply.faces.length; i++) {
      const [corner, axis] = [Math.floor(i / 3), i % 3];
      if (stl.positions[3 * stl.faces[corner] + axis] !== ply.positions[3 * ply.faces[corner] + axis]) differing++;
    }
    expect(differing).toBe(0);
    expect(stl.positions.length).toBe(ply.positions.length);
  },
);

testWithData(
  ['skull-ct/cranium-half.nii.gz', 'skull-ct/skull-ct-0050k.ply'],
  'the largest bone of the NIfTI volume, turned from RAS to LPS, lies where the mesh is',
  async (volumePath, meshPath) => {
    const surface = await loadSurfaceFromVolume(volumePath, 225.5);
    const lps = surface.positions.map((value, i) => (i % 3 === 2 ? value : -value));
    const found = boundsOf(lps, largestPiece(surface));
    const expected = boundsOf((await loadMesh(meshPath)).positions);
    // The mesh came from every sample, this volume holds every second one: 1.914 × 1.914 × 3 mm.
    for (const [i, bound] of expected.entries()) expect(Math.abs(found[i] - bound)).toBeLessThan(3);
    expect(signedVolume(surface)).toBeGreaterThan(0);
  },
);

testWithData(
  ['headsq/headsq.vti', 'headsq/headsq-bone-77k.ply'],
  'the surface of the VTI volume has the extent of the mesh that was made from it',
  async (volumePath, meshPath) => {
    const surface = await loadSurfaceFromVolume(volumePath, 1150.37);
    const found = boundsOf(surface.positions);
    const expected = boundsOf((await loadMesh(meshPath)).positions);
    // The mesh's origin is two voxels (6.4, 6.4, 3 mm) off, and it is capped up to a voxel beyond the first and last
    // slice.
    for (const [i, bound] of expected.entries())
      expect(Math.abs(found[i] - bound + [6.4, 6.4, 3][i % 3])).toBeLessThan(i % 3 === 2 ? 1.5 : 1e-3);
    expect(signedVolume(surface)).toBeGreaterThan(0);
  },
);
