// Components face by face, surfaces of some faces, and the vertices where a surface is not manifold: against plain
// counts and inspectMesh.

import { describe, expect, test } from '@jest/globals';
import { createMesh, faceComponents, inspectMesh, keptFaces, nonManifoldVertices, weldVertices } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { box, strip, tetrahedron, torus } from './bodies.ts';

describe('faceComponents', () => {
  test('as inspectMesh counts them; neighbours share a number, in the order of first faces (seed 4)', () => {
    const random = mulberry32(4);
    let several = 0;
    for (let trial = 0; trial < longRun(40, 10); trial++) {
      const vertices = 10 + Math.floor(60 * random());
      const faces = Uint32Array.from({ length: 3 * (5 + Math.floor(20 * random())) }, () =>
        Math.floor(vertices * random()),
      );
      const { count, of } = faceComponents(faces, vertices);
      const positions = Array.from({ length: 3 * vertices }, (_, i) => i);
      expect(count).toBe(inspectMesh(createMesh(positions, faces)).components);
      let next = 0;
      for (const component of of) {
        expect(component).toBeLessThanOrEqual(next);
        if (component === next) next++;
      }
      expect(next).toBe(count);
      for (let i = 0; i < faces.length; i++)
        for (let j = 0; j < i; j++)
          if (faces[i] === faces[j]) expect(of[Math.floor(i / 3)]).toBe(of[Math.floor(j / 3)]);
      if (count > 1) several++;
    }
    expect(several).toBeGreaterThan(longRun(10, 2));
  });
});

test.each([Float32Array, Float64Array])(
  'keptFaces, %p: order and coordinates kept, vertices that only others use gone',
  (Storage) => {
    const { positions, faces } = box(3, 4, 5);
    const stored = Storage.from([9, 9, 9, ...positions]);
    const shifted = Uint32Array.from(faces, (v) => v + 1);
    const kept = keptFaces(stored, shifted, (face) => face % 3 === 1);
    expect(kept.positions).toBeInstanceOf(Storage);
    const corner = (p: ArrayLike<number>, v: number) => [p[3 * v], p[3 * v + 1], p[3 * v + 2]];
    const wanted = Array.from(
      shifted.filter((_, i) => Math.floor(i / 3) % 3 === 1),
      (v) => corner(stored, v),
    );
    expect(Array.from(kept.faces, (v) => corner(kept.positions, v))).toEqual(wanted);
    expect(new Set(kept.faces).size).toBe(kept.positions.length / 3);
    expect([...new Set(kept.faces)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: kept.positions.length / 3 }, (_, i) => i),
    );
    const none = keptFaces(stored, shifted, () => false);
    expect([none.positions.length, none.faces.length]).toEqual([0, 0]);
  },
);

describe('nonManifoldVertices', () => {
  const find = (faces: readonly number[], vertices: number) => nonManifoldVertices(Uint32Array.from(faces), vertices);
  test('none in closed bodies and open strips', () => {
    for (const body of [tetrahedron, box(1, 2, 3), torus(5, 7, 4, 1), strip(6, 'open'), strip(6, 'moebius')])
      expect(find(body.faces, body.positions.length / 3)).toEqual([]);
  });
  test('the corner that two bodies share, and both ends of a crowded edge', () => {
    const two = [...tetrahedron.faces, ...tetrahedron.faces.map((v) => (v === 0 ? 0 : v + 3))];
    expect(find(two, 7)).toEqual([0]);
    expect(find([0, 1, 2, 1, 0, 3, 0, 1, 4], 5)).toEqual([0, 1]);
    expect(find([0, 1, 2, 1, 0, 3, 0, 0, 1], 5)).toEqual([]);
  });
  test('there are some exactly where inspectMesh says that the surface is not manifold (seed 9)', () => {
    const random = mulberry32(9);
    let manifold = 0;
    for (let trial = 0; trial < longRun(300, 80); trial++) {
      const count = 2 + Math.floor(5 * random());
      const faces = Array.from({ length: 3 * count }, () => Math.floor(9 * random()));
      const positions = Array.from({ length: 27 }, (_, i) => (i * i) % 31);
      const welded = weldVertices(Float64Array.from(positions));
      const found = find(
        faces.map((v) => welded[v]),
        9,
      );
      expect(found.length === 0).toBe(inspectMesh(createMesh(positions, faces)).manifold);
      if (found.length === 0) manifold++;
    }
    expect(manifold).toBeGreaterThan(longRun(50, 13));
    expect(manifold).toBeLessThan(longRun(250, 67));
  });
});
