// Small files from outside the project that once went wrong: each gives what its readme says.

import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { loadMesh, loadVolume } from '#io';
import { signedVolume, unpairedEdges } from '#harness/io-meshes.ts';
import { testWithData } from '#harness/real-data.ts';

testWithData(['cases/obj_bom_silent.obj'], 'the first vertex counts: 10³/6 mm³', async (path) => {
  const mesh = await loadMesh(path);
  expect(mesh.positions.length).toBe(15);
  expect(signedVolume(mesh)).toBeCloseTo(1000 / 6, 9);
});

testWithData(['cases/slicer_default_lps.vtp'], 'its frame is LPS', async (path) => {
  const mesh = await loadMesh(path);
  expect(mesh.frame).toBe('LPS');
  expect([mesh.positions.length / 3, mesh.faces.length / 3]).toEqual([50, 96]);
  expect(unpairedEdges(mesh)).toBe(0);
});

testWithData(['cases/vtk_visit_field.vtk'], 'the field is stepped over: one tetrahedron of 10³/6 mm³', async (path) => {
  const mesh = await loadMesh(path);
  expect(unpairedEdges(mesh)).toBe(0);
  expect(Math.abs(signedVolume(mesh))).toBeCloseTo(1000 / 6, 9);
});

testWithData(['cases/nii_slope_nan.nii'], 'slope and intercept of NaN: the values are those stored', async (path) => {
  const { volume } = await loadVolume(path);
  const file = readFileSync(path);
  const [code, start] = [file.readInt16LE(70), file.readFloatLE(108)];
  expect([file.readFloatLE(112), file.readFloatLE(116)]).toEqual([Number.NaN, Number.NaN]);
  const stored = Array.from(volume.values, (_, i) =>
    code === 4 ? file.readInt16LE(start + 2 * i) : file.readFloatLE(start + 4 * i),
  );
  expect([4, 16]).toContain(code);
  expect(Array.from(volume.values)).toEqual(stored);
});
