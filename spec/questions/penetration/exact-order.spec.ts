// Orders and winding numbers that lib/questions/penetration computes exactly, against the oracle's fractions.

import { describe, expect, test } from '@jest/globals';
import { cappedShell, sphere, torus } from '#datasets';
import { type Crossing, crossingOrder } from '#penetration/crossing-order.ts';
import { exactDistanceOrder } from '#penetration/exact-distance-order.ts';
import { FarthestVertex } from '#penetration/farthest-vertex.ts';
import { windingAtFraction } from '#penetration/winding-at-fraction.ts';
import { exactFraction, ReferenceMesh, signedDistance, windingNumber } from '#reference';
import { planeSide } from '#triangles';
import { bones, poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { block, joined, posed, posedMesh } from '#harness/penetration-bodies.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';

describe('crossingOrder', () => {
  const SEED = 88;
  test.each([1, 2 ** -10, 2 ** 10])(`crossings an ulp apart and at one point, scale %p (seed ${SEED})`, (scale) => {
    const random = mulberry32(SEED);
    const kinds = new Shares();
    for (let i = 0; i < longRun(400, 100); i++) {
      // An edge along x, and two faces across it whose corners straddle it: at the same position, an ulp apart, or
      // anywhere.
      const offset = 10 ** (3 * random()) * signed(random);
      const T = Float64Array.of(offset, 0, 0, offset + 1 + random(), 0, 0).map((x) => scale * x);
      const spread = coordinates(random, 12, 1, 0);
      const place = offset + 0.2 + 0.6 * random();
      const kind = i % 3;
      const other = kind === 0 ? place : kind === 1 ? place * (1 + 2 ** -52) : offset + 0.2 + 0.6 * random();
      const B = Float64Array.from(
        [place, other].flatMap((x, n) =>
          [0, 1, 2].flatMap((k) => [
            x + (k === 0 ? 0 : spread[6 * n + k] * (kind === 2 ? 0.1 : 0)),
            [1, -1, 0.2][k] * (1 + Math.abs(spread[6 * n + 3])),
            [0.3, 0.4, -1][k],
          ]),
        ),
      ).map((x) => scale * x);
      const faces = Uint32Array.of(0, 1, 2, 3, 4, 5);
      const at = (bone: number): Crossing => ({
        bone,
        from: planeSide(B, 9 * bone, 9 * bone + 3, 9 * bone + 6, T, 0),
        to: planeSide(B, 9 * bone, 9 * bone + 3, 9 * bone + 6, T, 3),
        extent: 4 * scale,
      });
      const [x, y] = [at(0), at(1)];
      expect(x.from * x.to).toBeLessThan(0);
      expect(y.from * y.to).toBeLessThan(0);
      const shares = [0, 1].map((bone) => shareAlong(T, B, bone));
      const exact = shares[0].compare(shares[1]);
      expect([i, Math.sign(crossingOrder(T, 0, 3, x, y, B, faces))]).toEqual([i, exact]);
      expect([i, Math.sign(crossingOrder(T, 0, 3, y, x, B, faces))]).toEqual([i, 0 - exact]);
      kinds.count(exact === 0 ? 'same' : 'apart');
    }
    for (const kind of ['same', 'apart']) expect(kinds.of(kind)).toBeGreaterThan(0.2);
  });

  /** The fraction of the edge at which it crosses the plane of three corners, in exact fractions. */
  function shareAlong(T: Float64Array, B: Float64Array, bone: number) {
    const p = (A: Float64Array, at: number) => [0, 1, 2].map((k) => exactFraction(A[at + k]));
    const [a, b, c] = [0, 3, 6].map((k) => p(B, 9 * bone + k));
    const [u, v] = [b, c].map((q) => q.map((x, k) => x.sub(a[k])));
    const n = [0, 1, 2].map((k) => u[(k + 1) % 3].mul(v[(k + 2) % 3]).sub(u[(k + 2) % 3].mul(v[(k + 1) % 3])));
    const height = (q: ReturnType<typeof p>) => q.map((x, k) => x.sub(a[k]).mul(n[k])).reduce((sum, x) => sum.add(x));
    const [s, t] = [height(p(T, 0)), height(p(T, 3))];
    return s.div(s.sub(t));
  }
});

describe('exactDistanceOrder and FarthestVertex', () => {
  test('of points at one distance, and an ulp nearer', () => {
    const bone = posed(
      block([-2, -2, -2], [2, 2, 2], 2),
      sphere({ radius: 1, subdivisions: 0 }),
      poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 9]),
    ).bone;
    const far = [5, 3, 4];
    const P = Float64Array.from(
      [far, [-5, 3, 4], [4, 5, -3], [5 * (1 - 2 ** -52), 3, 4], [5, 3, 4 * (1 + 2 ** -52)]].flat(),
    );
    const orders = [0, 3, 6, 9, 12].map((q) => Math.sign(exactDistanceOrder(bone, P, 0, q)));
    expect(orders).toEqual([0, 0, 0, 1, -1]);
  });

  const SEED = 606;
  test(`the farthest vertex is the oracle's, ties go to the least number (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const kinds = new Shares();
    const coarse = [
      block([-10, -8, -6], [10, 8, 6]),
      sphere({ radius: 10, subdivisions: 0 }),
      torus({ majorRadius: 10, minorRadius: 4, segments: 6 }),
      cappedShell({ outerRadius: 11, innerRadius: 8, segments: 8 }),
    ];
    const solids = longRun(1, 0) === 1 ? bones : coarse;
    // A symmetric tool in quarter turns has vertices at equal distances; a tool inside the bone has none outside.
    const tools = [
      block([-3, -3, -3], [3, 3, 3]),
      block([-1, -2, -4], [1, 2, 4], 2),
      sphere({ radius: 0.4, subdivisions: 1 }),
    ];
    for (let k = 0; k < longRun(36, 9); k++) {
      const boneMesh = solids[k % 4];
      const toolMesh = tools[k % 3];
      const isAligned = random() < 0.5;
      const turn = isAligned ? [0, 1, 0, -1, 0, 0, 0, 0, 1] : randomRotation(random);
      const place = isAligned
        ? [0, 0, Math.floor(9 * random()) - 4]
        : randomDirection(random).map((x) => 8 * random() * x);
      const pose = poseOf(turn, place);
      const { bone, tool } = posed(boneMesh, toolMesh, pose);
      const reference = new ReferenceMesh(boneMesh);
      const { positions } = posedMesh(toolMesh, pose);
      const distances = Array.from({ length: positions.length / 3 }, (_, v) => {
        const { sign, squared } = signedDistance(
          [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]],
          reference,
        );
        return sign < 0 ? squared.neg() : squared;
      });
      const best = distances.reduce((most, next) => (next.compare(most) > 0 ? next : most));
      const tied = distances.flatMap((distance, v) => (distance.equals(best) ? [v] : []));
      const search = new FarthestVertex(bone, tool);
      // Queried twice: the vertex found first is tried first.
      expect([k, search.find(() => true), search.find(() => true)]).toEqual([k, tied[0], tied[0]]);
      const but = search.find((vertex) => vertex !== tied[0]);
      const others = distances.flatMap((distance, v) => (v === tied[0] ? [] : [distance]));
      expect(distances[but].equals(others.reduce((most, next) => (next.compare(most) > 0 ? next : most)))).toBe(true);
      kinds.count(tied.length > 1 ? 'tied' : 'alone');
    }
    for (const kind of ['tied', 'alone']) expect(kinds.of(kind)).toBeGreaterThan(0.15);
  });
});

describe('windingAtFraction', () => {
  const SEED = 70;
  test(`points between three corners, in overlapping bones and on their symmetry planes (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const kinds = new Shares();
    const boneMesh = joined(
      block([-4, -4, -4], [4, 4, 4], 2),
      block([-1, -1, -1], [6, 6, 6]),
      sphere({ radius: 3, subdivisions: 1 }),
    );
    const { bone } = posed(
      boneMesh,
      sphere({ radius: 1, subdivisions: 0 }),
      poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 9]),
    );
    const reference = new ReferenceMesh(boneMesh);
    for (let i = 0; i < longRun(60, 20); i++) {
      const T = Float64Array.from({ length: 9 }, () =>
        i % 2 === 0 ? 6 * signed(random) : Math.round(6 * signed(random)),
      );
      const weights: bigint[] = [0, 1, 2].map(() => BigInt(Math.floor(4 * random())));
      if (!weights.some(Boolean)) weights[0] = BigInt(1);
      const whole = exactFraction(Number(weights[0] + weights[1] + weights[2]));
      const point = [0, 1, 2].map((k) =>
        [0, 1, 2]
          .map((n) => exactFraction(T[3 * n + k]).mul(Number(weights[n])))
          .reduce((sum, x) => sum.add(x))
          .div(whole),
      );
      const exact = windingNumber([point[0], point[1], point[2]], reference);
      if (exact === 'on surface') continue;
      const found = windingAtFraction(bone, T, [0, 3, 6], [weights[0], weights[1], weights[2]]);
      expect([i, found]).toEqual([i, exact]);
      kinds.count(String(exact));
    }
    for (const kind of ['0', '1', '2']) expect(kinds.of(kind)).toBeGreaterThan(0.05);
  });
});
