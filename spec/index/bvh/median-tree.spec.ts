// The tree that halves points: every point once, each node halved across its longest axis, breadth first.

import { expect, test } from '@jest/globals';
import { buildMedianTree } from '#bvh';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 2110;

test(`halves every node by number across its longest axis, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  let halved = 0;
  // Arbitrary points, points of which many are equal, and all in one place.
  for (const count of [1, 2, 3, 5, 8, 13, 64, 100, 257])
    for (const places of [0, 3, 1]) {
      const points = Float64Array.from({ length: 3 * count }, (_, i) =>
        places === 0 ? (1 + (i % 3)) * signed(random) : Math.floor(places * random()),
      );
      const { order, children } = buildMedianTree(points);
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      const inner = count - 1;
      expect(children.length).toBe(2 * inner);
      let made = 1;
      /** Places below a node, from left to right. */
      const check = (node: number, first: number, end: number): void => {
        if (node >= inner) {
          expect([node, end]).toEqual([inner + first, first + 1]);
          return;
        }
        const middle = (first + end) >>> 1;
        const along = (k: number, from: number, to: number) =>
          Array.from({ length: to - from }, (_, i) => points[3 * order[from + i] + k]);
        const extents = [0, 1, 2].map((k) => Math.max(...along(k, first, end)) - Math.min(...along(k, first, end)));
        const axis = extents.indexOf(Math.max(...extents));
        expect(Math.max(...along(axis, first, middle))).toBeLessThanOrEqual(Math.min(...along(axis, middle, end)));
        check(children[2 * node], first, middle);
        check(children[2 * node + 1], middle, end);
        halved++;
      };
      check(0, 0, count);
      for (let node = 0; node < inner; node++)
        for (const child of children.subarray(2 * node, 2 * node + 2)) if (child < inner) expect(child).toBe(made++);
    }
  expect(halved).toBeGreaterThan(1000);
});
