// bulkMeshDistance against brute force over all pairs, ties included; isConvexSurface against the definition of the
// hull.

import { describe, expect, test } from '@jest/globals';
import {
  BulkMesh,
  bulkMeshDistance,
  isConvexSurface,
  type MeshData,
  minimumMeshDistance,
  posedPositions,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { box, inverted, joined, shifted, sphere, withoutFace } from './bodies.ts';
import { bodies, scaled } from './bulk-bodies.ts';

const small = bodies.filter(([, mesh]) => mesh.faces.length <= 3 * longRun(200, 80));

describe('the smallest distance and the first pair that has it', () => {
  const EVERY = longRun(1, 3);
  test(`as by brute force: bodies against themselves and others in steps of ${EVERY}, turned, apart and not (seed 611)`, () => {
    const random = mulberry32(611);
    let [apart, asked] = [0, 0];
    for (const [i, [name, bone]] of small.entries())
      for (const [step, [other, tool]] of small.slice(i).entries()) {
        if (step % EVERY !== 0) continue;
        const pose = rigidPose(random, 6);
        const turned = { ...tool, positions: posedPositions(tool.positions, pose) };
        const [a, b] = [new BulkMesh(bone), new BulkMesh(turned)];
        const exact = minimumMeshDistance(a.surface, b.surface);
        expect([name, other, bulkMeshDistance(a, b)]).toEqual([name, other, exact]);
        asked++;
        if (exact.distance > 0) apart++;
      }
    expect(apart / asked).toBeGreaterThan(0.3);
    expect(apart / asked).toBeLessThan(0.95);
  });

  test.each([0, 2 ** -40, 0.125, 7])('many pairs as near as each other, %d apart: the first', (gap) => {
    const grid = (z: number): MeshData => {
      const faces: number[] = [];
      const positions: number[] = [];
      for (let x = 0; x < 4; x++)
        for (let y = 0; y < 4; y++) {
          faces.push(positions.length / 3, positions.length / 3 + 1, positions.length / 3 + 2);
          positions.push(x, y, z, x + 1, y, z, x, y + 1, z);
        }
      return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
    };
    const [a, b] = [grid(0), grid(gap)].map((mesh) => new BulkMesh(mesh));
    const { distance, boneFace, toolFace } = bulkMeshDistance(a, b);
    expect([distance, boneFace, toolFace]).toEqual([gap, 0, 0]);
  });
});

describe('a convex surface', () => {
  const cube = box([-1, -1, -1], [2, 1, 1.5]);
  /** One corner moved inwards or outwards by one last place. */
  const moved = (mesh: MeshData, factor: number): MeshData => {
    const corner = [...mesh.positions.slice(0, 3)];
    const positions = Float64Array.from(mesh.positions, (value, i) => (i < 3 ? factor * corner[i] : value));
    return { positions, faces: mesh.faces };
  };
  test.each<[string, MeshData, boolean]>([
    ['a box, whose faces are in pairs in one plane', cube, true],
    ['a box at scale 1e-3', scaled(cube, 1e-3), true],
    ['a box at scale 1e3, far away', shifted(scaled(cube, 1e3), [1e5, 0, 0]), true],
    ['a sphere', sphere(2, 2), true],
    ['a sphere with a corner pulled in', moved(sphere(1), 0.7), false],
    ['an inverted box', inverted(cube), false],
    ['an open sphere', withoutFace(sphere(1), 3), false],
    ['two boxes', joined(cube, shifted(cube, [9, 0, 0])), false],
    ['a box with a cavity', joined(box([-2, -2, -2], [3, 3, 3]), inverted(cube)), false],
  ])('%s: %#', (_name, mesh, expected) => expect(isConvexSurface(mesh)).toBe(expected));

  test('one unit in the last place decides', () => {
    // A pyramid on a square of two faces, with the square's far corner moved along z by 2^-52.
    const pyramid = (z: number): MeshData => ({
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, z, 0, 1, 0, 0.5, 0.5, 1),
      faces: Uint32Array.of(0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4),
    });
    // The square is cut along 0–2: raising 2 above the plane through 0, 1, 3 makes that edge a ridge from below.
    const at = (z: number) => isConvexSurface(pyramid(z));
    expect([at(0), at(2 ** -52), at(-(2 ** -52))].sort()).toEqual([false, true, true]);
    expect(at(0)).toBe(true);
  });
});
