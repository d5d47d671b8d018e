// A mesh → bodies that contain it, in exact arithmetic, and that are small.

import { describe, expect, test } from '@jest/globals';
import type { ConvexBody } from '#convex';
import { createMesh, type EnclosingBody, enclosing, OptionError, type TriangleMesh } from '#kerf';
import { posedPositions } from '#reference';
import { cross, dot, type IntegerPoint, minus, onGrid, pointAt } from '#harness/exact-grid.ts';
import { isInBody, isInSomeSimplex } from '#harness/exact-hull.ts';
import { POINT_KINDS, pointsOfKind } from '#harness/hull-points.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { leastBallByTrial, leastBoxBySearch, leastCapsuleBySearch, vectorsOf } from '#harness/smallest-bodies.ts';

const KINDS = ['sphere', 'capsule', 'aabb', 'obb', 'k-dop', 'hull'] as const;

function meshOf(positions: readonly number[]): TriangleMesh {
  const n = positions.length / 3;
  const faces = Array.from({ length: n }, (_, i) => [i, (i + 1) % n, (i + 2) % n]).flat();
  return createMesh(Float64Array.from(positions), faces);
}

const bodyOf = ({ convex }: EnclosingBody) => convex as ConvexBody;

/** The number of points that are not in the posed body, exactly. */
function pointsOutside(positions: readonly number[], found: EnclosingBody): number {
  const { points, faces, radius, kind } = bodyOf(found);
  const { values } = onGrid([...positions, ...posedPositions(points, found.pose), radius]);
  const all = Array.from({ length: (values.length - 1) / 3 }, (_, i) => pointAt(values, 3 * i));
  const corners = all.splice(positions.length / 3);
  const isIn = (p: IntegerPoint) => {
    if (kind === 'sphere' || kind === 'capsule') return isInCapsule(p, corners, values[values.length - 1]);
    // Four rounded corners of a box are not coplanar: its faces are not those of the hull of the corners.
    return kind === 'box' ? isInSomeSimplex(p, corners) : isInBody(p, corners, faces);
  };
  return all.filter((p) => !isIn(p)).length;
}

function isInCapsule(p: IntegerPoint, [a, b = a]: readonly IntegerPoint[], radius: bigint): boolean {
  const way = minus(b, a);
  const [fromA, fromB] = [minus(p, a), minus(p, b)];
  if (dot(fromA, way) <= 0n) return dot(fromA, fromA) <= radius ** 2n;
  if (dot(fromB, way) >= 0n) return dot(fromB, fromB) <= radius ** 2n;
  const off = cross(fromA, way);
  return dot(off, off) <= radius ** 2n * dot(way, way);
}

function volumeOf(found: EnclosingBody): number {
  const { points, radius, kind } = bodyOf(found);
  if (kind === 'box') return 8 * points[21] * points[22] * points[23];
  const length = points.length > 3 ? points[5] - points[2] : 0;
  return Math.PI * radius ** 2 * (length + (4 / 3) * radius);
}

/** Points of a body along z, posed. */
function posed(pose: readonly number[], points: readonly number[]): number[] {
  return [...posedPositions(points, pose)];
}

const PLACES = [
  { scale: 1e-3, offset: 0 },
  { scale: 1, offset: 0 },
  { scale: 1e3, offset: 0 },
  { scale: 1, offset: 1e5 },
];

describe.each(KINDS)('the enclosing %s', (kind) => {
  test.each(POINT_KINDS)('holds points that are %s; seed 195', (points) => {
    const random = mulberry32(195);
    // All four by turns of the kinds.
    partOf(PLACES, 4, POINT_KINDS.indexOf(points) % 4).forEach(({ scale, offset }, place) => {
      const positions = pointsOfKind(random, points, [8, 3, 20, 6][place]).map((x) => scale * x + offset);
      expect(pointsOutside(positions, enclosing(meshOf(positions), kind))).toBe(0);
    });
  });

  test('holds points at both ends of the range', () => {
    for (const scale of [2 ** -150, 2 ** 119]) {
      const positions = pointsOfKind(mulberry32(196), 'grid', 9).map((x) => scale * x);
      expect(pointsOutside(positions, enclosing(meshOf(positions), kind))).toBe(0);
    }
  });

  test('is the same for the same points', () => {
    const mesh = meshOf(pointsOfKind(mulberry32(197), 'ball', 40));
    expect(enclosing(mesh, kind)).toEqual(enclosing(mesh, kind));
  });
});

test('the sphere is the smallest; seed 198', () => {
  const random = mulberry32(198);
  for (const kind of POINT_KINDS) {
    const positions = pointsOfKind(random, kind, 9);
    const least = leastBallByTrial(vectorsOf(positions));
    const { radius } = bodyOf(enclosing(meshOf(positions), 'sphere'));
    expect(radius).toBeGreaterThanOrEqual(least * (1 - 1e-14));
    expect(radius).toBeLessThanOrEqual(least * (1 + 1e-12) + 1e-15);
  }
});

test('the capsule is no larger than the sphere, nor the oriented box than the aligned one; seed 206', () => {
  const random = mulberry32(206);
  for (const kind of ['ball', 'sphere', 'grid', 'on a box', 'cospherical'] as const)
    for (const count of partOf([12, 60], 2, 0)) {
      const mesh = meshOf(pointsOfKind(random, kind, count));
      const volumes = (['capsule', 'sphere', 'obb', 'aabb'] as const).map((body) => volumeOf(enclosing(mesh, body)));
      expect(volumes[0]).toBeLessThanOrEqual(volumes[1] * (1 + 1e-9));
      expect(volumes[2]).toBeLessThanOrEqual(volumes[3] * (1 + 1e-9));
    }
});

test('the aligned box has the extents of the mesh, to a few roundings; seed 199', () => {
  const random = mulberry32(199);
  for (const { scale, offset } of PLACES) {
    const positions = pointsOfKind(random, 'ball', 30).map((x) => scale * x + offset);
    const found = enclosing(meshOf(positions), 'aabb');
    const corners = posedPositions(bodyOf(found).points, found.pose);
    for (let k = 0; k < 3; k++) {
      const [own, box] = [positions, [...corners]].map((all) => all.filter((_, i) => i % 3 === k));
      const rounding = 2 ** -51 * (scale + Math.abs(offset));
      expect(Math.max(...box) - Math.max(...own)).toBeLessThanOrEqual(rounding);
      expect(Math.min(...own) - Math.min(...box)).toBeLessThanOrEqual(rounding);
    }
  }
});

describe('the oriented box', () => {
  test('of a turned box is that box, and of a regular tetrahedron a cube; seed 200', () => {
    const random = mulberry32(200);
    for (let trial = 0; trial < longRun(10, 4); trial++) {
      const size = [1 + 9 * random(), 1 + 9 * random(), 1 + 9 * random()];
      const local = Array.from({ length: 3 * 60 }, (_, i) => {
        const share = i < 24 ? (Math.floor(i / 3) >> (i % 3)) & 1 : random();
        return size[i % 3] * (share - 0.5);
      });
      const found = enclosing(meshOf(posed(rigidPose(random, 20), local)), 'obb');
      expect(volumeOf(found) / (size[0] * size[1] * size[2])).toBeLessThanOrEqual(1 + 1e-9);
    }
    expect(volumeOf(enclosing(meshOf([0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1]), 'obb'))).toBeLessThanOrEqual(1 + 1e-9);
  });

  test('of a turned rectangle is as long and as wide, and no thicker than rounding; seed 201', () => {
    const pose = rigidPose(mulberry32(201), 20);
    const half = [...bodyOf(enclosing(meshOf(posed(pose, [0, 0, 0, 3, 0, 0, 3, 2, 0, 0, 2, 0])), 'obb')).points].slice(
      21,
    );
    half.sort((a, b) => a - b);
    expect(half[0]).toBeLessThanOrEqual(1e-12);
    expect([half[1] - 1, half[2] - 1.5].every((x) => Math.abs(x) <= 1e-9)).toBe(true);
  });

  test('is at most a tenth larger than the best that a long search finds, half of them less than 1 %; seed 202', () => {
    const ratios = compared(202, (random, positions) => [
      volumeOf(enclosing(meshOf(positions), 'obb')),
      leastBoxBySearch(random, vectorsOf(positions), longRun(100, 30)),
    ]);
    expect(ratios.at(-1)).toBeLessThanOrEqual(1.1);
    expect(ratios[ratios.length >> 1]).toBeLessThanOrEqual(1.01);
  });
});

describe('the capsule', () => {
  test('of points of a turned capsule is hardly larger than that; seed 203', () => {
    const random = mulberry32(203);
    for (let trial = 0; trial < longRun(3, 1); trial++) {
      const [radius, length] = [1 + 3 * random(), 10 * random()];
      const local = pointsOfKind(random, 'sphere', longRun(300, 150)).map((x) => radius * x);
      for (let i = 2; i < local.length; i += 3) local[i] += local[i] > 0 ? length / 2 : -length / 2;
      const found = enclosing(meshOf(posed(rigidPose(random, 20), local)), 'capsule');
      expect(volumeOf(found) / (Math.PI * radius ** 2 * (length + (4 / 3) * radius))).toBeLessThanOrEqual(1.01);
    }
  });

  test('of points on a line has the line as its axis, of a point it is a point', () => {
    expect(volumeOf(enclosing(meshOf([0, 0, 0, 1, 2, 3, 2, 4, 6]), 'capsule'))).toBeLessThanOrEqual(1e-20);
    expect(volumeOf(enclosing(meshOf([1, 2, 3, 1, 2, 3, 1, 2, 3]), 'capsule'))).toBe(0);
  });

  test('is at most a tenth larger than the best that a long search finds, half of them less than 1 %; seed 204', () => {
    const ratios = compared(204, (random, positions) => [
      volumeOf(enclosing(meshOf(positions), 'capsule')),
      leastCapsuleBySearch(random, vectorsOf(positions), longRun(15, 5)),
    ]);
    expect(ratios.at(-1)).toBeLessThanOrEqual(1.1);
    expect(ratios[ratios.length >> 1]).toBeLessThanOrEqual(1.01);
  });
});

/** Ratios of two volumes for points of several kinds, ascending. */
function compared(
  seed: number,
  volumes: (random: () => number, positions: readonly number[]) => readonly [number, number],
): number[] {
  const random = mulberry32(seed);
  const sets = (['ball', 'sphere', 'grid', 'on a box'] as const).flatMap((kind) =>
    partOf([6, 12, 30], 3, 1).map((n) => pointsOfKind(random, kind, n)),
  );
  return sets
    .map((positions) => volumes(random, positions))
    .map(([ours, searched]) => ours / searched)
    .sort((a, b) => a - b);
}

const triangle = createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);

test('a k-DOP has 18 sides unless given', () => {
  const mesh = meshOf(pointsOfKind(mulberry32(205), 'ball', 30));
  expect(enclosing(mesh, 'k-dop')).toEqual(enclosing(mesh, 'k-dop', { k: 18 }));
  expect(enclosing(mesh, 'k-dop')).not.toEqual(enclosing(mesh, 'k-dop', { k: 26 }));
});

test.each([
  ['an unknown kind', () => enclosing(triangle, 'ball' as 'sphere'), 'BAD_SHAPE'],
  ['an unknown k', () => enclosing(triangle, 'k-dop', { k: 12 as 14 }), 'BAD_SHAPE'],
  ['an unknown option', () => enclosing(triangle, 'k-dop', { sides: 18 } as object), 'UNKNOWN_OPTION'],
])('refuses %s', (_, make, code) => {
  expect(make).toThrow(OptionError);
  expect(make).toThrow(expect.objectContaining({ code }));
});
