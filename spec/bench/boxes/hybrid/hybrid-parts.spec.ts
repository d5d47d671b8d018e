// The hybrid with every combination of its parts as published: the pairs of all kinds of boxes, as by brute force; and
// each published part against its definition.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes } from '#broad-phase/boxes.ts';
import { hybridPairs } from '#broad-phase/hybrid.ts';
import { localBoxes } from '#broad-phase/local-boxes.ts';
import { overlappingBoxes } from '#reference';
import { boxKinds, boxSet } from '#harness/box-sets.ts';
import { same } from '#harness/many-box-sets.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { axisCodes } from './axis-codes.ts';
import { LIB, type Parts, PUBLISHED, partPairs } from './hybrid-parts.ts';
import { type AskAll, answerPart, pairsOfShares } from './part-shares.ts';
import { sweepAxis } from './sweep-axis.ts';
import { twoSizes } from './two-sizes.ts';

const SEED = 1570;
const kinds = Object.keys(boxKinds);

const combinations: Parts[] = (['leaf', 'factor 4', 'two'] as const).flatMap((sizes) =>
  (['spread', 'principal'] as const).flatMap((axis) =>
    (['hilbert', 'interleaved', 'columns'] as const).flatMap((order) =>
      (['packed', 'swept'] as const).map((leaf) => ({ sizes, axis, order, leaf })),
    ),
  ),
);

const find = (among: readonly Parts[], counts: readonly number[]) =>
  test.each(kinds)(`${among.length} hybrids find the pairs of ${counts.join(', ')} boxes that are %s`, (kind) => {
    let found = 0;
    for (const [n, count] of counts.entries()) {
      const given = boxSet(kind, count, SEED + n);
      const truth = overlappingBoxes(given);
      const wrong = among.filter((parts) => !same(partPairs(checkBoxes(given), parts), truth));
      expect({ count, wrong }).toEqual({ count, wrong: [] });
      found += truth.length / 2;
    }
    expect(found).toBeGreaterThan(10);
  });
find([LIB, PUBLISHED], [0, 1, 2, 3, 300]);
inDeep(() => find(combinations, [33, 400]));

inDeep(() =>
  test(`the published form and lib's find the same pairs of 20,000 boxes, seed ${SEED}`, () => {
    for (const kind of ['uniform', 'clustered', 'size ratio 1 : 1000', 'far from the origin']) {
      const boxes = checkBoxes(boxSet(kind, kind === 'clustered' ? 3000 : 20_000, SEED));
      const pairs = hybridPairs(boxes);
      expect(pairs.length).toBeGreaterThan(10_000);
      expect(same(partPairs(boxes, PUBLISHED), pairs)).toBe(true);
    }
  }),
);

test.each(['queue', 'dealt'] as const)(`shares with turns of a %s find all pairs, seed ${SEED}`, async (turns) => {
  for (const kind of kinds) {
    const given = boxSet(kind, 700, SEED);
    const shares = [0, 1, 2].map((index) => ({ index, of: 3 }));
    const all: AskAll = async (work) => shares.map((share) => answerPart(work, share));
    for (const parts of [LIB, PUBLISHED]) {
      const pairs = await pairsOfShares(checkBoxes(given), parts, turns, all);
      expect({ kind, parts, isSame: same(pairs, overlappingBoxes(given)) }).toEqual({ kind, parts, isSame: true });
    }
  }
});

describe('the published parts', () => {
  const diagonal = (local: Float32Array, body: number) =>
    Math.hypot(...[0, 1, 2].map((k) => local[6 * body + 3 + k] - local[6 * body + k]));

  test.each(kinds)('two sizes of boxes that are %s: each body in the class of the nearer mean diagonal', (kind) => {
    const local = localBoxes(checkBoxes(boxSet(kind, 300, SEED)));
    const classes = twoSizes(local);
    expect(classes.flatMap((bodies) => [...bodies]).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 300 }, (_, body) => body),
    );
    const means = classes.map((bodies) => bodies.reduce((sum, body) => sum + diagonal(local, body), 0) / bodies.length);
    const range = Math.max(...classes.flatMap((bodies) => [...bodies].map((body) => diagonal(local, body))));
    for (const [own, bodies] of classes.entries())
      for (const body of bodies) {
        const [near, far] = [own, 1 - own].map((k) => Math.abs((means[k] ?? Infinity) - diagonal(local, body)));
        // Diagonals are rounded to f32, by up to 2⁻²⁴ of each, and means summed from these; a tie goes either way.
        expect(near).toBeLessThanOrEqual(far + range * 2 ** -20);
      }
  });

  test(`the axis nearest to the direction of greatest variance, by trying directions, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    let differs = 0;
    let clear = 0;
    for (let round = 0; round < 80; round++) {
      const mix = Array.from({ length: 9 }, () => random() - 0.5);
      const centres = Array.from({ length: 60 }, () => {
        const p = [random() - 0.5, random() - 0.5, random() - 0.5];
        return [0, 1, 2].map((k) => mix[3 * k] * p[0] + mix[3 * k + 1] * p[1] + mix[3 * k + 2] * p[2]);
      });
      const local = localBoxes(checkBoxes(centres.flatMap((x) => [...x, ...x])));
      const mean = [0, 1, 2].map((k) => centres.reduce((sum, x) => sum + x[k] / 60, 0));
      const variance = (d: readonly number[]) =>
        centres.reduce((sum, x) => sum + [0, 1, 2].reduce((dot, k) => dot + d[k] * (x[k] - mean[k]), 0) ** 2, 0);
      let best = { direction: [1, 0, 0], variance: 0 };
      // Directions of a half sphere, 3° apart.
      for (let a = 0; a < 60; a++)
        for (let b = 0; b < 60; b++) {
          const [polar, around] = [(a / 60) * (Math.PI / 2), (b / 30) * Math.PI];
          const direction = [Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar)];
          const own = variance(direction);
          if (own > best.variance) best = { direction, variance: own };
        }
      const sizes = best.direction.map(Math.abs);
      const [most, second] = sizes.toSorted((p, q) => q - p);
      // The grid of directions must decide it, and the two greatest variances differ.
      if (most - second < 0.15) continue;
      clear++;
      const axes = [sweepAxis(local, 'principal'), sweepAxis(local, 'spread')];
      expect({ round, axis: axes[0] }).toEqual({ round, axis: sizes.indexOf(most) });
      const variances = [0, 1, 2].map((k) => variance([0, 1, 2].map((axis) => (axis === k ? 1 : 0))));
      expect(axes[1]).toBe(variances.indexOf(Math.max(...variances)));
      if (axes[0] !== axes[1]) differs++;
    }
    expect(clear).toBeGreaterThan(40);
    expect(differs).toBeGreaterThan(0);
  });

  test('codes have fewer and the lowest bits on the axis, in both readings', () => {
    // Centres on a grid of 2,048² × 1,024 cells, so that a step of one cell changes one bit.
    for (const axis of [0, 1, 2])
      for (const order of ['interleaved', 'columns'] as const) {
        const corner = (x: number) => [0, 1, 2].map((k) => (k === axis ? 1024 * x : 2048 * x));
        const bitsOf = (k: number) => {
          const bits = new Set<number>();
          for (let bit = 0; bit < (k === axis ? 10 : 11); bit++) {
            const centre = [0, 0, 0];
            centre[k] = 2 ** bit;
            const given = [corner(0), corner(1), centre].flatMap((x) => [...x, ...x]);
            // Enough copies of the corner that columns are as narrow as they can be.
            const many = Array.from({ length: 2 ** 9 }, () => [...corner(1), ...corner(1)]).flat();
            const codes = axisCodes(Float32Array.from([...given, ...many]), axis, order);
            expect(codes[0]).toBe(0);
            bits.add(codes[2]);
          }
          return [...bits].filter((code) => code !== 0);
        };
        const own = bitsOf(axis);
        const others = [0, 1, 2].filter((k) => k !== axis).flatMap(bitsOf);
        const all = [...own, ...others];
        expect(all.every((code) => Math.log2(code) % 1 === 0)).toBe(true);
        expect(new Set(all).size).toBe(all.length);
        expect(own.length).toBe(10);
        if (order === 'interleaved') {
          expect(others.length).toBe(22);
          // Of each triple of bits, the axis has the lowest.
          expect(own.map((code) => Math.log2(code) % 3)).toEqual(own.map(() => 0));
        } else expect(Math.max(...own)).toBeLessThan(Math.min(...others));
      }
  });
});
