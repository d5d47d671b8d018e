// convexDistance by V-Clip: against the definition in exact arithmetic, and against Gilbert's search; KERF_PAIRS sets
// the number of pairs.

import { describe, expect, test } from '@jest/globals';
import type { ConvexBody } from '#convex';
import { type ConvexDistance, convexDistance, createConvex } from '#kerf';
import { compareConvexDistance } from '#reference';
import { type ConvexPair, exactDistanceOf, harshPair, hullOf, somePair } from '#harness/convex-pairs.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';

const PAIRS = Number(process.env.KERF_PAIRS ?? longRun(800, 50));
const WAYS = longRun(60, 8);
const IN_TURN = longRun(200, 20);
const ZERO = { low: 0, high: 0 };

/** Only the source's pairs of polyhedra. */
function polyhedra(random: () => number, source: (random: () => number) => ConvexPair): ConvexPair {
  for (;;) {
    const pair = source(random);
    if ([pair.a, pair.b].every(({ kind }) => kind !== 'sphere' && kind !== 'capsule')) return pair;
  }
}

/** high − low, in roundings of the pair's coordinates. */
function widthOf({ low, high }: ConvexDistance, { a, b, pose }: ConvexPair): number {
  const magnitude = Math.max(
    (a as ConvexBody).magnitude,
    2 * (b as ConvexBody).magnitude + Math.max(...pose.map(Math.abs)),
  );
  return (high - low) / (2 ** -53 * magnitude);
}

describe('convexDistance by V-Clip', () => {
  test.each([
    ['plain', 1931, somePair],
    ['harsh', 1932, harshPair],
  ] as const)(`holds the exact signed distance, as by gjk: %s bodies (seed %d, ${PAIRS} pairs)`, (_, seed, source) => {
    const random = mulberry32(seed);
    const seen = { apart: 0, kissing: 0, penetrating: 0 };
    for (let i = 0; i < PAIRS; i++) {
      const pair = polyhedra(random, source);
      const exact = exactDistanceOf(pair);
      const answer = convexDistance(pair.a, pair.b, pair.pose, { method: 'v-clip' });
      const { distance, low, high, status, pointA, pointB, normal } = answer;
      const sign = { below: -1, inside: 0, above: 1 }[compareConvexDistance(exact, ZERO)];
      expect([i, status, compareConvexDistance(exact, answer)]).toEqual([i, 'exact', 'inside']);
      expect([i, low <= distance && distance <= high, Math.sign(distance)]).toEqual([i, true, sign + 0]);
      expect([i, widthOf(answer, pair) <= 1026]).toEqual([i, true]);
      const off = Math.hypot(...pointB.map((x, k) => x - pointA[k] - distance * normal[k]));
      expect([i, widthOf({ ...answer, low: 0, high: off }, pair) <= 1024]).toEqual([i, true]);
      const other = convexDistance(pair.a, pair.b, pair.pose, { method: 'gjk' });
      expect([i, low <= other.high && other.low <= high]).toEqual([i, true]);
      seen[sign > 0 ? 'apart' : sign === 0 ? 'kissing' : 'penetrating']++;
    }
    expect(Math.min(seen.apart, seen.penetrating) > PAIRS / 8).toBe(true);
  });

  test(`with a cache: the same answer along coherent paths, in few steps (seed 1933, ${WAYS} paths of 41 poses)`, () => {
    const random = mulberry32(1933);
    const shell = () => hullOf(Array.from({ length: 30 }, () => unitVector(random)).flat());
    const box = () => createConvex({ kind: 'box', size: [1, 2, 1.5] });
    const steps = { warm: 0, cold: 0 };
    const shared = {};
    let penetrating = 0;
    for (let path = 0; path < WAYS; path++) {
      const [a, b] = [random() < 0.5 ? shell() : box(), random() < 0.5 ? shell() : box()];
      // One cache in four belonged to another pair.
      const cache = path % 4 === 0 ? shared : {};
      const from = rigidPose(random, 0);
      const [start, way] = [unitVector(random), unitVector(random)];
      for (let i = 0; i <= 40; i++) {
        const pose = from.map((x, k) =>
          k > 11 && k < 15 ? x + 2.5 * (1 - i / 25) * start[k - 12] + (i / 40) * way[k - 12] : x,
        );
        const warm = convexDistance(a, b, pose, { method: 'v-clip', cache });
        const cold = convexDistance(a, b, pose, { method: 'v-clip' });
        const gjk = convexDistance(a, b, pose);
        for (const other of [cold, gjk])
          expect([path, i, warm.status, warm.low, warm.high, ...warm.pointA, ...warm.pointB, ...warm.normal]).toEqual([
            ...[path, i, other.status, other.low, other.high],
            ...[...other.pointA, ...other.pointB, ...other.normal],
          ]);
        if (warm.distance < 0) penetrating++;
        steps.warm += warm.iterations;
        steps.cold += cold.iterations;
      }
    }
    expect(penetrating).toBeGreaterThan(longRun(200, 20));
    expect(steps.warm).toBeLessThan(steps.cold / 4);
  });

  test(`one cache serves both methods in turn (seed 1934, ${IN_TURN} pairs)`, () => {
    const random = mulberry32(1934);
    const cache = {};
    for (let i = 0; i < IN_TURN; i++) {
      const pair = polyhedra(random, somePair);
      const exact = exactDistanceOf(pair);
      for (const method of ['gjk', 'v-clip', 'gjk'] as const)
        expect([i, compareConvexDistance(exact, convexDistance(pair.a, pair.b, pair.pose, { method, cache }))]).toEqual(
          [i, 'inside'],
        );
    }
  });

  test('round bodies, and methods that there are not, are refused', () => {
    const box = createConvex({ kind: 'box', size: [1, 1, 1] });
    const round = [
      createConvex({ kind: 'sphere', radius: 0 }),
      createConvex({ kind: 'sphere', radius: 1 }),
      createConvex({ kind: 'capsule', radius: 1, length: 2 }),
    ];
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    for (const body of round)
      for (const [a, b, name] of [
        [body, box, 'a'],
        [box, body, 'b'],
      ] as const)
        expect(() => convexDistance(a, b, identity, { method: 'v-clip' })).toThrow(
          expect.objectContaining({
            name: 'OptionError',
            code: 'BAD_METHOD',
            message: expect.stringMatching(`body ${name}, which is a ${body.kind}.*leave the method out`),
          }),
        );
    for (const method of [null, 1, 'vclip', 'GJK', {}])
      expect(() => convexDistance(box, box, identity, { method: method as never })).toThrow(
        expect.objectContaining({ name: 'OptionError', code: 'BAD_METHOD' }),
      );
  });
});
