// refineMesh: no edge too long, the surface as it was, edges shared as before, no edge halved that need not be.

import { describe, expect, test } from '@jest/globals';
import { box, sawBlade, sphere, torus } from '#datasets';
import { createMesh, inspectMesh, MeshError, OptionError, refineMesh, type TriangleMesh } from '#kerf';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 50_006;

const lengthOf = ({ positions: A }: TriangleMesh, a: number, b: number) =>
  Math.hypot(...[0, 1, 2].map((k) => A[3 * a + k] - A[3 * b + k]));

function edgesOf({ faces }: TriangleMesh): [number, number][] {
  return Array.from(faces, (a, i) => [a, faces[i % 3 === 2 ? i - 2 : i + 1]]);
}

/** Sum of the faces' area vectors' lengths, and six times the volume that they enclose. */
function measures({ positions: A, faces }: TriangleMesh): { area: number; six: number } {
  let [area, six] = [0, 0];
  for (let at = 0; at < faces.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => A.slice(3 * faces[at + k], 3 * faces[at + k] + 3));
    const u = [0, 1, 2].map((k) => b[k] - a[k]);
    const v = [0, 1, 2].map((k) => c[k] - a[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    area += Math.hypot(...n) / 2;
    six += n[0] * a[0] + n[1] * a[1] + n[2] * a[2];
  }
  return { area, six };
}

const meshes: [string, TriangleMesh, number][] = [
  ['a box', box({ size: [6, 5, 4] }), 1],
  ['a sphere', sphere({ radius: 10, subdivisions: 2 }), 1.5],
  ['a saw', sawBlade({ targetFaces: 800 }), 3],
  ['a torus', torus({ majorRadius: 6, minorRadius: 2, segments: 12 }), 0.7],
  [
    'a box of f32',
    createMesh(Float32Array.from(box({ size: [6, 5, 4] }).positions), box({ size: [6, 5, 4] }).faces),
    0.8,
  ],
];

describe('refineMesh', () => {
  test.each(meshes)('%s: no edge too long, the same surface, closed as before', (_, mesh, edge) => {
    const fine = refineMesh(mesh, edge);
    expect(fine.faces.length).toBeGreaterThan(2 * mesh.faces.length);
    for (const [a, b] of edgesOf(fine)) expect(lengthOf(fine, a, b)).toBeLessThanOrEqual(edge * (1 + 2 ** -50));
    const [before, after] = [measures(mesh), measures(fine)];
    expect(after.area / before.area).toBeCloseTo(1, 11);
    expect(after.six / before.six).toBeCloseTo(1, 11);
    const [inspected, was] = [inspectMesh(fine), inspectMesh(mesh)];
    expect([inspected.closed, inspected.oriented]).toEqual([was.closed, was.oriented]);
    // Vertices keep their numbers and places.
    expect([...fine.positions.subarray(0, mesh.positions.length)]).toEqual([...mesh.positions]);
    expect(fine.name).toBe(mesh.name);
  });

  test(`random faces that share edges: each new vertex is the middle of an edge that was too long (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < 20; round++) {
      const positions = Float64Array.from(coordinates(random, 24, 10, 0));
      const faces = Array.from({ length: 30 }, () => Math.floor(8 * random()));
      const mesh = createMesh(positions, faces);
      const edge = 2 + 4 * random();
      const fine = refineMesh(mesh, edge);
      const known = new Set(Array.from({ length: 8 }, (_, v) => v));
      for (let v = 8; v < fine.positions.length / 3; v++) {
        const place = fine.positions.subarray(3 * v, 3 * v + 3);
        const isMiddle = [...known].some((a) =>
          [...known].some(
            (b) =>
              a < b &&
              lengthOf(fine, a, b) > edge * (1 - 2 ** -50) &&
              [0, 1, 2].every((k) => (fine.positions[3 * a + k] + fine.positions[3 * b + k]) / 2 === place[k]),
          ),
        );
        expect([v, isMiddle]).toEqual([v, true]);
        known.add(v);
      }
      // Edges as often as before: each part of an edge has as many faces as the edge had.
      for (const [a, b] of edgesOf(fine)) expect(lengthOf(fine, a, b)).toBeLessThanOrEqual(edge * (1 + 2 ** -50));
    }
  });

  test('a mesh that is fine enough comes back as it is', () => {
    const mesh = sphere({ radius: 1, subdivisions: 2 });
    const same = refineMesh(mesh, 10);
    expect([...same.positions]).toEqual([...mesh.positions]);
    expect(same.faces).toEqual(mesh.faces);
  });

  test('a long sliver is cut across, and not along', () => {
    const mesh = createMesh(Float64Array.of(0, 0, 0, 100, 0, 0, 100, 1, 0), Uint32Array.of(0, 1, 2));
    const fine = refineMesh(mesh, 2);
    // At least 50 parts along. Quartering it down to that edge makes 4^6 faces.
    expect(fine.faces.length / 3).toBeGreaterThan(50);
    expect(fine.faces.length / 3).toBeLessThan(4 ** 6 / 4);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '1', undefined])('an edge of %p is refused', (edge) => {
    expect(() => refineMesh(box({ size: 1 }), edge as number)).toThrow(OptionError);
    expect(() => refineMesh(box({ size: 1 }), edge as number)).toThrow(expect.objectContaining({ code: 'BAD_EDGE' }));
  });

  test('a mesh that is none is refused', () => expect(() => refineMesh({} as never, 1)).toThrow(MeshError));
});
