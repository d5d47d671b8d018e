// Sweeps of a sphere over a surface: against the exact oracle and closed forms; orders of corners, far origins, scales;
// refusals. Thousands of sweeps over skulls: sweep-sphere-oracle.spec.ts.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { buildIndex, createMesh, OptionError, type SphereImpact, sweepSphere, type TriangleMesh } from '#kerf';
import { exactFraction, triangleTriangleSquaredDistance } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, coordinates, unitVector } from '#harness/random-geometry.ts';

const SEED = 1703;

interface Sweep {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly radius: number;
}

/** Exact: whether the sphere touches the face at some time in [0, t]. */
function touchesUntil({ from, to, radius }: Sweep, corners: ArrayLike<number>, t: number): boolean {
  const time = exactFraction(t);
  const start = from.map(exactFraction);
  const end = start.map((x, k) => x.add(exactFraction(to[k]).sub(x).mul(time)));
  const way = [...start, ...end, ...end];
  const reach = exactFraction(radius);
  return triangleTriangleSquaredDistance(way, corners).compare(reach.mul(reach)) <= 0;
}

/** Faces whose boxes come within slightly more than the radius of the path's box. */
function facesNear({ positions, faces }: TriangleMesh, { from, to, radius }: Sweep): number[] {
  const more = radius * (1 + 1e-9) + 1e-9;
  const near: number[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    let isNear = true;
    for (let k = 0; k < 3 && isNear; k++) {
      const [a, b, c] = [0, 1, 2].map((i) => positions[3 * faces[f + i] + k]);
      const low = Math.min(from[k], to[k]) - more;
      const high = Math.max(from[k], to[k]) + more;
      isNear = Math.max(a, b, c) >= low && Math.min(a, b, c) <= high;
    }
    if (isNear) near.push(f / 3);
  }
  return near;
}

const cornersOf = ({ positions, faces }: TriangleMesh, face: number): number[] =>
  [0, 1, 2].flatMap((k) => Array.from(positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3)));

/** What is wrong with an answer by the definition; '' if nothing is. */
function fault(mesh: TriangleMesh, sweep: Sweep, found: SphereImpact | null): string {
  const near = facesNear(mesh, sweep).map((face) => ({ face, corners: cornersOf(mesh, face) }));
  const { low, high } = found?.time ?? { low: 1, high: 1 };
  if (!(0 <= low && low <= high && high <= 1)) return `[${low}, ${high}] is no interval in [0, 1]`;
  const before = found === null ? 1 : low * (1 - 2 ** -53);
  if (found === null || low > 0) {
    const missed = near.find(({ corners }) => touchesUntil(sweep, corners, before));
    if (missed !== undefined) return `face ${missed.face} touches before ${low}`;
  }
  if (found === null) return '';
  if (!touchesUntil(sweep, cornersOf(mesh, found.face), high)) return `face ${found.face} does not touch until ${high}`;
  if (Math.abs(Math.hypot(...found.normal) - 1) > 1e-12) return 'the normal is no unit vector';
  return '';
}

function expectRight(mesh: TriangleMesh, sweep: Sweep): SphereImpact | null {
  const found = sweepSphere(mesh, sweep);
  const said = fault(mesh, sweep, found);
  if (said !== '') throw new Error(`${mesh.name}, ${JSON.stringify(sweep)}: ${said}`);
  return found;
}

describe('against the exact oracle', () => {
  test.each([
    ['sphere', sphere({ radius: 10, subdivisions: 3 }), 14],
    ['box', box({ size: [20, 16, 12] }), 14],
  ])(`random sweeps over a %s: none late, none missed, seed ${SEED}`, (_, mesh, reach) => {
    const random = mulberry32(SEED);
    const count = { free: 0, initial: 0, contact: 0 };
    let widest = 0;
    for (let i = 0; i < longRun(150, 40); i++) {
      const from = coordinates(random, 3, reach, 0);
      const length = reach * 10 ** (-2 * random());
      // In any direction, or through the centre.
      const direction = i % 2 === 0 ? unitVector(random) : from.map((x) => -x / Math.hypot(...from));
      const to = direction.map((x, k) => from[k] + length * x);
      const found = expectRight(mesh, { from, to, radius: [0, 0.01, 1, 5][i % 4] * (1 + random()) });
      if (found === null) count.free++;
      else if (found.time.high === 0) count.initial++;
      else {
        count.contact++;
        widest = Math.max(widest, (found.time.high - found.time.low) * length);
      }
    }
    console.log(`${mesh.name}: ${JSON.stringify(count)}, widest interval ${widest.toExponential(1)} mm`);
    expect(count.free).toBeGreaterThan(longRun(10, 3));
    expect(count.contact).toBeGreaterThan(longRun(10, 3));
    expect(widest).toBeLessThan(1e-9);
  });

  test(`sweeps that graze a corner, an edge, a face, or miss it by a unit, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 1);
    let hits = 0;
    let misses = 0;
    for (let i = 0; i < longRun(180, 48); i++) {
      const mesh = oneFace(coordinates(random, 9, 4, 0).map(Math.round));
      const whole = (most: number) => Math.round(most * (2 * random() - 1));
      // Integer coordinates: a sphere that grazes along an axis does so exactly.
      const radius = 1 + Math.floor(3 * random());
      const axis = Math.floor(3 * random());
      const corner = cornersOf(mesh, 0).slice(0, 3);
      const from = corner.map((x, k) => x + (k === axis ? -8 : k === (axis + 1) % 3 ? radius : 0));
      const off = [0, 2 ** -50, -(2 ** -50)][i % 3] * Math.max(1, Math.abs(from[(axis + 1) % 3]));
      from[(axis + 1) % 3] += off;
      const to = from.map((x, k) => (k === axis ? x + 16 + whole(2) : x));
      const found = expectRight(mesh, { from, to, radius });
      if (found === null) misses++;
      else hits++;
    }
    expect(hits).toBeGreaterThan(longRun(20, 5));
    expect(misses).toBeGreaterThan(longRun(20, 5));
  });

  test(`sweeps that graze an edge between its corners, or miss it by a few units, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 3);
    let hits = 0;
    let misses = 0;
    for (let i = 0; i < longRun(180, 40); i++) {
      const [edge, way] = [unitVector(random), unitVector(random)];
      const across = [0, 1, 2].map((k) => edge[(k + 1) % 3] * way[(k + 2) % 3] - edge[(k + 2) % 3] * way[(k + 1) % 3]);
      const away = across.map((x) => x / Math.hypot(...across));
      const on = coordinates(random, 3, 4, 0);
      const at = (along: number, forth: number, up: number) =>
        on.map((x, k) => x + along * edge[k] + forth * way[k] + up * away[k]);
      // The whole face lies below the edge; the centre moves above it, at the radius up to a few units.
      const mesh = oneFace([...at(-1 - random(), 0, 0), ...at(1 + random(), 0, 0), ...at(0, random(), -2)]);
      const above = 0.5 + 2 * random();
      const radius = above * (1 + (Math.floor(9 * random()) - 4) * 2 ** -52);
      const found = expectRight(mesh, { from: at(0, -3 - random(), above), to: at(0, 3 + random(), above), radius });
      if (found === null) misses++;
      else hits++;
    }
    expect(hits).toBeGreaterThan(longRun(45, 10));
    expect(misses).toBeGreaterThan(longRun(45, 10));
  });

  test(`faces of up to kilometres, a path of millimetres: the faces’ coordinates count, seed ${SEED}`, () => {
    const random = mulberry32(SEED + 4);
    let hits = 0;
    for (let i = 0; i < longRun(120, 30); i++) {
      const size = 10 ** (3 + 3 * random());
      const [a, b] = [coordinates(random, 3, size, 0), coordinates(random, 3, size, 0)];
      const middle = coordinates(random, 3, 1, 0);
      // The middle of the face is on the path, or beside it.
      const mesh = oneFace([...a, ...b, ...middle.map((x, k) => 3 * x - a[k] - b[k])]);
      const from = middle.map((x) => x + 8 * (2 * random() - 1));
      const to = middle.map((x, k) => 2 * x - from[k] + random());
      const found = expectRight(mesh, { from, to, radius: [0, 0.01, 0.5][i % 3] });
      if (found !== null && found.time.high > 0) hits++;
    }
    expect(hits).toBeGreaterThan(longRun(80, 20));
  });
});

const oneFace = (corners: readonly number[]): TriangleMesh =>
  createMesh(Float64Array.from(corners), Uint32Array.of(0, 1, 2));

describe('closed forms', () => {
  const wall = createMesh(
    Float64Array.of(-50, -50, 0, 50, -50, 0, 50, 50, 0, -50, 50, 0),
    Uint32Array.of(0, 1, 2, 0, 2, 3),
  );
  test.each([1, -1])('a wall from either side: %d', (side) => {
    const found = expectRight(wall, { from: [1, 2, 10 * side], to: [1, 2, -10 * side], radius: 2 });
    expect(found?.time.low).toBeCloseTo(0.4, 12);
    expect(found?.time.high).toBeCloseTo(0.4, 12);
    expect(Array.from(found?.point ?? [])).toEqual([1, 2, 0]);
    expect(Array.from(found?.normal ?? [])).toEqual([0, 0, side]);
    expect(found?.face).toBe(1);
  });
  test('a wall of 0.3 mm is not passed, however fast the hand', () => {
    for (const way of [1, 100, 1e4, 1e6]) {
      const found = expectRight(wall, { from: [1, 2, 0.3 * way], to: [1, 2, -0.7 * way], radius: 1e-3 });
      expect(found?.time.high).toBeCloseTo(0.3 - 1e-3 / way, 9);
    }
  });
  test('a point, of radius 0, passes through the face at one instant', () => {
    const found = expectRight(wall, { from: [1, 2, 1], to: [1, 2, -2], radius: 0 });
    expect(found?.time.low).toBeLessThanOrEqual(1 / 3);
    expect(found?.time.high).toBeGreaterThanOrEqual(1 / 3);
    expect(Array.from(found?.normal ?? [])).toEqual([0, 0, 1]);
  });
  test('no motion: at once, or never', () => {
    expect(expectRight(wall, { from: [1, 2, 1], to: [1, 2, 1], radius: 1 })?.time).toEqual({ low: 0, high: 0 });
    expect(expectRight(wall, { from: [1, 2, 1], to: [1, 2, 1], radius: 1 - 2 ** -53 })).toBeNull();
    expect(expectRight(wall, { from: [1, 2, 0], to: [1, 2, 0], radius: 0 })?.time).toEqual({ low: 0, high: 0 });
  });
  test('along the wall: in contact all the way, or a unit above it never', () => {
    expect(expectRight(wall, { from: [-9, 2, 1], to: [9, 2, 1], radius: 1 })?.time).toEqual({ low: 0, high: 0 });
    expect(expectRight(wall, { from: [-9, 2, 1 + 2 ** -52], to: [9, 2, 1 + 2 ** -52], radius: 1 })).toBeNull();
  });
  test('leaving the wall: it touches as long as it takes to leave', () => {
    expect(expectRight(wall, { from: [1, 2, 0.5], to: [1, 2, 9], radius: 1 })?.time.high).toBe(0);
    expect(expectRight(wall, { from: [1, 2, 1.5], to: [1, 2, 9], radius: 1 })).toBeNull();
  });
  test('touching by no more than a unit at the start, and pressed in: from the start, both times 0', () => {
    expect(expectRight(wall, { from: [1, 2, 1], to: [1, 2, -9], radius: 1 })?.time).toEqual({ low: 0, high: 0 });
    expect(expectRight(wall, { from: [1, 2, 1 + 2 ** -52], to: [1, 2, -9], radius: 1 })?.time.high).toBeGreaterThan(0);
  });
  test('a face without area is its longest edge', () => {
    const line = oneFace([0, 0, 0, 4, 0, 0, 8, 0, 0]);
    expect(expectRight(line, { from: [7, 0, 5], to: [7, 0, -5], radius: 1 })?.time.high).toBeCloseTo(0.4, 12);
    expect(expectRight(line, { from: [10, 0, 5], to: [10, 0, -5], radius: 1 })).toBeNull();
  });
});

test(`any order of the corners, any power of two as scale, an index: the same answer, seed ${SEED}`, async () => {
  const random = mulberry32(SEED + 2);
  for (let i = 0; i < longRun(60, 20); i++) {
    const corners = coordinates(random, 9, 2, 0);
    const [from, to] = [coordinates(random, 3, 4, 0), coordinates(random, 3, 4, 0)];
    const radius = random();
    const first = expectRight(oneFace(corners), { from, to, radius });
    for (const order of CORNER_ORDERS) {
      const turned = oneFace(order.flatMap((at) => corners.slice(at, at + 3)));
      expect(expectRight(turned, { from, to, radius }) === null).toBe(first === null);
    }
    for (const scale of [2 ** -30, 2 ** 40]) {
      const [big, start, end] = [corners, from, to].map((list) => list.map((x) => x * scale));
      expect(sweepSphere(oneFace(big), { from: start, to: end, radius: radius * scale })?.time).toEqual(first?.time);
    }
  }
  const mesh = box({ size: [20, 16, 12] });
  const sweep = { from: [-30, 1, 2], to: [30, 1, 2], radius: 1 };
  expect(sweepSphere(await buildIndex(mesh), sweep)).toEqual(sweepSphere(mesh, sweep));
});

describe('refusals', () => {
  const fine = { from: [0, 0, 0], to: [1, 0, 0], radius: 1 };
  test.each([
    ['a negative radius', { radius: -1 }, 'BAD_RADIUS'],
    ['no radius', { radius: undefined }, 'BAD_RADIUS'],
    ['a radius that is NaN', { radius: Number.NaN }, 'BAD_RADIUS'],
    ['an infinite radius', { radius: Infinity }, 'BAD_RADIUS'],
    ['two numbers', { from: [0, 0] }, 'BAD_LENGTH'],
    ['NaN', { to: [0, Number.NaN, 0] }, 'NON_FINITE_COORDINATE'],
    ['light years', { to: [0, 1e40, 0] }, 'COORDINATE_RANGE'],
    ['a text', { from: 'here' }, 'WRONG_TYPE'],
  ])('%s', (_, wrong, code) => {
    const refusal = expect.objectContaining({ code, name: OptionError.name });
    expect(() => sweepSphere(box({ size: [1, 1, 1] }), { ...fine, ...wrong } as never)).toThrow(refusal);
  });
  test('no sweep, no surface', () => {
    expect(() => sweepSphere(box({ size: [1, 1, 1] }), undefined as never)).toThrow(
      expect.objectContaining({ code: 'WRONG_TYPE' }),
    );
    expect(() => sweepSphere(undefined as never, fine)).toThrow(expect.objectContaining({ code: 'MISSING_MESH' }));
  });
});
