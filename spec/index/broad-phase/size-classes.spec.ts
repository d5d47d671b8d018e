// Classes of sizes and the order of their bodies, against their definitions on every kind of boxes.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes } from '#broad-phase/boxes.ts';
import { LEAF } from '#broad-phase/leaf-set.ts';
import { localBoxes } from '#broad-phase/local-boxes.ts';
import { classesAbove, classesOf, curveOrder, leafExtent, sizeClasses } from '#broad-phase/size-classes.ts';
import { boxKinds, boxSet } from '#harness/box-sets.ts';

const SEED = 1580;
/** A class with fewer bodies is merged into the next. */
const FEW = 64;
const COUNTS = [1, 2, 15, 16, 17, 300, 1500];

const extentOf = (local: Float32Array, body: number) =>
  Math.max(...[0, 1, 2].map((k) => Math.fround(local[6 * body + 3 + k] - local[6 * body + k])));
/** Sizes of one factor-4 class have the same number here; 0 and subnormal ones with the least. */
const rung = (extent: number) => (extent < 2 ** -126 ? -63 : Math.floor((Math.floor(Math.log2(extent)) + 1) / 2));

/** The median over full leaves, the greater of two. */
function medianExtent(local: Float32Array, order: Uint32Array): number {
  const extents = Array.from({ length: Math.floor(order.length / LEAF) }, (_, leaf) => {
    const bodies = [...order.subarray(LEAF * leaf, LEAF * leaf + LEAF)];
    return Math.max(
      ...[0, 1, 2].map((k) => {
        const centres = bodies.map((body) => (local[6 * body + k] + local[6 * body + 3 + k]) / 2);
        return Math.max(...centres) - Math.min(...centres);
      }),
    );
  }).sort((a, b) => a - b);
  return Math.fround(extents[extents.length >> 1] ?? 0);
}

describe.each(Object.keys(boxKinds))('boxes that are %s', (kind) => {
  test(`sizes up to a leaf's extent are one class, further ones by factors of four, seed ${SEED}`, () => {
    for (const [n, count] of COUNTS.entries()) {
      const local = localBoxes(checkBoxes(boxSet(kind, count, SEED + n)));
      const order = curveOrder(local);
      const least = leafExtent(local, order);
      expect(least).toBe(medianExtent(local, order));
      for (const [first, classes] of [
        [least, sizeClasses(local)],
        [0, classesAbove(local, order, 0)],
      ] as const) {
        expect([...new Set(classes.flatMap((bodies) => [...bodies]))].length).toBe(count);
        expect(classes.reduce((sum, { length }) => sum + length, 0)).toBe(count);
        const place = new Map([...order].map((body, at) => [body, at]));
        const rungs = classes.map((bodies) => [...bodies].map((body) => rung(extentOf(local, body))));
        for (const [own, bodies] of classes.entries()) {
          const places = [...bodies].map((body) => place.get(body) as number);
          expect(places.every((at, i) => i === 0 || places[i - 1] < at)).toBe(true);
          const most = Math.max(...rungs[own]);
          // Of smaller sizes there are few, unless they are smaller than a leaf.
          const smaller = rungs[own].filter((r) => r < most && most > rung(first)).length;
          expect(smaller).toBeLessThan(FEW);
          if (own === 0) continue;
          expect(Math.min(...rungs[own])).toBeGreaterThan(Math.max(rung(first), ...rungs[own - 1]));
          expect(classes[own - 1].length).toBeGreaterThanOrEqual(FEW);
        }
      }
    }
  });
});

test(`sizes are separated where they exceed a leaf, seed ${SEED}`, () => {
  const local = localBoxes(checkBoxes(boxSet('size ratio 1 : 1000', 20_000, SEED)));
  expect(sizeClasses(local).length).toBeGreaterThan(1);
  expect(sizeClasses(local).length).toBeLessThan(classesAbove(local, curveOrder(local), 0).length);
});

test('a large class is dealt to one share, smaller ones to the others', () => {
  const classes = [5, 90, 7, 60].map((length) => new Uint32Array(length));
  const dealt = [0, 1].map((index) => classesOf({ index, of: 2 }, classes).map(({ length }) => length));
  expect(dealt).toEqual([[90], [60, 7, 5]]);
});
