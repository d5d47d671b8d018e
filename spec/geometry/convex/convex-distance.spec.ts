// The signed distance of convex bodies against its definition, in exact arithmetic; KERF_PAIRS: number of pairs.

import { describe, expect, test } from '@jest/globals';
import { type ConvexBody, PairDistance } from '#convex';
import { checkPose } from '#core';
import { type Convex, type ConvexDistance, convexDistance, createConvex } from '#kerf';
import { compareConvexDistance } from '#reference';
import { type ConvexPair, exactDistanceOf, harshPair, hullOf, somePair, stepped } from '#harness/convex-pairs.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const PAIRS = Number(process.env.KERF_PAIRS ?? longRun(1000, 250));
/** Pairs whose points are checked; harsh pairs; pairs under limits; and paths. */
const POINTS = longRun(300, 20);
const HARSH = longRun(600, 40);
const LIMITED = longRun(1200, 60);
const PATHS = longRun(60, 5);
const ZERO = { low: 0, high: 0 };

const sphere = (radius: number) => createConvex({ kind: 'sphere', radius });
const capsule = (radius: number, length: number) => createConvex({ kind: 'capsule', radius, length });
const box = (x: number, y: number, z: number) => createConvex({ kind: 'box', size: [x, y, z] });
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
/** The pose, moved by t·v. */
const moved = (pose: readonly number[], v: ArrayLike<number>, t: number) =>
  pose.map((x, i) => (i >= 12 && i < 15 ? x + t * v[i - 12] : x));
/** 1024·u·M, the rounding bound: M bounds the pair's coordinates. */
const rounding = ({ a, b, pose }: ConvexPair) =>
  2 ** -43 * Math.max((a as ConvexBody).magnitude, 2 * (b as ConvexBody).magnitude + Math.max(...pose.map(Math.abs)));

/** More iterations than the searches need for these bodies. */
const ENOUGH = 250;
/** The searches after they have measured a pair, @param limits on their iterations, and on those in integers. */
function searched({ a, b, pose }: ConvexPair, ...limits: readonly number[]): PairDistance {
  const searches = new PairDistance(...limits);
  checkPose(pose, searches.pair.pose);
  searches.measure(a as ConvexBody, b as ConvexBody);
  return searches;
}

const signOf = (exact: ReturnType<typeof exactDistanceOf>) =>
  ({ below: -1, inside: 0, above: 1 })[compareConvexDistance(exact, ZERO)];

/** Points on the bodies whose difference is the distance along the normal, by the definition. */
function expectPoints(name: unknown, pair: ConvexPair): ConvexDistance {
  const answer = convexDistance(pair.a, pair.b, pair.pose);
  const { distance, pointA, pointB, normal } = answer;
  const slack = rounding(pair);
  const off = Math.hypot(...pointB.map((x, k) => x - pointA[k] - distance * normal[k]));
  expect([name, off <= slack, off / slack]).toEqual([name, true, expect.any(Number)]);
  expect(Math.abs(Math.hypot(...normal) - 1)).toBeLessThan(1e-14);
  for (const [body, point, pose] of [
    [pair.a, pointA, at(0, 0, 0)],
    [pair.b, pointB, pair.pose],
  ] as const) {
    const { distance: depth } = convexDistance(sphere(0), body, moved(pose, point, -1));
    expect([name, Math.abs(depth) <= 4 * slack]).toEqual([name, true]);
  }
  return answer;
}

function bytesOf({ distance, low, high, pointA, pointB, normal, status }: ConvexDistance): string {
  return [status, distance, low, high, ...pointA, ...pointB, ...normal].join();
}

describe('convexDistance', () => {
  inDeep(() =>
    test(`holds the exact signed distance, and has its sign (seed 1901, ${PAIRS} pairs)`, () => {
      const random = mulberry32(1901);
      const seen = { apart: 0, kissing: 0, penetrating: 0 };
      for (let i = 0; i < PAIRS; i++) {
        const pair = somePair(random);
        const exact = exactDistanceOf(pair);
        const answer = convexDistance(pair.a, pair.b, pair.pose);
        const sign = signOf(exact);
        const { distance, low, high, status } = answer;
        expect([i, status, compareConvexDistance(exact, answer)]).toEqual([
          i,
          expect.stringMatching(/exact|certified/),
          'inside',
        ]);
        expect([i, low <= distance && distance <= high, Math.sign(distance)]).toEqual([i, true, sign + 0]);
        seen[sign > 0 ? 'apart' : sign === 0 ? 'kissing' : 'penetrating']++;
      }
      expect(Math.min(seen.apart, seen.penetrating) > PAIRS / 8 && seen.kissing > 0).toBe(true);
    }),
  );

  test(`the points lie on the bodies, along the normal; moved along it, they kiss (seed 1902, ${POINTS} pairs)`, () => {
    const random = mulberry32(1902);
    let near = 0;
    for (let i = 0; i < POINTS; i++) {
      const pair = somePair(random);
      const { distance, normal } = expectPoints(i, pair);
      const kissing = { ...pair, pose: moved(pair.pose, normal, -distance) };
      const { distance: left } = expectPoints(`${i}, kissing`, kissing);
      expect([i, Math.abs(left) <= rounding(pair)]).toEqual([i, true]);
      if (left !== 0) near++;
    }
    expect(near).toBeGreaterThan(POINTS / 3);
  });

  test(`harsh bodies too, all scales, far and mixed: exact depth and points (seed 1906, ${HARSH} pairs)`, () => {
    const random = mulberry32(1906);
    let penetrating = 0;
    for (let i = 0; i < HARSH; i++) {
      const pair = harshPair(random);
      const answer = expectPoints(i, pair);
      const exact = exactDistanceOf(pair);
      expect([i, answer.status, compareConvexDistance(exact, answer)]).toEqual([i, 'exact', 'inside']);
      // Subtracting radii rounds both ends.
      expect([i, answer.high - answer.low <= (1 + 2 ** -9) * rounding(pair)]).toEqual([i, true]);
      if (answer.distance < 0) penetrating++;
    }
    expect(penetrating).toBeGreaterThan(HARSH / 5);
  });

  test('a segment that crosses another within rounding: the tetrahedron of their corners is flat', () => {
    const a = hullOf([
      0.3056497466750443, 0.2826624331064522, 0.1153637045994401, -0.3920850455760956, -0.15224217623472214,
      -0.08488115742802621,
    ]);
    const pose = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0];
    pose.push(-0.005631661955327112, 0.0886378253055633, -0.8575181307062731, 1);
    for (const length of [1, 2, 4]) expectPoints(length, { a, b: capsule(0, length), pose });
  });

  test('what touches a flat body inside its plane has a normal: a point in a square, a segment on a segment', () => {
    const square = hullOf([1, 1, 0, 1, -1, 0, -1, 1, 0, -1, -1, 0]);
    const line = hullOf([-1, -2, -3, 1, 2, 3, 1, 2, 3]);
    for (const [a, b] of [
      [square, sphere(0)],
      [line, sphere(0)],
      [line, line],
      [square, square],
    ])
      for (const pose of [at(0, 0, 0), [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]]) {
        const pair = { a, b, pose };
        expect([expectPoints('flat', pair).distance, compareConvexDistance(exactDistanceOf(pair), ZERO)]).toEqual([
          0,
          'inside',
        ]);
      }
  });

  test(`asked the other way round it has the same distance (seed 1903, ${POINTS} pairs)`, () => {
    const random = mulberry32(1903);
    for (let i = 0; i < POINTS; i++) {
      const { a, b, pose } = { ...somePair(random), pose: rigidPose(random, 1) };
      const inverse = Array.from({ length: 16 }, () => 0);
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) {
          inverse[4 * c + r] = pose[4 * r + c];
          inverse[12 + r] -= pose[4 * r + c] * pose[12 + c];
        }
      inverse[15] = 1;
      const slack = rounding({ a, b, pose }) + rounding({ a: b, b: a, pose });
      const one = convexDistance(a, b, pose);
      const other = convexDistance(b, a, inverse);
      expect([i, one.low - slack <= other.high && other.low - slack <= one.high]).toEqual([i, true]);
    }
  });

  test.each<[string, Convex, Convex, number[], number]>([
    ['spheres', sphere(1), sphere(2), at(0, 0, 5), 2],
    ['concentric spheres', sphere(1), sphere(2), at(0, 0, 0), -3],
    ['points in one place', sphere(0), sphere(0), at(0, 0, 0), 0],
    [
      'capsules whose axes cross',
      capsule(1, 4),
      capsule(0.5, 4),
      [0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 1],
      -1.5,
    ],
    ['capsules along one line', capsule(1, 4), capsule(0.5, 4), at(0, 0, 2), -1.5],
    ['a sphere deep in a box', box(4, 6, 8), sphere(1), at(1, 0, 0), -2],
    ['a segment through a box', box(4, 6, 8), capsule(0, 20), at(0, 0.5, 0), -2],
    ['boxes corner to corner', box(2, 2, 2), box(2, 2, 2), at(5, 6, 2), 5],
    ['boxes with one centre', box(2, 2, 2), box(4, 4, 4), at(0, 0, 0), -3],
    ['boxes that share a corner', box(2, 2, 2), box(2, 2, 2), at(2, 2, 2), 0],
    ['boxes that share an edge', box(2, 2, 2), box(2, 2, 2), at(2, 2, 0.5), 0],
    ['boxes that share a part of a side', box(2, 2, 2), box(2, 4, 2), at(2, 0.5, 0.25), 0],
    [
      'a triangle through a triangle',
      hullOf([0, 0, 0, 4, 0, 0, 0, 4, 0]),
      hullOf([1, 1, -1, 1, 1, 3, 2, 1, -1]),
      at(0, 0, 0),
      -1,
    ],
    [
      'triangles in one plane',
      hullOf([0, 0, 0, 4, 0, 0, 0, 4, 0]),
      hullOf([1, 1, 0, 5, 1, 0, 1, 5, 0]),
      at(0, 0, 0),
      0,
    ],
    ['segments in one line', hullOf([0, 0, 0, 4, 0, 0, 4, 0, 0]), hullOf([3, 0, 0, 5, 0, 0, 5, 0, 0]), at(0, 0, 0), 0],
  ])('%s', (_, a, b, pose, expected) => {
    const { distance, low, high, status } = convexDistance(a, b, pose);
    expect({ status, holds: low <= expected && expected <= high }).toEqual({ status: 'exact', holds: true });
    expect(distance).toBeCloseTo(expected, 12);
    if (expected === 0) expect([low, distance, high]).toEqual([0, 0, 0]);
  });

  test.each([0, 1e-3, 1e5])(
    'a box an ulp off another, or into it, is distinguished from one that kisses it; %d mm off',
    (offset) => {
      const a = hullOf(
        [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [offset + (c & 1), offset + ((c >> 1) & 1), offset + (c >> 2)]),
      );
      const b = box(1, 1, 1);
      for (const steps of [-2, -1, 0, 1, 2]) {
        const pose = at(stepped(offset + 1.5, steps), offset + 0.75, offset + 0.25);
        // The stored corner of b, not the pose, determines contact.
        const sign = Math.sign(pose[12] - 0.5 - (offset + 1));
        expect([steps, Math.sign(convexDistance(a, b, pose).distance)]).toEqual([steps, sign]);
      }
    },
  );

  test('spheres whose radii meet the distance of their centres exactly, or miss it by an ulp', () => {
    for (const [x, y, z, d] of [
      [3, 4, 0, 5],
      [1, 4, 8, 9],
      [6, 6, 7, 11],
    ])
      for (const steps of [-1, 0, 1])
        expect(Math.sign(convexDistance(sphere(1), sphere(stepped(d - 1, steps)), at(x, y, z)).distance)).toBe(
          -steps + 0,
        );
  });

  test(`with a cache: the same bytes along coherent paths, in fewer steps (seed 1904, ${PATHS} paths of 40)`, () => {
    const random = mulberry32(1904);
    const shell = () => hullOf(Array.from({ length: 30 }, () => unitVector(random)).flat());
    const makers = [shell, () => box(1, 2, 1.5), () => capsule(0.3, 1)];
    const some = () => makers[Math.floor(3 * random())]();
    const steps = { warm: 0, cold: 0 };
    for (let path = 0; path < PATHS; path++) {
      const [a, b, cache] = [some(), some(), {}];
      const from = path % 3 === 0 ? at(0, 0, 0) : rigidPose(random, 0);
      const [start, way] = [unitVector(random).map((x) => 2.5 * x), unitVector(random)];
      for (let i = 0; i <= 40; i++) {
        const pose = moved(moved(from, start, 1 - i / 25), way, i / 40);
        const warm = convexDistance(a, b, pose, { cache });
        const cold = convexDistance(a, b, pose);
        expect([path, i, bytesOf(warm)]).toEqual([path, i, bytesOf(cold)]);
        steps.warm += warm.iterations;
        steps.cold += cold.iterations;
      }
    }
    expect(steps.warm).toBeLessThan(steps.cold / 4);
  });

  test('a cache of another pair begins anew, and what is no cache is refused', () => {
    const cache = {};
    const [a, b] = [box(2, 2, 2), hullOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])];
    for (const [x, y] of [
      [a, b],
      [b, a],
      [sphere(1), b],
      [a, a],
    ])
      expect(bytesOf(convexDistance(x, y, at(0.5, 0.25, 3), { cache }))).toBe(
        bytesOf(convexDistance(x, y, at(0.5, 0.25, 3))),
      );
    for (const wrong of [null, 1, 'cache', []])
      expect(() => convexDistance(a, b, at(0, 0, 3), { cache: wrong as never })).toThrow(
        expect.objectContaining({ name: 'OptionError', code: 'WRONG_TYPE' }),
      );
    expect(() => convexDistance({ kind: 'box' }, b, at(0, 0, 3))).toThrow(
      expect.objectContaining({ code: 'WRONG_TYPE' }),
    );
    expect(() => convexDistance(a, b, [1])).toThrow(expect.objectContaining({ code: 'BAD_LENGTH' }));
  });

  test(`limits leave pairs undecided, or certified; bounds hold, signs are exact (seed 1905, ${LIMITED} pairs)`, () => {
    const random = mulberry32(1905);
    const seen = { exact: 0, certified: 0, undecided: 0 };
    for (let i = 0; i < LIMITED; i++) {
      // Depths that f64 leaves undecided, mostly of needles and plates, are searched in integers.
      const pair = i % 3 === 0 ? somePair(random) : harshPair(random);
      const exact = exactDistanceOf(pair);
      for (const limits of [[i % 4], [ENOUGH, 0], [ENOUGH, 1 + (i % 4)], []]) {
        const { status, bounds } = searched(pair, ...limits);
        const [low, high, distance] = bounds;
        seen[status]++;
        expect([i, limits, status, compareConvexDistance(exact, { low, high })]).toEqual([i, limits, status, 'inside']);
        const sign = Math.sign(distance);
        if (status === 'undecided') expect([i, distance, limits.length]).toEqual([i, Number.NaN, 1]);
        else expect([i, low <= distance && distance <= high, signOf(exact)]).toEqual([i, true, sign + 0]);
        const isNarrow = high - low <= (1 + 2 ** -9) * rounding(pair);
        if (status === 'exact') expect([i, limits, isNarrow]).toEqual([i, limits, true]);
        // Whether hulls are apart, and by how much, is decided without a limit.
        if (status === 'certified') expect([i, sign, limits.length]).toEqual([i, -1, 2]);
        if (limits.length === 0) expect([i, status]).toEqual([i, 'exact']);
      }
    }
    expect(Math.min(seen.exact, seen.certified, seen.undecided)).toBeGreaterThan(longRun(40, 0));
  });

  test('the least way out of a long thin facet is exact; a limit on the exact search leaves it certified', () => {
    // The shortest translation out goes through a long thin facet of the difference: a search found these corners.
    const slivered = [80, -16, -5, -75, 49, 2, 25, -99, -42, 7.375, 48.25, -3.25, 1, 44, -46];
    const pair = { a: hullOf(slivered), b: box(10, 20, 30), pose: at(2, 8, 2) };
    const answer = expectPoints('thin', pair);
    const exact = exactDistanceOf(pair);
    expect([answer.status, compareConvexDistance(exact, answer)]).toEqual(['exact', 'inside']);
    const statuses = { searches: new Set<string>(), exactSearch: new Set<string>() };
    for (let most = 0; most < 40; most++)
      for (const [of, limits] of [
        ['searches', [most]],
        ['exactSearch', [ENOUGH, most]],
      ] as const) {
        const { status, bounds } = searched(pair, ...limits);
        statuses[of].add(status);
        expect([limits, compareConvexDistance(exact, { low: bounds[0], high: bounds[1] })]).toEqual([limits, 'inside']);
      }
    expect(statuses).toEqual({
      searches: new Set(['undecided', 'exact']),
      exactSearch: new Set(['certified', 'exact']),
    });
  });
});
