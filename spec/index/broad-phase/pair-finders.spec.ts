// Every method of the broad phase against all pairs of boxes: on every kind of set, and after updates.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes, replaceBoxes } from '#broad-phase/boxes.ts';
import type { BroadPhaseMethod } from '#broad-phase/broad-phase.ts';
import { PAIR_FINDERS } from '#broad-phase/pair-finders.ts';
import { overlappingBoxes } from '#reference';
import { boxKinds, boxSet } from '#harness/box-sets.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep, inLong } from '#harness/sets.ts';

const SEED = 1500;
const UPDATES = 100;

/** For half a million pairs expect's own comparison takes seconds. */
const same = (a: Uint32Array, b: Uint32Array) => a.length === b.length && a.every((value, i) => value === b[i]);

describe.each(Object.keys(PAIR_FINDERS) as BroadPhaseMethod[])('%s', (method) => {
  const kinds = Object.keys(boxKinds);
  const turn = Object.keys(PAIR_FINDERS).indexOf(method);
  const findsThem = (counts: readonly number[], among: readonly string[]) =>
    test.each(among)(`finds the pairs of ${counts.join(', ')} boxes that are %s, seed ${SEED}`, (kind) => {
      let found = 0;
      for (const [n, count] of counts.entries()) {
        const given = boxSet(kind, count, SEED + n);
        const pairs = PAIR_FINDERS[method](checkBoxes(given)).pairs();
        expect(same(pairs, overlappingBoxes(given))).toBe(true);
        found += pairs.length / 2;
      }
      expect(found).toBeGreaterThan(10);
    });
  // By turns of the methods.
  findsThem(
    [0, 1, 2, 3, 130],
    kinds.filter((_, n) => n % 4 === turn % 4),
  );
  inDeep(() => findsThem([33, 257], kinds));
  inLong(() => findsThem([1000], kinds));

  inDeep(() =>
    test(`finds them after ${UPDATES} updates of all or some boxes, seed ${SEED}`, () => {
      const random = mulberry32(SEED);
      const given = boxSet('uniform', 200, SEED);
      const boxes = checkBoxes(given);
      const finder = PAIR_FINDERS[method](boxes);
      let changed = 0;
      let before = finder.pairs();
      for (let update = 0; update < UPDATES; update++) {
        const isAll = random() < 0.3;
        // Small motions, and sometimes a body that moves far away.
        const bodies = isAll
          ? undefined
          : Uint32Array.from({ length: 1 + Math.floor(5 * random()) }, () => 200 * random());
        const moved = Float64Array.from(bodies ?? { length: 200 }, (body, i) => (bodies ? body : i));
        const values = [...moved].flatMap((body) => {
          const far = random() < 0.02 ? 50 : 0.3;
          const shift = [0, 1, 2].map(() => far * (random() - 0.5));
          return [0, 1, 2, 3, 4, 5].map((k) => boxes.bounds[6 * body + k] + shift[k % 3]);
        });
        replaceBoxes(boxes, values, bodies);
        finder.update();
        const pairs = finder.pairs();
        expect(same(pairs, overlappingBoxes(boxes.bounds))).toBe(true);
        if (pairs.join() !== before.join()) changed++;
        before = pairs;
      }
      expect(changed).toBeGreaterThan(UPDATES / 2);
    }),
  );
});
