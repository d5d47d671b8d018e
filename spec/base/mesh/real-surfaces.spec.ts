// Real anatomy and tools, kept outside the project: found through KERF_DATA or ../shared/data; missing files are named.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { inspectMesh, SurfaceTopology, type TriangleMesh } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';

function testWith(file: string, say: string, run: (bytes: Buffer) => void): void {
  testWithData([file], say, async (path) => run(readFileSync(path)));
}

/** Binary little-endian PLY with float x y z and triangles, as all files there are. */
function readPlainPly(bytes: Buffer, name: string): TriangleMesh {
  const end = bytes.indexOf('end_header\n') + 'end_header\n'.length;
  const header = bytes.toString('latin1', 0, end);
  const count = (element: string): number => Number(header.match(new RegExp(`element ${element} (\\d+)`))![1]);
  const [vertexCount, faceCount] = [count('vertex'), count('face')];
  expect(bytes.length).toBe(end + 12 * vertexCount + 13 * faceCount);
  const positions = Float32Array.from({ length: 3 * vertexCount }, (_, i) => bytes.readFloatLE(end + 4 * i));
  const faces = new Uint32Array(3 * faceCount);
  for (let f = 0; f < faceCount; f++)
    for (let k = 0; k < 3; k++) faces[3 * f + k] = bytes.readUInt32LE(end + 12 * vertexCount + 13 * f + 1 + 4 * k);
  return { positions, faces, name };
}

/** Lines `v x y z` and `f a b c`, corners counted from 1. */
function readPlainObj(bytes: Buffer, name: string): TriangleMesh {
  const lines = bytes.toString('latin1').split(/\r?\n/);
  const numbers = (mark: string): number[] =>
    lines
      .filter((line) => line.startsWith(`${mark} `))
      .flatMap((line) => line.trim().split(/\s+/).slice(1).map(Number));
  return { positions: Float64Array.from(numbers('v')), faces: Uint32Array.from(numbers('f'), (v) => v - 1), name };
}

/** Euler's V - E + F over used vertices: 2·(components) - 2·(sum of genera) on a closed manifold. */
function eulerCharacteristic(mesh: TriangleMesh): number {
  const faceCount = mesh.faces.length / 3;
  return new Set(mesh.faces).size - (3 * faceCount) / 2 + faceCount;
}

describe('real surfaces are what their readme says', () => {
  for (const [file, faceCount] of [
    ['skull-ct/skull-ct-0010k.ply', 9998],
    ['skull-ct/skull-ct-0050k.ply', 49998],
    ['skull-ct/skull-ct-0200k.ply', 199998],
    ['skull-ct/skull-ct-0500k.ply', 499998],
  ].slice(0, longRun(4, 2)) as [string, number][])
    testWith(file, 'is one closed, oriented piece of genus 179, 140×199×157 mm', (bytes) => {
      const mesh = readPlainPly(bytes, file);
      const found = inspectMesh(mesh);
      expect(found).toMatchObject({ closed: true, oriented: true, components: 1, boundaryEdges: 0, faceCount });
      expect(eulerCharacteristic(mesh)).toBe(2 - 2 * 179);
      const size = found.bounds.max.map((high, axis) => high - found.bounds.min[axis]);
      for (const [axis, expected] of [140, 199, 157].entries()) expect(Math.abs(size[axis] - expected)).toBeLessThan(2);
      const box = size[0] * size[1] * size[2];
      expect(found.volume).toBeGreaterThan(0.05 * box);
      expect(found.volume).toBeLessThan(0.5 * box);
      const topology = new SurfaceTopology(mesh.positions, mesh.faces);
      expect(topology.signed).toBe(true);
      expect(topology.representatives()).toHaveLength(1);
    });

  for (const [file, faceCount] of [
    ['skull-solid/skull-solid-10k.ply', 10312],
    ['skull-solid/skull-solid-100k.ply', 100002],
    ['headsq/headsq-bone-77k.ply', 77270],
    ['tools/ycb-power-drill.ply', 15728],
    ['tools/chai3d-dental-drill.ply', 514],
    ['skull-bones/frontal-bone.ply', null],
    ['skull-bones/mandible-bone.ply', null],
    ['skull-bones/parietal-bone-l.ply', null],
    ['skull-bones/parietal-bone-r.ply', null],
    ['skull-bones/temporal-bone-r.ply', null],
  ] as const)
    testWith(file, 'is closed and oriented', (bytes) => {
      const mesh = readPlainPly(bytes, file);
      const found = inspectMesh(mesh);
      expect(found).toMatchObject({ closed: true, oriented: true, boundaryEdges: 0 });
      if (faceCount !== null) expect(found.faceCount).toBe(faceCount);
      expect(found.volume).toBeGreaterThan(0);
      const topology = new SurfaceTopology(mesh.positions, mesh.faces);
      expect(topology.signed).toBe(true);
      expect(topology.representatives()).toHaveLength(found.components);
    });

  for (const [file, faceCount, components] of [
    ['ground-truth/env.obj', 2180, 85],
    ['ground-truth/rob.obj', 216, 4],
  ] as const)
    testWith(file, `is open, in ${components} components`, (bytes) => {
      const mesh = readPlainObj(bytes, file);
      const found = inspectMesh(mesh);
      expect(found).toMatchObject({ faceCount, vertexCount: 3 * faceCount, closed: false, components });
      expect(found.boundaryEdges).toBeGreaterThan(0);
      expect(found.volume).toBeNaN();
      const topology = new SurfaceTopology(mesh.positions, mesh.faces);
      expect(topology.signed).toBe(false);
      expect(topology.boundaryEdges).toBe(found.boundaryEdges);
      expect(topology.representatives()).toHaveLength(components);
    });
});
