// TriangleDistance against exact distances: lower ≤ exact ≤ upper up to lengthSlack, closest points on their triangles,
// close bounds for well-shaped pairs.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { pointTriangleBounds, roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import {
  FIRST,
  gapAlongNormal,
  PAIR_LOWER,
  PAIR_SQUARED,
  SECOND,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TrianglePair,
} from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, signed, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 35;
const measure = new TriangleDistance();
const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);

const kinds: [TriangleKind, number][] = [
  ['generic', longRun(200, 25)],
  ['grid', longRun(200, 25)],
  ['coplanar', longRun(100, 25)],
  ['touching', longRun(100, 25)],
  ['near-parallel', longRun(150, 37)],
  ['sliver', longRun(150, 37)],
  ['zero-area', longRun(100, 50)],
];

describe('measure', () => {
  test.each(kinds)(`%s pairs, every corner order and both roles, scales and offsets (seed ${SEED})`, (kind, count) => {
    const random = mulberry32(SEED);
    let apart = 0;
    let crossing = 0;
    let tight = 0;
    let measured = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1e-3, 1e5],
      [1, 1e5],
    ])
      for (let i = 0; i < count; i++) {
        const [a, b] = trianglePair(random, kind, scale, offset);
        if (random() < 0.5) {
          const gap = scale * 10 ** (-12 * random());
          for (let k = 0; k < 3; k++) {
            const shift = gap * signed(random);
            for (let c = k; c < 9; c += 3) b[c] += shift;
          }
        }
        const slack = lengthSlack(Math.max(...a.map(Math.abs), ...b.map(Math.abs)));
        const exact = triangleTriangleSquaredDistance(a, b);
        const [low, high] = [roundedSquareRoot(exact, 'down'), roundedSquareRoot(exact, 'up')];
        if (high > 0) apart++;
        else crossing++;
        const orders = i % 20 === 0 ? CORNER_ORDERS : [CORNER_ORDERS[i % 6]];
        for (const p of orders)
          for (const q of orders)
            for (const [P, Q, mayCross] of [
              [a, b, true],
              [b, a, false],
            ] as const) {
              measure.measure(loaded.load(P, ...p, Q, ...q), mayCross, out);
              const upper = Math.sqrt(out[PAIR_SQUARED]);
              const says = `${kind} ${i}, scale ${scale}, offset ${offset}: ${P} | ${Q}, exact ${low}`;
              if (!(out[PAIR_LOWER] - slack <= high)) throw new Error(`lower bound ${out[PAIR_LOWER]}: ${says}`);
              if (!(out[PAIR_LOWER] <= upper + slack)) throw new Error(`lower ${out[PAIR_LOWER]} above upper: ${says}`);
              if (!(upper + slack >= low)) throw new Error(`upper bound ${upper}: ${says}`);
              const ends = Math.hypot(out[0] - out[3], out[1] - out[4], out[2] - out[5]);
              if (!(Math.abs(ends - upper) <= slack)) throw new Error(`the points are ${ends} apart: ${says}`);
              for (const [at, triangle] of [
                [0, P],
                [3, Q],
              ] as const)
                if (!(pointTriangleBounds(out.subarray(at, at + 3), triangle)[0] <= slack))
                  throw new Error(`point ${at / 3} is not on its triangle: ${says}`);
              // Without the search for a crossing edge, triangles that cross have no useful upper bound.
              if (high === 0 && !mayCross) continue;
              measured++;
              if (upper - high <= slack && low - out[PAIR_LOWER] <= slack) tight++;
              if (kind !== 'generic') continue;
              // As for a point: a direction known to slack/distance costs the lower bound that fraction of the
              // triangles' extent.
              if (!(upper - high <= slack && low - out[PAIR_LOWER] <= slack * (2 + (4 * scale) / upper)))
                throw new Error(`[${out[PAIR_LOWER]}, ${upper}] is not tight: ${says}`);
            }
      }
    expect(apart).toBeGreaterThan(0.15 * 5 * count);
    if (kind !== 'sliver') expect(crossing).toBeGreaterThan(0.02 * 5 * count);
    expect(tight / measured).toBeGreaterThan(kind === 'sliver' ? 0.5 : 0.7);
  });

  test(`thin faces that nearly cross: no distance 0 for what is apart (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let claimed = 0;
    for (let i = 0; i < longRun(40_000, 1_500); i++) {
      const [a, b] = trianglePair(random, 'sliver');
      const gap = 10 ** (-7 - 5 * random());
      for (let k = 0; k < 3; k++) {
        const shift = gap * signed(random);
        for (let c = k; c < 9; c += 3) b[c] += shift;
      }
      measure.measure(loaded.load(a, 0, 3, 6, b, 0, 3, 6), true, out);
      const upper = Math.sqrt(out[PAIR_SQUARED]);
      if (upper > 1e-9) continue;
      claimed++;
      const slack = lengthSlack(Math.max(...a.map(Math.abs), ...b.map(Math.abs)));
      const exact = roundedSquareRoot(triangleTriangleSquaredDistance(a, b), 'down');
      if (!(exact <= upper + slack)) throw new Error(`upper bound ${upper}, exact ${exact}: ${a} | ${b}`);
    }
    expect(claimed).toBeGreaterThan(longRun(5000, 188));
  });
});

describe('gapAlongNormal', () => {
  test.each(kinds)(
    `%s pairs: no more than the exact distance, nor than what measure calls its lower bound (seed ${SEED})`,
    (kind, count) => {
      const random = mulberry32(SEED);
      let parted = 0;
      for (const [scale, offset] of [
        [1e-3, 0],
        [1, 0],
        [1e3, 0],
        [1e-3, 1e5],
        [1, 1e5],
      ])
        for (let i = 0; i < count; i++) {
          const [a, b] = trianglePair(random, kind, scale, offset);
          const gap = scale * 10 ** (1 - 12 * random());
          for (let k = 0; k < 3; k++) {
            const shift = gap * signed(random);
            for (let c = k; c < 9; c += 3) b[c] += shift;
          }
          const slack = lengthSlack(Math.max(...a.map(Math.abs), ...b.map(Math.abs)));
          const exact = roundedSquareRoot(triangleTriangleSquaredDistance(a, b), 'up');
          for (const p of [CORNER_ORDERS[i % 6], CORNER_ORDERS[(i + 3) % 6]])
            for (const [P, Q] of [
              [a, b],
              [b, a],
            ] as const) {
              const along = gapAlongNormal(loaded.load(P, ...p, Q, ...CORNER_ORDERS[0]), FIRST);
              if (gapAlongNormal(loaded.load(Q, ...CORNER_ORDERS[0], P, ...p), SECOND) !== along)
                throw new Error(`${kind} ${i}: another gap as the second of the pair`);
              if (along > 0) parted++;
              for (const mayCross of [false, true]) {
                measure.measure(loaded.load(P, ...p, Q, ...CORNER_ORDERS[0]), mayCross, out);
                if (along > exact + slack || along > out[PAIR_LOWER] + 2 * slack)
                  throw new Error(`${kind} ${i}: ${along} along the normal, exact ${exact}, lower ${out[PAIR_LOWER]}`);
                measure.measure(loaded.load(Q, ...CORNER_ORDERS[0], P, ...p), mayCross, out);
                if (along > out[PAIR_LOWER] + 2 * slack)
                  throw new Error(`${kind} ${i}: ${along} along the normal, lower ${out[PAIR_LOWER]} the other way`);
              }
            }
        }
      if (kind !== 'zero-area') expect(parted).toBeGreaterThan(count);
    },
  );
});

describe('measureNamed', () => {
  const GAP = 0.25;
  const turned = (corners: number[], first: number) =>
    Float64Array.from(corners, (_, i) => corners[(i + 9 - 3 * first) % 9]);
  /** Of b and c, for a point to which these corners contribute. */
  const weightsOf = (...named: number[]) => [1, 2].map((corner) => (named.includes(corner) ? 1 / named.length : 0));
  const distances = (a: Float64Array, b: Float64Array, ofA: number[], ofB: number[]) => {
    measure.measureNamed(loaded.load(a, 0, 3, 6, b, 0, 3, 6), Float32Array.of(...ofA, ...ofB), 0, out);
    return [Math.sqrt(out[PAIR_SQUARED]), out[PAIR_LOWER]];
  };
  /** By the gap alone, whichever corner, edge or triangle has which place. */
  const expectGap = ([upper, lower]: number[]) => {
    expect(upper).toBe(GAP);
    expect(Math.abs(lower - GAP)).toBeLessThanOrEqual(lengthSlack(5));
  };

  test.each([0, 1, 2])('corner %d, of either triangle, above the inside of the other', (corner) => {
    const face = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
    const tip = turned([1, 1, GAP, 1.5, 1, GAP + 1, 1, 1.5, GAP + 2], corner);
    expectGap(distances(tip, face, weightsOf(corner), weightsOf(0, 1, 2)));
    expectGap(distances(face, tip, weightsOf(0, 1, 2), weightsOf(corner)));
  });

  test('each edge of one across each of the other', () => {
    for (const first of [0, 1, 2])
      for (const second of [0, 1, 2]) {
        const along = turned([-1, 0, GAP, 1, 0, GAP, 0, 0, GAP + 1], first);
        const across = turned([0, -1, 0, 0, 1, 0, 0, 0, -1], second);
        const ends = [first, second].map((corner) => weightsOf(corner, (corner + 1) % 3));
        expectGap(distances(along, across, ends[0], ends[1]));
      }
  });

  test('neither a corner nor two edges: of all', () => {
    const face = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
    const tip = Float64Array.of(1, 1, GAP, 1.5, 1, GAP + 1, 1, 1.5, GAP + 2);
    expectGap(distances(tip, face, weightsOf(0, 1, 2), weightsOf(0, 1, 2)));
  });
});
