// Points → their hull: exactly the extreme points, and a closed surface of faces with no point outside them.

import { describe, expect, test } from '@jest/globals';
import type { ConvexBody } from '#convex';
import { createConvex, createMesh, inspectMesh, MeshError } from '#kerf';
import { cornersNotExtreme, extremeByDefinition, facesNotOfHull, gridPoints, looseEdges } from '#harness/exact-hull.ts';
import { POINT_KINDS, pointsOfKind } from '#harness/hull-points.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

/** Faces that name every vertex, some of them twice. */
function hullOf(positions: readonly number[]): ConvexBody {
  const n = positions.length / 3;
  const faces = Array.from({ length: n }, (_, i) => [i, (i + 1) % n, (i + 2) % n]).flat();
  return createConvex({ kind: 'hull', mesh: createMesh(Float64Array.from(positions), faces) }) as ConvexBody;
}

const textOf = (points: ArrayLike<number>, v: number) => [0, 1, 2].map((k) => points[3 * v + k] + 0).join(' ');

/** The triangles by the coordinates of their corners, each starting at its least corner, in order. */
function trianglesOf({ points, faces }: ConvexBody): string[] {
  const triangles: string[] = [];
  for (let i = 0; i < faces.length; i += 3) {
    const corners = [0, 1, 2].map((k) => textOf(points, faces[i + k]));
    const least = corners.indexOf(corners.toSorted()[0]);
    triangles.push([...corners.slice(least), ...corners.slice(0, least)].join(', '));
  }
  return triangles.sort();
}

function shuffled(random: () => number, positions: readonly number[]): number[] {
  const rows = Array.from({ length: positions.length / 3 }, (_, i) => ({ key: random(), at: positions.slice(3 * i) }));
  return rows.sort((a, b) => a.key - b.key).flatMap(({ at }) => at.slice(0, 3));
}

const PLACES = [
  { scale: 2 ** -10, offset: 0 },
  { scale: 1, offset: 0 },
  { scale: 1000, offset: 0 },
  { scale: 1, offset: 1e5 },
];

describe.each(POINT_KINDS)('the hull of points that are %s', (kind) => {
  test('has exactly the extreme points and their surface, whatever the order; seed 190', () => {
    const random = mulberry32(190);
    for (let trial = 0; trial < longRun(24, 8); trial++) {
      const { scale, offset } = PLACES[trial % 4];
      const positions = pointsOfKind(random, kind, 1 + Math.floor(random() * 11)).map((x) => scale * x + offset);
      const body = hullOf(positions);
      const points = gridPoints(positions);
      const corners = gridPoints([...body.points, ...positions]).slice(0, body.points.length / 3);
      expect(new Set(corners.map(String))).toEqual(extremeByDefinition(points));
      expect(looseEdges(body.faces)).toBe(0);
      expect(facesNotOfHull(points, corners, body.faces)).toBe(0);
      if (body.faces.length > 0) {
        expect(new Set(body.faces).size).toBe(corners.length);
        expect(body.faces.length / 3).toBe(2 * corners.length - 4);
      } else expect(corners.length).toBeLessThan(3);
      expect(trianglesOf(hullOf(shuffled(random, positions)))).toEqual(trianglesOf(body));
    }
  });

  test('has them among 200 points; seed 191', () => {
    const random = mulberry32(191);
    const positions = pointsOfKind(random, kind, 200).map((x) => 100 * x);
    const body = hullOf(positions);
    const corners = gridPoints([...body.points, ...positions]);
    const extreme = corners.splice(0, body.points.length / 3);
    expect(facesNotOfHull(corners, extreme, body.faces)).toBe(0);
    expect(looseEdges(body.faces)).toBe(0);
    const isSolid = facesNotOfHull(extreme, extreme, [...body.faces].reverse()) > 0;
    if (isSolid) expect(cornersNotExtreme(extreme, body.faces)).toBe(0);
    expect(isSolid).toBe(!['flat', 'tilted', 'collinear', 'equal'].includes(kind));
  });
});

test('keeps extreme points in the order of the mesh, the first of those at one place', () => {
  const positions = [...[0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 0], ...[0, 0, 4, 1, 1, 1, 4, 0, 0, 2, 0, 0]];
  expect([...hullOf(positions).points]).toEqual([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4]);
});

test('takes the vertices that faces name', () => {
  const positions = [0, 0, 0, 9, 9, 9, 1, 0, 0, 0, 1, 0];
  const body = createConvex({ kind: 'hull', mesh: createMesh(positions, [0, 2, 3]) }) as ConvexBody;
  expect([...body.points]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...body.faces].sort()).toEqual([0, 0, 1, 1, 2, 2]);
});

test('of a dense grid is a box', () => {
  const positions = Array.from({ length: 1331 }, (_, i) => [i % 11, Math.floor(i / 11) % 11, Math.floor(i / 121)]);
  const { points, faces } = hullOf(positions.flat());
  const { closed, oriented, manifold, volume } = inspectMesh(createMesh(points, faces));
  expect({ closed, oriented, manifold, volume, corners: points.length / 3 }).toEqual({
    ...{ closed: true, oriented: true, manifold: true, volume: 1000, corners: 8 },
  });
});

test.each([
  ['without faces', { positions: new Float64Array(9), faces: new Uint32Array(), name: 'none' }, 'EMPTY_MESH'],
  ['that is no mesh', 'mesh', 'WRONG_TYPE'],
  ['beyond the range', createMesh([0, 0, 0, 1, 0, 0, 0, 1e40, 0], [0, 1, 2]), 'COORDINATE_RANGE'],
])('refuses a mesh %s', (_, mesh, code) => {
  const make = () => createConvex({ kind: 'hull', mesh: mesh as ReturnType<typeof createMesh> });
  expect(make).toThrow(MeshError);
  expect(make).toThrow(expect.objectContaining({ code }));
});
