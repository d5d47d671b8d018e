// The labelled and the published pairs of triangles: verdicts in every corner order, distances.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { roundedSquareRoot, trianglesSharePoint, triangleTriangleSquaredDistance } from '#reference';
import {
  gapAtMost,
  PAIR_LOWER,
  PAIR_SQUARED,
  SharedSegment,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TriangleIntersector,
  TrianglePair,
} from '#triangles';
import { partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS } from '#harness/random-geometry.ts';
import { groundTruthFolder, labelledPairs, publishedPairs } from '#harness/triangle-pairs.ts';

const loaded = new TrianglePair();
const SEED = 32;
const folder = groundTruthFolder();
const intersector = new TriangleIntersector();
const segment = new SharedSegment();
const measure = new TriangleDistance();

interface Pair {
  readonly name: string;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly share: boolean;
  readonly distance: number;
}

function checkPair({ name, a, b, share, distance }: Pair, orders: number): void {
  const size = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
  const slack = lengthSlack(size);
  const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  const ends = new Float64Array(6);
  for (const [i, j, k] of CORNER_ORDERS.slice(0, orders))
    for (const [d, e, f] of CORNER_ORDERS.slice(0, orders))
      for (const [P, Q] of [
        [a, b],
        [b, a],
      ]) {
        const answer = intersector.share(loaded.load(P, i, j, k, Q, d, e, f));
        if (answer !== share) throw new Error(`${name}: ${answer}, labelled ${share}, order ${i}${j}${k} ${d}${e}${f}`);
        if (segment.find(loaded.load(P, i, j, k, Q, d, e, f), ends, 0) !== share)
          throw new Error(`${name}: segment, not ${share}`);
        measure.measure(loaded.load(P, i, j, k, Q, d, e, f), share, out);
        const upper = share ? 0 : Math.sqrt(out[PAIR_SQUARED]);
        if (Math.abs(upper - distance) > 1e-12 * size) throw new Error(`${name}: ${upper}, labelled ${distance}`);
        if (out[PAIR_LOWER] - slack > distance || Math.sqrt(out[PAIR_SQUARED]) + slack < distance)
          throw new Error(`${name}: ${distance} is not in [${out[PAIR_LOWER]}, ${Math.sqrt(out[PAIR_SQUARED])}]`);
      }
}

if (folder === undefined)
  test.skip('labelled and published pairs: ground-truth/ is missing, set KERF_DATA to the folder that holds it', () => {});
else
  describe('labelled pairs', () => {
    const labelled: Pair[] = labelledPairs(folder).map((pair) => ({
      ...pair,
      a: Float64Array.from(pair.a),
      b: Float64Array.from(pair.b),
    }));

    test(`9,880 pairs: verdict, shared segment, distance to 1e-12 of the coordinates, certified bounds; one in eight in all 36 corner orders (seed ${SEED})`, () => {
      expect(labelled.length).toBe(9880);
      expect(labelled.filter(({ share }) => share).length).toBe(3605);
      const random = mulberry32(SEED);
      let everyOrder = 0;
      for (const pair of labelled) {
        const all = random() < 0.125;
        if (all) everyOrder++;
        checkPair(pair, all ? 6 : 1);
      }
      expect(everyOrder).toBeGreaterThan(1000);
    });

    test('the published pairs: the exact verdict and distance, for the segment or point where a triangle is degenerate, in all corner orders', () => {
      const published = publishedPairs(folder);
      expect(published.length).toBe(59);
      for (const { name, a, b, exactShare, exactDistance } of published) {
        const share = exactShare ?? trianglesSharePoint(a, b);
        const distance = exactDistance ?? roundedSquareRoot(triangleTriangleSquaredDistance(a, b));
        checkPair({ name, a: Float64Array.from(a), b: Float64Array.from(b), share, distance }, 6);
      }
    });

    test('gapAtMost agrees with the labelled distance: half of it is too little, twice it is enough', () => {
      const apart = labelled.filter(({ share }) => !share);
      expect(apart).toHaveLength(9880 - 3605);
      for (const { name, a, b, distance } of partOf(apart, 6, 0)) {
        const near = (delta: number) => gapAtMost(loaded.load(a, 0, 3, 6, b, 0, 3, 6), delta);
        if (near(distance / 2) || !near(2 * distance) || near(0)) throw new Error(`${name}: distance ${distance}`);
        if (near(distance * (1 - 2 ** -51)) || !near(distance * (1 + 2 ** -51))) throw new Error(`${name}: an ulp`);
      }
    });
  });
