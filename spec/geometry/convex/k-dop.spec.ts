// A mesh → its k-DOP: exactly the intersection of half-spaces with the k normals, each as tight as possible.

import { describe, expect, test } from '@jest/globals';
import type { ConvexBody } from '#convex';
import { DOP_DIRECTIONS } from '#convex/k-dop.ts';
import { createConvex, createMesh, OptionError } from '#kerf';
import { dot, type IntegerPoint, onGrid, pointAt } from '#harness/exact-grid.ts';
import { cornersNotExtreme, facesNotOfHull, isInBody, looseEdges, normalOf } from '#harness/exact-hull.ts';
import { POINT_KINDS, pointsOfKind } from '#harness/hull-points.ts';
import { partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SIDES = [6, 14, 18, 26] as const;
type Sides = (typeof SIDES)[number];
const UNITS = 2n ** 42n;

/** Both normals of each pair. */
const normalsOf = (k: Sides) =>
  DOP_DIRECTIONS[k].flatMap((n) => [n, n.map((x) => -x)]).map((n) => n.map(BigInt) as unknown as IntegerPoint);

function dopOf(positions: readonly number[], k: Sides): ConvexBody {
  const n = positions.length / 3;
  const faces = Array.from({ length: n }, (_, i) => [i, (i + 1) % n, (i + 2) % n]).flat();
  return createConvex({ kind: 'k-dop', k, mesh: createMesh(Float64Array.from(positions), faces) }) as ConvexBody;
}

/** The points of the mesh and of its k-DOP on one grid. */
function exact(positions: readonly number[], body: ConvexBody): { points: IntegerPoint[]; corners: IntegerPoint[] } {
  const { values } = onGrid([...positions, ...body.points]);
  const all = Array.from({ length: values.length / 3 }, (_, i) => pointAt(values, 3 * i));
  return { corners: all.splice(positions.length / 3), points: all };
}

/** Math.max takes no bigints. */
const greatest = (values: readonly bigint[]) => values.toSorted((a, b) => (a < b ? 1 : -1))[0];
const support = (points: readonly IntegerPoint[], n: IntegerPoint) => greatest(points.map((p) => dot(n, p)));
const isParallel = (a: IntegerPoint, b: IntegerPoint) => dot(a, b) > 0n && dot(a, b) ** 2n === dot(a, a) * dot(b, b);

/** What is wrong with a k-DOP, exactly; '' if nothing is. */
function faultOf(positions: readonly number[], k: Sides): string {
  const body = dopOf(positions, k);
  const { points, corners } = exact(positions, body);
  const largest = greatest(points.flat().flatMap((x) => [x, -x]));
  if (!points.every((p) => isInBody(p, corners, body.faces))) return 'does not hold a point';
  const faces = Array.from({ length: body.faces.length / 3 }, (_, i) => [...body.faces.slice(3 * i, 3 * i + 3)]);
  const normals = normalsOf(k);
  const isSolid = facesNotOfHull(corners, corners, body.faces.toReversed()) > 0;
  for (const [a, b, c] of isSolid ? faces : []) {
    const normal = normalOf(corners[a], corners[b], corners[c]);
    if (!normals.some((n) => isParallel(n, normal))) return `has another normal: ${normal}`;
  }
  for (const n of normals)
    if ((support(corners, n) - support(points, n)) * UNITS > largest) return `is too large along ${n}`;
  if (looseEdges(body.faces) > 0 || facesNotOfHull(corners, corners, body.faces) > 0) return 'is no hull';
  return isSolid && cornersNotExtreme(corners, body.faces) > 0 ? 'has a corner that is not extreme' : '';
}

const PLACES = [
  { scale: 2 ** -10, offset: 0 },
  { scale: 1, offset: 0 },
  { scale: 1000, offset: 0 },
  { scale: 1, offset: 1e5 },
];

describe.each(SIDES)('the %d-DOP', (k) => {
  test.each(POINT_KINDS)('of points that are %s holds them and is as small as its normals allow; seed 192', (kind) => {
    const random = mulberry32(192 + k);
    // All four by turns of the kinds.
    partOf(PLACES, 4, POINT_KINDS.indexOf(kind) % 4).forEach(({ scale, offset }, place) => {
      const positions = pointsOfKind(random, kind, [9, 3, 30, 5][place]).map((x) => scale * x + offset);
      expect(faultOf(positions, k)).toBe('');
    });
  });

  test('of points in single precision is exact: each support is that of the points; seed 193', () => {
    const random = mulberry32(193);
    const positions = pointsOfKind(random, 'ball', 50).map((x) => Math.fround(100 * x));
    const body = dopOf(positions, k);
    const { points, corners } = exact(positions, body);
    for (const n of normalsOf(k)) expect(support(corners, n)).toBe(support(points, n));
  });

  test('of a box is the box, whatever its coordinates', () => {
    for (const positions of [
      boxCorners([0, 0, 0], [10, 20, 30]),
      boxCorners([-0.1, 0.3, 1e3], [0.7, 0.9, 1e3 + 0.1]),
    ]) {
      const body = dopOf(positions, k);
      expect(body.points.length).toBe(24);
      expect(faultOf(positions, k)).toBe('');
    }
  });

  test('of a flat square is flat, and of a point a point', () => {
    expect([...dopOf([0, 0, 5, 4, 0, 5, 4, 4, 5, 0, 4, 5], k).points].filter((_, i) => i % 3 === 2)).toEqual([
      5, 5, 5, 5,
    ]);
    expect([...dopOf([1, 2, 3, 1, 2, 3, 1, 2, 3], k).points]).toEqual([1, 2, 3]);
    expect([...dopOf(Array(9).fill(0), k).points]).toEqual([0, 0, 0]);
  });

  test('holds points at both ends of the range', () => {
    for (const scale of [2 ** -150, 2 ** 119])
      expect(
        faultOf(
          pointsOfKind(mulberry32(194), 'grid', 20).map((x) => scale * x),
          k,
        ),
      ).toBe('');
    expect(faultOf([2 ** -160, 2 ** 120, 0, 1, -(2 ** 120), 1, 1 / 3, 0, 5], k)).toBe('');
  });
});

test('where three normals have the determinant 3, thirds of them sum to a fourth, which meets two with 1 or 2', () => {
  const normals = normalsOf(26);
  const determinant = (a: IntegerPoint, b: IntegerPoint, c: IntegerPoint) => {
    const value = dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]);
    return value < 0n ? -value : value;
  };
  const counts = new Map<bigint, number>();
  normals.forEach((a, i) => {
    normals.slice(0, i).forEach((b, j) => {
      for (const c of normals.slice(0, j)) {
        const size = determinant(a, b, c);
        counts.set(size, (counts.get(size) ?? 0) + 1);
        if (size !== 3n) continue;
        const isThirds = normals.some((m) => {
          const shares = [determinant(m, b, c), determinant(a, m, c), determinant(a, b, m)];
          const sum = [0, 1, 2].map((k) => shares[0] * a[k] + shares[1] * b[k] + shares[2] * c[k]);
          return shares.every((x) => x === 1n || x === 2n) && String(sum) === String(m.map((x) => 3n * x));
        });
        expect(isThirds).toBe(true);
      }
    });
  });
  expect([...counts.keys()].sort()).toEqual([0n, 1n, 2n, 3n, 4n]);
  expect(counts.get(3n)).toBeGreaterThan(0);
});

test.each([12, '18', undefined, Number.NaN])('refuses k = %p', (k) => {
  const make = () =>
    createConvex({ kind: 'k-dop', k: k as 18, mesh: createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]) });
  expect(make).toThrow(OptionError);
  expect(make).toThrow(expect.objectContaining({ code: 'BAD_SHAPE' }));
});

function boxCorners(low: readonly number[], high: readonly number[]): number[] {
  return Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k]))).flat();
}
