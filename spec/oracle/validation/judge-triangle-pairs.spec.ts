// Pairs of triangles with verdicts worked out by hand → the tallies that they must give.

import { describe, expect, test } from '@jest/globals';
import { addTallies, judgeTrianglePairs } from '#validation';

const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
const pair = (family: string, other: readonly number[]) => ({
  family,
  coordinates: Float64Array.of(...flat, ...other),
});
const pairs = [
  pair('crossing', [1, 1, -1, 1.5, 1.2, 1, 3, 3, 2]),
  pair('crossing', [5, 5, -1, 5, 5, 1, 7, 7, 1]),
  pair('touching', [1, 1, 0, 1, 1, 3, 2, 2, 3]),
  pair('touching', [1, 1, 2 ** -160, 1, 1, 3, 2, 2, 3]),
  pair('coplanar', [1, 1, 0, 2, 1, 0, 1, 2, 0]),
  pair('coplanar', [3, 3, 0, 7, 3, 0, 3, 7, 0]),
  pair('apart', [4, 1, -1, 1, 4, -1, 2.6, 2.5, 1]),
  pair('point', [1, 1, 0, 1, 1, 0, 1, 1, 0]),
];

describe('judgeTrianglePairs', () => {
  test('counts by family, in the order in which they come', async () => {
    const tallies = await judgeTrianglePairs(pairs);
    expect(tallies.map(({ family, pairs: count, sharing }) => [family, count, sharing])).toEqual([
      ['crossing', 2, 1],
      ['touching', 2, 1],
      ['coplanar', 2, 1],
      ['apart', 1, 0],
      ['point', 1, 1],
    ]);
    for (const { missed, extra, wrongStates, decided, pairs: count } of tallies) {
      expect([missed, extra, wrongStates]).toEqual([0, 0, 0]);
      expect(decided.compared + decided.f64 + decided.adaptive).toBe(count);
    }
    const by = Object.fromEntries(tallies.map((tally) => [tally.family, tally.decided]));
    // f64 signs separate two triangles, or prove that they meet if all signs are certain; a point in a plane is left to
    // the adaptive predicates.
    expect(by.crossing).toEqual({ compared: 1, f64: 1, adaptive: 0 });
    expect(by.apart).toEqual({ compared: 0, f64: 1, adaptive: 0 });
    expect(by.point.adaptive).toBe(1);
  });
  test('parts add up to the whole', async () => {
    const parts = [await judgeTrianglePairs(pairs.slice(0, 1)), await judgeTrianglePairs(pairs.slice(1, 3))];
    expect(addTallies(parts)).toEqual(await judgeTrianglePairs(pairs.slice(0, 3)));
  });
});
