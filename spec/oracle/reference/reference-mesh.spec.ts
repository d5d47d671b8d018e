import { describe, expect, test } from '@jest/globals';
import { type MeshData, ReferenceMesh } from '#reference';
import { mulberry32 } from '#harness/random.ts';
import { box, inverted, joined, shifted, sphere, withoutFace } from './bodies.ts';
import { bodies } from './bulk-bodies.ts';

/**
 * The definition, edge by edge: between points identified by their coordinates, every edge is traversed equally often
 * in both directions.
 */
function boundaryIsZero({ positions, faces }: MeshData): boolean {
  const balance = new Map<string, number>();
  const place = (corner: number) => [0, 1, 2].map((k) => positions[3 * faces[corner] + k] + 0).join();
  for (let corner = 0; corner < faces.length; corner++) {
    const [from, to] = [place(corner), place(corner % 3 === 2 ? corner - 2 : corner + 1)];
    balance.set(`${from} ${to}`, (balance.get(`${from} ${to}`) ?? 0) + 1);
    balance.set(`${to} ${from}`, (balance.get(`${to} ${from}`) ?? 0) - 1);
  }
  return [...balance].every(([edge, count]) => count === 0 || edge.split(' ')[0] === edge.split(' ')[1]);
}

/** The lowest face of each part, by spreading from face to face until nothing changes. */
function lowestOfParts({ faces }: MeshData): number[] {
  const part = Array.from({ length: faces.length / 3 }, (_, face) => face);
  for (let changed = true; changed; ) {
    changed = false;
    const lowestAt = new Map<number, number>();
    faces.forEach((vertex, i) => {
      lowestAt.set(vertex, Math.min(lowestAt.get(vertex) ?? Infinity, part[Math.floor(i / 3)]));
    });
    faces.forEach((vertex, i) => {
      const face = Math.floor(i / 3);
      if (lowestAt.get(vertex)! < part[face]) [part[face], changed] = [lowestAt.get(vertex)!, true];
    });
  }
  return [...new Set(part)].sort((a, b) => a - b);
}

describe('a mesh for exact questions', () => {
  test.each(bodies)('%s: has an inside, and parts, as defined', (_, mesh) => {
    const { signed, componentFaces } = new ReferenceMesh(mesh);
    expect(signed).toBe(boundaryIsZero(mesh));
    expect(componentFaces).toEqual(lowestOfParts(mesh));
  });

  test('random faces on few vertices, some at equal coordinates (seed 701, 600 meshes)', () => {
    const random = mulberry32(701);
    let closed = 0;
    for (let i = 0; i < 600; i++) {
      const positions = Array.from({ length: 15 }, () => Math.floor(3 * random()) - 1).map((x) =>
        random() < 0.5 ? x : -(-x),
      );
      const some = Array.from({ length: 3 * Math.ceil(2 * random()) }, () => Math.floor(5 * random()));
      const faces = Uint32Array.from(random() < 0.3 ? some : [...some, ...some.toReversed()]);
      const mesh = { positions: Float64Array.from(positions), faces };
      const { signed, componentFaces } = new ReferenceMesh(mesh);
      expect([i, signed]).toEqual([i, boundaryIsZero(mesh)]);
      expect(componentFaces).toEqual(lowestOfParts(mesh));
      if (signed) closed++;
    }
    expect(closed / 600).toBeGreaterThan(0.5);
    expect(closed / 600).toBeLessThan(0.95);
  });

  test('0 and −0 are one place, and neighbouring numbers are two', () => {
    const cube = box([0, 0, 0], [1, 1, 1]);
    const loose = { positions: new Float64Array(3 * cube.faces.length), faces: cube.faces.map((_, i) => i) };
    cube.faces.forEach((vertex, i) => {
      for (let k = 0; k < 3; k++)
        loose.positions[3 * i + k] =
          i % 2 === 0 ? cube.positions[3 * vertex + k] : cube.positions[3 * vertex + k] || -0;
    });
    expect(new ReferenceMesh(loose).signed).toBe(true);
    loose.positions[loose.positions.indexOf(1)] = 1 - 2 ** -53;
    expect(new ReferenceMesh(loose).signed).toBe(false);
  });

  test('one face turned over, left out or doubled opens a sphere', () => {
    const ball = sphere(2);
    const faces = ball.faces.slice();
    [faces[0], faces[1]] = [faces[1], faces[0]];
    expect(new ReferenceMesh(joined(ball, inverted(shifted(ball, [0.5, 0, 0])))).signed).toBe(true);
    expect(new ReferenceMesh({ ...ball, faces }).signed).toBe(false);
    expect(new ReferenceMesh(withoutFace(ball, 3)).signed).toBe(false);
    expect(new ReferenceMesh({ ...ball, faces: Uint32Array.of(...ball.faces, ...ball.faces.slice(0, 3)) }).signed).toBe(
      false,
    );
  });

  test.each([
    [NaN, 'NON_FINITE_VERTEX'],
    [Infinity, 'NON_FINITE_VERTEX'],
    [2 ** 301, 'COORDINATE_RANGE'],
  ])('the coordinate %d is refused', (value, code) => {
    const { positions, faces } = box([0, 0, 0], [1, 1, value]);
    expect(() => new ReferenceMesh({ positions, faces })).toThrow(expect.objectContaining({ code }));
  });
});
