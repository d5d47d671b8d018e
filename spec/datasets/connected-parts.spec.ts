// A mesh → its connected surfaces: the phantom → cranium, mandible; several bodies in one mesh → each unchanged.

import { describe, expect, test } from '@jest/globals';
import { box, connectedParts, sphere } from '#datasets';
import { createMesh, inspectMesh, type TriangleMesh } from '#kerf';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 1_520;

/** The corners of each face, in the order of the faces. */
const cornersOf = ({ positions, faces }: TriangleMesh) =>
  Array.from({ length: faces.length / 3 }, (_, face) =>
    [0, 1, 2].flatMap((k) => [...positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3)]).join(),
  );

describe('connected parts', () => {
  inDeep(() =>
    test('of the skull phantom are cranium and mandible, closed, with all of its faces', () => {
      const skull = phantom(5_000);
      const parts = connectedParts(skull);
      expect(parts.map((part) => inspectMesh(part))).toEqual([
        expect.objectContaining({ closed: true, oriented: true, manifold: true, components: 1 }),
        expect.objectContaining({ closed: true, oriented: true, manifold: true, components: 1 }),
      ]);
      expect(parts[0].faces.length).toBeGreaterThan(parts[1].faces.length);
      const all = cornersOf(skull);
      for (const part of parts) {
        const own = new Set(cornersOf(part));
        expect(cornersOf(part)).toEqual(all.filter((face) => own.has(face)));
      }
      expect(parts.flatMap(cornersOf).sort()).toEqual(all.sort());
      const volume = (mesh: TriangleMesh) => inspectMesh(mesh).volume;
      expect(volume(parts[0]) + volume(parts[1])).toBeCloseTo(volume(skull), 6);
    }),
  );

  test(`of bodies whose faces are mixed are the bodies, largest first, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const bodies = [box({ size: 2 }), sphere({ radius: 1, subdivisions: 2 }), sphere({ radius: 3, subdivisions: 1 })];
    const positions = bodies.flatMap((body) => [...body.positions]);
    let first = 0;
    const faces = bodies
      .flatMap((body) => {
        const own = Array.from({ length: body.faces.length / 3 }, (_, face) =>
          [...body.faces.subarray(3 * face, 3 * face + 3)].map((corner) => first + corner),
        );
        first += body.positions.length / 3;
        return own;
      })
      .map((face) => ({ face, key: random() }))
      .sort((a, b) => a.key - b.key)
      .flatMap(({ face }) => face);
    const parts = connectedParts(createMesh(positions, faces));
    const expected = bodies.toSorted((a, b) => b.faces.length - a.faces.length);
    expect(parts.map((part) => cornersOf(part).sort())).toEqual(expected.map((body) => cornersOf(body).sort()));
  });

  test('have the frame of the whole', () => {
    const { positions, faces } = box({ size: 2 });
    const [part] = connectedParts(createMesh(positions, faces, { name: 'block', frame: 'LPS' }));
    expect([part.name, part.frame]).toEqual(['block', 'LPS']);
  });

  test('of one body is that body', () => {
    const body = box({ size: 2, divisions: 2 });
    expect(connectedParts(body).map(cornersOf)).toEqual([cornersOf(body)]);
  });
});
