// The oracle of impacts: against the plainest definition, against known roots and known times.

import { describe, expect, test } from '@jest/globals';
import { impactFamilies, impactQuery } from '#datasets';
import { edgeEdgeMeetings, exactFraction, vertexFaceMeetings } from '#reference';
import { multiply, rootsOf } from '#reference/sturm.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { plainlyMeets } from './plain-meeting.ts';

const KINDS = ['vertex-face', 'edge-edge'] as const;
const SEED = 1702;
const SCALES = [1, 1e-6, 1e-3, 2 ** 20, 1e6];

const meetingsOf = (kind: (typeof KINDS)[number], points: Float64Array) =>
  (kind === 'vertex-face' ? vertexFaceMeetings : edgeEdgeMeetings)(points.subarray(0, 12), points.subarray(12));

/** Exact: the points until a time. */
function until(points: Float64Array, t: number) {
  const exact = Array.from(points, exactFraction);
  const end = exact.slice(0, 12).map((x, i) => x.add(exact[12 + i].sub(x).mul(exactFraction(t))));
  return [...exact.slice(0, 12), ...end];
}

describe.each(KINDS)('%s', (kind) => {
  test(`whether they meet in [0, 1], and in [0, t]: the plainest definition's answer, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const count = { queries: 0, hits: 0, times: 0, timesHit: 0 };
    for (let round = 0; round < longRun(15, 1); round++)
      for (const [n, family] of impactFamilies.entries()) {
        const points = impactQuery(kind, family, random).map((x) => x * SCALES[(round + n) % SCALES.length]);
        const meetings = meetingsOf(kind, points);
        const says = `${family} [${points}]`;
        expect([says, meetings.any]).toEqual([says, plainlyMeets(kind, points)]);
        count.queries++;
        if (meetings.any) count.hits++;
        if (!meetings.any || round % 3 > 0) continue;
        for (const t of [random(), Math.floor(8 * random()) / 8]) {
          const isUntil = meetings.isUntil(t);
          expect([says, t, isUntil]).toEqual([says, t, plainlyMeets(kind, until(points, t))]);
          count.times++;
          if (isUntil) count.timesHit++;
          if (meetings.isBefore(t)) expect(isUntil).toBe(true);
        }
      }
    console.log(`${kind}: ${JSON.stringify(count)}`);
    expect(count.hits / count.queries).toBeGreaterThan(0.4);
    expect(count.hits / count.queries).toBeLessThan(0.9);
    expect(count.timesHit / count.times).toBeGreaterThan(0.2);
    expect(count.timesHit / count.times).toBeLessThan(0.8);
  });
});

describe('known times', () => {
  const face = [0, 0, 0, 8, 0, 0, 0, 8, 0];
  const falling = (from: number, to: number) => Float64Array.of(1, 1, from, ...face, 1, 1, to, ...face);
  test('a vertex that is in the plane at 1/4: then, not before, not only after', () => {
    const meetings = vertexFaceMeetings(falling(1, -3).subarray(0, 12), falling(1, -3).subarray(12));
    expect([meetings.isBefore(0.25), meetings.isUntil(0.25)]).toEqual([false, true]);
    expect([meetings.isUntil(0.25 - 2 ** -54), meetings.isBefore(0.25 + 2 ** -54)]).toEqual([false, true]);
  });
  test('at 1/3, which no f64 is: between two of them', () => {
    const meetings = vertexFaceMeetings(falling(1, -2).subarray(0, 12), falling(1, -2).subarray(12));
    const third = 1 / 3;
    expect(exactFraction(third).mul(3).compare(1)).toBeLessThan(0);
    expect([meetings.isUntil(third), meetings.isBefore(third + 2 ** -54)]).toEqual([false, true]);
  });
  test('in contact all the time: at 0, and not before', () => {
    const meetings = vertexFaceMeetings(falling(0, 0).subarray(0, 12), falling(0, 0).subarray(12));
    expect([meetings.any, meetings.isBefore(0), meetings.isUntil(0)]).toEqual([true, false, true]);
  });
  test('never: neither before nor until any time', () => {
    const meetings = vertexFaceMeetings(falling(2, 1).subarray(0, 12), falling(2, 1).subarray(12));
    expect([meetings.any, meetings.isBefore(1), meetings.isUntil(1)]).toEqual([false, false, false]);
  });
});

describe('roots in [0, 1]', () => {
  test(`of products of d·t − n, as often as each comes, some of them 2^-70 apart, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    const count = { roots: 0, zero: 0 };
    for (let i = 0; i < longRun(300, 60); i++) {
      const known = new Map<string, [bigint, bigint]>();
      let of: readonly bigint[] = [BigInt(1 + Math.floor(5 * random())) * (random() < 0.5 ? 1n : -1n)];
      const takeRoot = (n: bigint, d: bigint) => {
        of = multiply(of, [-n, d]);
        if (random() < 0.2) of = multiply(of, [-n, d]);
        if (n >= 0n && n <= d) known.set(`${exactFraction(0).add(n).div(d)}`, [n, d]);
      };
      for (let j = 0; j < 1 + Math.floor(3 * random()); j++) {
        const d = BigInt(1 + Math.floor(12 * random()));
        const n = BigInt(Math.floor(14 * random()) - 1);
        takeRoot(n, d);
        if (random() < 0.2) takeRoot((n << 70n) + 1n, d << 70n);
      }
      if (random() < 0.3) of = multiply(of, [1n, 1n, 1n]);
      const roots = rootsOf(of);
      expect(roots.length).toBe(known.size);
      // Each known root is among those found, and every linear polynomial has the right sign there.
      for (const [n, d] of known.values()) {
        const same = roots.filter((root) => root.signOf([-n, d]) === 0);
        expect(same.length).toBe(1);
        count.roots++;
        for (const [m, e] of known.values()) {
          const sign = same[0].signOf([-m, e]);
          expect(sign).toBe(n * e > m * d ? 1 : n * e < m * d ? -1 : 0);
          if (sign === 0) count.zero++;
        }
      }
    }
    expect(count.roots).toBeGreaterThan(longRun(200, 40));
    expect(count.zero).toBe(count.roots);
  });
});
