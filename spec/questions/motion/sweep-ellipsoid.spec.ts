// Sweeps of an ellipsoid over a surface: against exact algebra in the space in which it is a sphere, closed forms for
// planes and points, sweepSphere; normals, refusals.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { buildIndex, createMesh, OptionError, type SphereImpact, sweepEllipsoid, sweepSphere } from '#kerf';
import { type ExactNumber, exactFraction, triangleTriangleSquaredDistance } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose } from '#harness/random-geometry.ts';

const SEED = 3020;

interface Ellipsoid {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly radii: readonly number[];
  readonly axes?: readonly number[];
}

const OWN_AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Axes of a random frame. */
function randomAxes(random: () => number): number[] {
  const pose = rigidPose(random, 1);
  return [...pose.slice(0, 3), ...pose.slice(4, 7), ...pose.slice(8, 11)];
}

/** Exact coordinates along the axes, each over its radius: there the ellipsoid is a sphere of radius 1. */
function unitSpace({ radii, axes = OWN_AXES }: Ellipsoid, points: ArrayLike<ExactNumber>): ExactNumber[] {
  return Array.from({ length: points.length }, (_, i) => {
    const [at, row] = [i - (i % 3), 3 * (i % 3)];
    const along = [0, 1, 2].map((k) => exactFraction(axes[row + k]).mul(exactFraction(points[at + k])));
    return along.reduce((sum, x) => sum.add(x)).div(exactFraction(radii[i % 3]));
  });
}

/** Exact: whether the ellipsoid, grown by a factor, touches the face at some time in [0, t]. */
function touchesUntil(asked: Ellipsoid, corners: ArrayLike<number>, t: number, factor: number): boolean {
  const time = exactFraction(t);
  const start = asked.from.map(exactFraction);
  const end = start.map((x, k) => x.add(exactFraction(asked.to[k]).sub(x).mul(time)));
  const way = unitSpace(asked, [...start, ...end, ...end]);
  const reach = exactFraction(factor);
  return triangleTriangleSquaredDistance(way, unitSpace(asked, corners)).compare(reach.mul(reach)) <= 0;
}

/** @param slack how much of its radii rounding may add or take. */
function expectRight(corners: readonly number[], asked: Ellipsoid, slack: number): SphereImpact | null {
  const found = sweepEllipsoid(facesOf(corners), asked);
  const says = () => JSON.stringify({ corners, asked, time: found?.time });
  const faces = Array.from({ length: corners.length / 9 }, (_, i) => corners.slice(9 * i, 9 * i + 9));
  const { low, high } = found?.time ?? { low: 1, high: 1 };
  const before = found === null ? 1 : low * (1 - 2 ** -53);
  if ((found === null || low > 0) && faces.some((face) => touchesUntil(asked, face, before, 1 - slack)))
    throw new Error(`touches before ${low}: ${says()}`);
  if (found !== null && !touchesUntil(asked, faces[found.face], high, 1 + slack))
    throw new Error(`touches none by ${high}: ${says()}`);
  if (found !== null) expectUnitNormal(found);
  return found;
}

function expectUnitNormal({ normal }: SphereImpact): void {
  expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(1e-14);
}

const facesOf = (corners: readonly number[]) =>
  createMesh(
    Float64Array.from(corners),
    Uint32Array.from({ length: corners.length / 3 }, (_, i) => i),
  );

const wall = facesOf([-90, -90, 0, 90, -90, 0, 90, 90, 0, -90, -90, 0, 90, 90, 0, -90, 90, 0]);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe('against exact algebra', () => {
  test(`radii whose ratios are powers of two: none late, none missed, none invented, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    let hits = 0;
    let misses = 0;
    for (let i = 0; i < longRun(400, 90); i++) {
      const radius = 0.2 + random();
      const radii = [
        radius,
        radius * 2 ** (Math.floor(5 * random()) - 2),
        radius * 2 ** (Math.floor(5 * random()) - 2),
      ];
      const corners = coordinates(random, 9 * (1 + (i % 3)), 3, 0);
      const [from, to] = [coordinates(random, 3, 6, 0), coordinates(random, 3, 6, 0)];
      if (expectRight(corners, { from, to, radii }, 0) === null) misses++;
      else hits++;
    }
    expect(hits).toBeGreaterThan(longRun(80, 18));
    expect(misses).toBeGreaterThan(longRun(80, 18));
  });

  test(`sweeps that graze a corner, or miss it by a unit, seed ${SEED}`, () => {
    let hits = 0;
    for (let i = 0; i < 18; i++) {
      const off = [0, 2 ** -51, -(2 ** -51)][i % 3];
      const radii = [1, 2, 4].map((_, k) => 2 ** ((k + i) % 3));
      // The corner is the farthest of the face along z; the centre passes over it at its own radius.
      const found = expectRight(
        [0, 0, 0, 3, 1, -5, -2, 4, -6],
        { from: [-9, 0, radii[2] + off], to: [9, 0, radii[2] + off], radii },
        0,
      );
      expect(found !== null).toBe(off <= 0);
      if (found !== null) hits++;
    }
    expect(hits).toBe(12);
  });

  test(`any radii and axes, near the origin and far from it: within the stated rounding, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 1);
    let hits = 0;
    for (let i = 0; i < longRun(300, 60); i++) {
      const offset = [0, 100, 1e5][i % 3];
      const radii = [0, 0, 0].map(() => 0.3 + 2 * random());
      const corners = coordinates(random, 9, 3, offset);
      const [from, to] = [coordinates(random, 3, 6, offset), coordinates(random, 3, 6, offset)];
      // A corner and an end of the path are each off by < 6u·|x| along each axis, over the least radius; |x| ≤ 2·most.
      const most = Math.max(...[...corners, ...from, ...to].map(Math.abs));
      const slack = (2 * 11 * 2 ** -53 * 2 * most) / Math.min(...radii);
      if (expectRight(corners, { from, to, radii, axes: randomAxes(random) }, slack) !== null) hits++;
    }
    expect(hits).toBeGreaterThan(longRun(50, 10));
  });
});

describe('closed forms', () => {
  test(`a wall: its distance when they touch is √Σ(r_k·axis_k·n)², and the point is the one there, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 2);
    for (let i = 0; i < longRun(200, 40); i++) {
      const radii = [0, 0, 0].map(() => 0.2 + 3 * random());
      const axes = i % 4 === 0 ? undefined : randomAxes(random);
      const side = i % 2 === 0 ? 1 : -1;
      const from = [random(), random(), side * (5 + random())];
      const to = [random(), random(), -side * 5];
      const rows = [0, 1, 2].map((k) => (axes ?? OWN_AXES).slice(3 * k, 3 * k + 3));
      const height = Math.hypot(...rows.map((axis, k) => radii[k] * axis[2]));
      const found = sweepEllipsoid(wall, axes === undefined ? { from, to, radii } : { from, to, radii, axes });
      if (found === null) throw new Error('passes the wall');
      const t = (from[2] - side * height) / (from[2] - to[2]);
      expect(found.time.low).toBeLessThanOrEqual(t + 1e-13);
      expect(found.time.high).toBeGreaterThanOrEqual(t - 1e-13);
      // Eight times the slack of distances in stretched space, whose coordinates are at most √3·90·R / r, over the
      // speed there, 10·R / height or more.
      const slack = (128 * 2 ** -53 * Math.sqrt(3) * 90) / Math.min(...radii);
      expect(found.time.high - found.time.low).toBeLessThan((8 * slack * height) / 10);
      expectUnitNormal(found);
      expect(found.normal[2]).toBeCloseTo(side, 12);
      // The support point of the ellipsoid toward the wall: c − Σ r_k²·(axis_k·n)·axis_k / height.
      for (let k = 0; k < 3; k++) {
        const centre = from[k] + t * (to[k] - from[k]);
        const toward = rows.reduce((sum, axis, a) => sum + radii[a] ** 2 * axis[2] * side * axis[k], 0) / height;
        expect(found.point[k]).toBeCloseTo(centre - toward, 9);
      }
    }
  });

  test(`points, as faces of one point: the least root of each quadratic, by brute force, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 3);
    let hits = 0;
    let checked = 0;
    for (let i = 0; i < longRun(200, 60); i++) {
      const points = Array.from({ length: 12 }, () => coordinates(random, 3, 4, 0));
      const cloud = facesOf(points.flatMap((p) => [...p, ...p, ...p]));
      const radii = [0, 0, 0].map(() => 0.2 + 1.5 * random());
      const axes = randomAxes(random);
      const [from, to] = [coordinates(random, 3, 8, 0), coordinates(random, 3, 8, 0)];
      const inUnit = (v: readonly number[]) => [0, 1, 2].map((k) => dot(axes.slice(3 * k, 3 * k + 3), v) / radii[k]);
      const way = inUnit(to.map((x, k) => x - from[k]));
      // |s + t·way|² = 1 for the start s seen from each point.
      const roots = points.map((p) => {
        const s = inUnit(from.map((x, k) => x - p[k]));
        const [a, b, c] = [dot(way, way), dot(way, s), dot(s, s) - 1];
        if (c <= 0) return 0;
        const t = (-b - Math.sqrt(b * b - a * c)) / a;
        return t >= 0 && t <= 1 ? t : Infinity;
      });
      const first = Math.min(...roots);
      const found = sweepEllipsoid(cloud, { from, to, radii, axes });
      expect(found?.time.high ?? Infinity).toBeCloseTo(first, 9);
      if (found === null) continue;
      hits++;
      expect(roots[found.face]).toBeCloseTo(first, 9);
      if (first === 0) continue;
      checked++;
      for (let k = 0; k < 3; k++) expect(found.point[k]).toBeCloseTo(points[found.face][k], 12);
      // The ellipsoid's own normal there, toward the centre: the gradient Σ axis_k·(axis_k·(c − p)) / r_k².
      const away = [0, 1, 2].map((k) => from[k] + found.time.high * (to[k] - from[k]) - points[found.face][k]);
      const gradient = [0, 1, 2].map((k) =>
        [0, 1, 2].reduce((sum, a) => {
          const axis = axes.slice(3 * a, 3 * a + 3);
          return sum + (axis[k] * dot(axis, away)) / radii[a] ** 2;
        }, 0),
      );
      expect(dot(found.normal, gradient) / Math.hypot(...gradient)).toBeCloseTo(1, 9);
      expect(Math.abs(dot(found.normal, away) / Math.hypot(...away))).toBeLessThanOrEqual(1 + 1e-12);
    }
    expect(hits).toBeGreaterThan(longRun(60, 12));
    expect(checked).toBeGreaterThan(longRun(40, 8));
  });

  test('no motion, contact at the start, a flat and a long ellipsoid', () => {
    const still = { from: [0, 0, 2], to: [0, 0, 2], radii: [1, 4, 2] };
    expect(sweepEllipsoid(wall, still)?.time).toEqual({ low: 0, high: 0 });
    expect(sweepEllipsoid(wall, { ...still, radii: [1, 4, 1] })).toBeNull();
    expect(sweepEllipsoid(wall, { from: [0, 0, 1], to: [0, 0, 9], radii: [1, 4, 2] })?.time.high).toBe(0);
    const blade = { from: [0, 0, 5], to: [0, 0, -5], radii: [8, 1e-3, 2 ** -20] };
    expect(sweepEllipsoid(wall, blade)?.time.high).toBeCloseTo(0.5 - 2 ** -20 / 10, 12);
  });
});

test(`equal radii, whatever the axes: the bytes of sweepSphere, seed ${SEED}`, async () => {
  const random = mulberry32(SEED + 4);
  const ball = sphere({ radius: 10, subdivisions: 3 });
  const index = await buildIndex(ball);
  let hits = 0;
  for (let i = 0; i < longRun(200, 60); i++) {
    const radius = 0.1 + 2 * random();
    const [from, to] = [coordinates(random, 3, 15, 0), coordinates(random, 3, 15, 0)];
    const wanted = sweepSphere(ball, { from, to, radius });
    const radii = [radius, radius, radius];
    expect(sweepEllipsoid(ball, { from, to, radii })).toEqual(wanted);
    expect(sweepEllipsoid(index, { from, to, radii, axes: randomAxes(random) })).toEqual(wanted);
    if (wanted !== null) hits++;
  }
  expect(hits).toBeGreaterThan(longRun(60, 15));
});

test(`no answer depends on the ellipsoids before, seed ${SEED}`, () => {
  const random = mulberry32(SEED + 5);
  const mesh = sphere({ radius: 10, subdivisions: 2 });
  const asked = Array.from({ length: 12 }, (_, i) => ({
    from: coordinates(random, 3, 15, 0),
    to: coordinates(random, 3, 4, 0),
    radii: [
      [1, 2, 3],
      [1, 1, 2],
      [3, 1, 1],
    ][i % 3],
  }));
  const once = asked.map((sweep) => sweepEllipsoid(sphere({ radius: 10, subdivisions: 2 }), sweep));
  expect(asked.map((sweep) => sweepEllipsoid(mesh, sweep))).toEqual(once);
  expect(once.filter((found) => found !== null).length).toBeGreaterThan(6);
});

describe('refusals', () => {
  const fine = { from: [0, 0, 9], to: [0, 0, 0], radii: [1, 2, 3] };
  test.each([
    ['a radius of 0', { radii: [1, 0, 3] }, 'BAD_RADIUS', 'Number 1 of radii'],
    ['a negative radius', { radii: [1, 2, -3] }, 'BAD_RADIUS', 'Number 2 of radii'],
    ['a radius that is NaN', { radii: [Number.NaN, 2, 3] }, 'BAD_RADIUS', 'Number 0 of radii'],
    ['an infinite radius', { radii: [1, 2, Infinity] }, 'BAD_RADIUS', 'Number 2 of radii'],
    ['radii too unlike', { radii: [1, 1e-200, 1] }, 'BAD_RADIUS', 'stretch'],
    ['radii so unlike that f64 has no ratio', { radii: [1, 5e-324, 1] }, 'BAD_RADIUS', 'stretch'],
    ['two radii', { radii: [1, 2] }, 'BAD_LENGTH', 'radii'],
    ['a radius alone', { radii: 1 }, 'WRONG_TYPE', 'radii'],
    ['the radius of a sphere', { radius: 1 }, 'UNKNOWN_OPTION', 'radius'],
    ['axes at no right angle', { axes: [1, 0, 0, 0.1, 0.995, 0, 0, 0, 1] }, 'BAD_AXES', 'axes 0 and 1'],
    ['an axis too long', { axes: [1, 0, 0, 0, 1, 0, 0, 0, 1.1] }, 'BAD_AXES', 'axes 2 and 2'],
    ['an axis that is NaN', { axes: [1, 0, 0, 0, Number.NaN, 0, 0, 0, 1] }, 'BAD_AXES', 'axes'],
    ['eight numbers', { axes: [1, 0, 0, 0, 1, 0, 0, 0] }, 'BAD_LENGTH', 'axes'],
    ['NaN', { to: [0, Number.NaN, 0] }, 'NON_FINITE_COORDINATE', 'y of to'],
    ['light years', { to: [0, 1e40, 0] }, 'COORDINATE_RANGE', 'y of to'],
  ])('%s', (_, wrong, code, words) => {
    const refusal = expect.objectContaining({ code, name: OptionError.name, message: expect.stringContaining(words) });
    expect(() => sweepEllipsoid(box({ size: [1, 1, 1] }), { ...fine, ...wrong } as never)).toThrow(refusal);
  });
  test('no surface', () => {
    expect(() => sweepEllipsoid(undefined as never, fine)).toThrow(expect.objectContaining({ code: 'MISSING_MESH' }));
  });
});

test('radii whose ratios are beyond any product of two have a point all the same', () => {
  const line = createMesh([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]);
  const found = sweepEllipsoid(line, { from: [5, 0, 0], to: [0, 0, 0], radii: [1, 1e-160, 1e-160] });
  expect(Math.abs(found!.point[0] - 2)).toBeLessThan(1e-12);
  expect([found!.point[1], found!.point[2]].map(Math.abs)).toEqual([0, 0]);
});
