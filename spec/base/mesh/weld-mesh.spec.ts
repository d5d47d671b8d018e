// weldMesh against its definition by brute force; what it keeps, moves, drops and refuses.

import { describe, expect, test } from '@jest/globals';
import { type KerfError, vectorLength } from '#core';
import { box, sphere } from '#datasets';
import { createMesh, inspectMesh, type TriangleMesh, weldMesh, weldVertices } from '#mesh';
import { mulberry32 } from '#harness/random.ts';

const distance = (P: ArrayLike<number>, v: number, w: number) =>
  vectorLength(P[3 * v] - P[3 * w], P[3 * v + 1] - P[3 * w + 1], P[3 * v + 2] - P[3 * w + 2]);

/** For each vertex the first kept one within the tolerance, each compared with each. */
function weldPlainly(P: ArrayLike<number>, tolerance: number): number[] {
  const kept: number[] = [];
  return Array.from({ length: P.length / 3 }, (_, v) => {
    const found = kept.find((w) => distance(P, v, w) <= tolerance);
    if (found === undefined) kept.push(v);
    return found ?? v;
  });
}

/** Each vertex is a corner of some face, so that vertexNumbers and faces can be compared with all of them. */
function soupOf(positions: Float32Array | Float64Array): TriangleMesh {
  const count = positions.length / 3;
  return createMesh(
    positions,
    Uint32Array.from({ length: 3 * count }, (_, i) => (Math.floor(i / 3) + (i % 3)) % count),
  );
}

/** The surface with own vertices for each face, each moved by less than `jitter` along each axis. */
function apart({ positions, faces }: TriangleMesh, jitter: number, random: () => number): TriangleMesh {
  const corners = Float64Array.from({ length: 3 * faces.length }, (_, i) => {
    const x = positions[3 * faces[Math.floor(i / 3)] + (i % 3)];
    return x + (2 * random() - 1) * jitter;
  });
  return createMesh(
    corners,
    faces.map((_, i) => i),
  );
}

const refusal = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    return (error as KerfError).code;
  }
  return 'accepted';
};

describe('weldMesh', () => {
  describe.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e6],
    [1, -(2 ** 40)],
  ])('equals the definition, scale %d, %d from the origin', (scale, far) => {
    test.each([1, 2, 3])('seed %i', (seed) => {
      const random = mulberry32(seed);
      let joined = 0;
      let vertices = 0;
      for (let round = 0; round < 12; round++) {
        const count = 20 + Math.floor(100 * random());
        // Coordinates on a lattice hit cell walls and exact tolerances.
        const step = round % 3 === 0 ? 0 : 0.25;
        const positions = Float64Array.from({ length: 3 * count }, () => {
          const x = 4 * random() - 2;
          return scale * ((step === 0 ? x : Math.round(x / step) * step) + far);
        });
        const tolerance = scale * [0.25, 0.5, 0.31, 0.75, 1.1][Math.floor(5 * random())];
        const mesh = soupOf(round % 4 === 3 ? Float32Array.from(positions) : positions);
        const near = weldPlainly(mesh.positions, tolerance);
        if (new Set(near).size < 3) continue;
        const kept = [...new Set(near)];
        const given = weldMesh(mesh, tolerance);
        expect([...given.vertexNumbers]).toEqual(near.map((v) => kept.indexOf(v)));
        expect(given.welded).toBe(count - kept.length);
        expect(given.moved).toBe(Math.max(...near.map((w, v) => distance(mesh.positions, v, w))));
        expect(given.moved).toBeLessThanOrEqual(tolerance);
        expect(given.mesh.positions).toEqual(mesh.positions.filter((_, i) => kept.includes(Math.floor(i / 3))));
        const faces = Array.from({ length: count }, (_, f) =>
          [0, 1, 2].map((k) => given.vertexNumbers[mesh.faces[3 * f + k]]),
        );
        const left = faces.flatMap((corners, f) => (new Set(corners).size === 3 ? [f] : []));
        expect([...given.faceNumbers]).toEqual(left);
        expect([...given.mesh.faces]).toEqual(left.flatMap((f) => faces[f]));
        expect(given.dropped).toBe(count - left.length);
        joined += given.welded;
        vertices += count;
      }
      expect(vertices).toBeGreaterThan(300);
      if (Math.abs(far) < 1e9) {
        expect(joined / vertices).toBeGreaterThan(0.1);
        expect(joined / vertices).toBeLessThan(0.95);
      }
    });
  });

  test('tolerances far below and far above the coordinates', () => {
    const random = mulberry32(4);
    for (const [size, tolerance] of [
      [1, 2 ** -52],
      [1, Number.MIN_VALUE],
      [1e200, 1e-200],
      [1e-200, 1e-201],
      [Number.MAX_VALUE, Number.MAX_VALUE],
      [Number.MAX_VALUE, 1],
      [2 ** 60, 2 ** 8],
    ]) {
      const base = Float64Array.from({ length: 30 }, () => (2 * random() - 1) * size);
      const positions = Float64Array.from({ length: 90 }, (_, i) => base[i % 30] * (1 + Math.floor(i / 30) * 2 ** -52));
      const near = weldPlainly(positions, tolerance);
      if (new Set(near).size < 3) continue;
      const kept = [...new Set(near)];
      expect([...weldMesh(soupOf(positions), tolerance).vertexNumbers]).toEqual(near.map((v) => kept.indexOf(v)));
    }
  });

  test('0 joins equal coordinates, as weldVertices does', () => {
    const mesh = apart(box({ size: 2, divisions: 3 }), 0, Math.random);
    const first = weldVertices(mesh.positions);
    const { mesh: welded, moved, vertexNumbers } = weldMesh(mesh, 0);
    expect(moved).toBe(0);
    for (let v = 0; v < first.length; v++) expect(vertexNumbers[v]).toBe(vertexNumbers[first[v]]);
    expect(welded.positions.length / 3).toBe(new Set(first).size);
  });

  test('a chain is not followed: each joins what is within the tolerance of it', () => {
    const positions = [0, 0, 0, 0.75, 0, 0, 1.5, 0, 0, 2.25, 0, 0, 0, 9, 0, 9, 9, 0];
    const { vertexNumbers, moved } = weldMesh(createMesh(positions, [0, 4, 5, 1, 4, 5, 2, 4, 5, 3, 4, 5]), 1);
    expect([...vertexNumbers]).toEqual([0, 0, 1, 1, 2, 3]);
    expect(moved).toBe(0.75);
  });

  test('closes a surface whose faces came apart, and returns one that needs nothing', () => {
    const whole = sphere({ radius: 10, subdivisions: 4 });
    const random = mulberry32(5);
    const torn = apart(whole, 1e-7, random);
    expect(inspectMesh(torn).closed).toBe(false);
    const { mesh, welded, moved, dropped } = weldMesh(torn, 1e-6);
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1 });
    expect(mesh.positions.length).toBe(whole.positions.length);
    expect([welded, dropped]).toEqual([(torn.positions.length - whole.positions.length) / 3, 0]);
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThanOrEqual(2e-7 * Math.sqrt(3));
    expect(weldMesh(whole, 1e-6)).toMatchObject({ welded: 0, moved: 0, dropped: 0 });
    expect(weldMesh(whole, 1e-6).mesh).toBe(whole);
  });

  test('a collapsed edge takes its two faces with it, and the surface stays closed', () => {
    const whole = sphere({ radius: 10, subdivisions: 2 });
    const [a, b] = whole.faces;
    const positions = whole.positions.slice();
    for (let k = 0; k < 3; k++) positions[3 * Math.max(a, b) + k] = positions[3 * Math.min(a, b) + k] + 1e-9;
    const { mesh, welded, dropped } = weldMesh(createMesh(positions, whole.faces, { frame: 'LPS' }), 1e-8);
    expect([welded, dropped]).toEqual([1, 2]);
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true });
    expect(mesh.frame).toBe('LPS');
  });

  test('refuses a tolerance that is none, and one that leaves no face', () => {
    const mesh = box({ size: 2 });
    for (const bad of [-1, -Number.MIN_VALUE, Number.NaN, Number.POSITIVE_INFINITY, '1', undefined, null])
      expect(refusal(() => weldMesh(mesh, bad as number))).toBe('BAD_TOLERANCE');
    expect(refusal(() => weldMesh(mesh, 100))).toBe('EMPTY_MESH');
    expect(refusal(() => weldMesh({} as TriangleMesh, 1))).toBe('WRONG_TYPE');
  });
});
