import { describe, expect, test } from '@jest/globals';
import { Fraction } from 'fraction.js';
import { type MeshData, pointInSolid, ReferenceMesh, signedDistanceBounds, windingNumber } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { box, inverted, joined, shifted, sphere, withoutFace } from './bodies.ts';

const cube = box([0, 0, 0], [4, 4, 4]);
const inner = box([1, 1, 1], [3, 3, 3]);

describe('the winding number', () => {
  test.each<[string, MeshData, number[], number | 'on surface']>([
    ['inside a box', cube, [1, 2, 3], 1],
    ['at its centre, where every symmetric ray meets an edge', cube, [2, 2, 2], 1],
    ['outside', cube, [5, 1, 1], 0],
    ['outside, on the line of an edge', cube, [6, 0, 0], 0],
    ['outside, in the plane of a face', cube, [6, 1, 0], 0],
    ['on a face', cube, [1, 2, 0], 'on surface'],
    ['on a face, on the diagonal', cube, [2, 2, 0], 'on surface'],
    ['on an edge', cube, [4, 1, 4], 'on surface'],
    ['on a corner', cube, [4, 4, 4], 'on surface'],
    ['one ulp inside', cube, [1, 2, Number.MIN_VALUE], 1],
    ['one ulp outside', cube, [1, 2, -Number.MIN_VALUE], 0],
    ['inside an inverted box', inverted(cube), [1, 1, 1], -1],
    ['in a cavity', joined(cube, inverted(inner)), [2, 2, 2], 0],
    ['in the wall around a cavity', joined(cube, inverted(inner)), [0.5, 2, 2], 1],
    ['on the cavity’s wall', joined(cube, inverted(inner)), [1, 2, 2], 'on surface'],
    ['nested, both outward', joined(cube, inner), [2, 2, 2], 2],
    ['nested, the outer only', joined(cube, inner), [0.5, 2, 2], 1],
    ['where two overlap', joined(cube, shifted(cube, [2, 2, 2])), [3, 3, 3], 2],
    ['in the first of two that overlap', joined(cube, shifted(cube, [2, 2, 2])), [1, 1, 1], 1],
    ['where a box and an inverted one overlap', joined(cube, inverted(shifted(cube, [2, 2, 2]))), [3, 3, 3], 0],
    ['the same box twice', joined(cube, cube), [1, 1, 1], 2],
    ['a box and its inverse', joined(cube, inverted(cube)), [1, 1, 1], 0],
    ['zero-area faces added', joined(cube, spike([9, 9, 9], [2, 2, 2], [5, 5, 5])), [1, 1, 1], 1],
    ['on a zero-area face', joined(cube, spike([9, 9, 9], [2, 2, 2], [5, 5, 5])), [6, 6, 6], 'on surface'],
    ['where the first ray meets a corner', box([-1, -1, -1], [1, 101, 10201]), [0, 0, 0], 1],
    ['where the first ray meets an edge', box([-1, -1, -1], [1, 101, 20000]), [0, 0, 0], 1],
    ['where the first ray meets a face’s diagonal', box([-1, -1, -1], [3, 203, 10201]), [0, 0, 0], 1],
    ['outside, where the first ray grazes an edge', box([1, 50, 10201], [2, 150, 10300]), [0, 0, 0], 0],
    ['past a zero-area face on its line', joined(cube, spike([9, 9, 9], [5, 5, 5], [6, 6, 6])), [1, 1, 1], 1],
  ])('%s', (_, mesh, point, expected) => {
    expect(windingNumber(point, mesh)).toBe(expected);
    expect(pointInSolid(point, mesh)).toBe(expected !== 'on surface' && expected !== 0);
  });

  test('takes fractions: a third is inside a box that ends at a third, rounded up', () => {
    const third = new Fraction(1n, 3n);
    const thin = box([0, 0, 0], [0.33333333333333337, 1, 1]);
    expect(windingNumber([third, third, third], thin)).toBe(1);
    expect(windingNumber([third, third, third], box([0, 0, 0], [1 / 3, 1, 1]))).toBe(0);
  });

  const POINTS = longRun(300, 100);
  test(`agrees with the solid angle, summed in f64 (A. van Oosterom and J. Strackee 1983), on overlapping bodies (seed 41, ${POINTS} points)`, () => {
    const random = mulberry32(41);
    const mesh = new ReferenceMesh(
      joined(sphere(2, 2), inverted(shifted(sphere(1, 0.9), [-0.8, -0.8, -0.8])), shifted(cube, [-1, -0.5, 0.3])),
    );
    const counts = new Map<number, number>();
    for (let i = 0; i < POINTS; i++) {
      const point = Array.from({ length: 3 }, () => 5 * random() - 2.2);
      const winding = windingNumber(point, mesh) as number;
      expect(winding).toBe(Math.round(solidAngle(point, mesh) / (4 * Math.PI)) + 0);
      counts.set(winding, (counts.get(winding) ?? 0) + 1);
      const [low, high] = signedDistanceBounds(point, mesh);
      expect(winding === 0 ? low > 0 : high < 0).toBe(true);
    }
    for (const winding of [0, 1, 2]) expect([winding, counts.get(winding)! >= POINTS / 30]).toEqual([winding, true]);
  });

  test('an open mesh has none, and neither has one with a face turned over', () => {
    const turned = withoutFace(cube, 3);
    const flipped = { ...cube, faces: cube.faces.slice() };
    [flipped.faces[1], flipped.faces[2]] = [flipped.faces[2], flipped.faces[1]];
    for (const mesh of [turned, flipped]) {
      expect(new ReferenceMesh(mesh).signed).toBe(false);
      expect(() => windingNumber([1, 1, 1], mesh)).toThrow(expect.objectContaining({ code: 'NOT_SIGNED' }));
    }
  });

  test('a mesh is closed by its coordinates, not its vertex numbers', () => {
    const corners = Float64Array.from(cube.faces, (vertex) => vertex).length;
    const soup = {
      positions: Float64Array.from([...cube.faces].flatMap((v) => [...cube.positions.subarray(3 * v, 3 * v + 3)])),
      faces: Uint32Array.from({ length: corners }, (_, i) => i),
    };
    expect(new ReferenceMesh(soup).signed).toBe(true);
    expect(new ReferenceMesh(soup).componentFaces.length).toBe(12);
    expect(new ReferenceMesh(cube).componentFaces).toEqual([0]);
  });

  test('a coordinate that is not finite or beyond 2^300 is refused by name', () => {
    for (const [value, code] of [
      [NaN, 'NON_FINITE_VERTEX'],
      [2 ** 301, 'COORDINATE_RANGE'],
    ] as const) {
      const bad = { ...cube, positions: cube.positions.slice() };
      bad.positions[4] = value;
      expect(() => new ReferenceMesh(bad)).toThrow(expect.objectContaining({ code }));
    }
  });
});

/** A closed double face of zero area. */
function spike(a: number[], b: number[], c: number[]): MeshData {
  return { positions: Float64Array.from([...a, ...b, ...c]), faces: Uint32Array.of(0, 1, 2, 0, 2, 1) };
}

function solidAngle(point: number[], mesh: ReferenceMesh): number {
  let sum = 0;
  for (let face = 0; face < mesh.faceCount; face++) {
    const corners = mesh.cornersOf(face);
    const [a, b, c] = [0, 3, 6].map((at) => point.map((coordinate, k) => corners[at + k] - coordinate));
    const dot = (p: number[], q: number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const [la, lb, lc] = [a, b, c].map((p) => Math.hypot(...p));
    const triple =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += 2 * Math.atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum;
}
