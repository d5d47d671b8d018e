// A front that is kept from step to step: the pairs of leaves whose k-DOPs meet, each once, in every step, also in
// shares; what is dropped; what it tests; an interrupted step.

import { describe, expect, test } from '@jest/globals';
import { buildMedianTree, DopTree, SelfFront } from '#bvh';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 2112;
const COUNTS = [1, 2, 3, 17, 60];

/** Small triangles in a box, by number. */
function triangles(count: number, random: () => number): { dops: DopTree; move: (far: number) => void } {
  const corners = Uint32Array.from({ length: 3 * count }, (_, i) => i);
  const centres = Float64Array.from({ length: 3 * count }, () => signed(random));
  const dops = new DopTree(buildMedianTree(centres), corners, 3 * count, 9);
  let at = Float64Array.from({ length: 9 * count }, (_, i) => centres[3 * Math.floor(i / 9) + (i % 3)] + 0.1 * signed(random)); // biome-ignore format: one array
  const move = (far: number) => {
    const next = at.map((x) => x + far * signed(random));
    dops.fit(at, next);
    at = next;
  };
  return { dops, move };
}

/** 'item other', the smaller first, ascending. */
function told(front: SelfFront): string[] {
  const pairs: string[] = [];
  front.update((item, other) => pairs.push(named(item, other)));
  return pairs.sort();
}
const named = (item: number, other: number) => `${Math.min(item, other)} ${Math.max(item, other)}`;

/** From all pairs of leaves. */
function meeting(dops: DopTree, isDropped: Dropped): string[] {
  const { tree, inner } = dops;
  const pairs: string[] = [];
  for (let p = 0; p < tree.order.length; p++)
    for (let q = 0; q < p; q++) {
      const [item, other] = [tree.order[p], tree.order[q]];
      if (!isDropped(item, other) && !dops.areApart(inner + p, inner + q)) pairs.push(named(item, other));
    }
  return pairs.sort();
}
type Dropped = (item: number, other: number) => boolean;
const none: Dropped = () => false;
const odd: Dropped = (item, other) => (item + other) % 3 === 0;

describe('a front', () => {
  test.each([
    ['', none],
    [' but those that are dropped', odd],
  ])(`reports all pairs that meet%s, each once, step after step, seed ${SEED}`, (_, isDropped) => {
    const random = mulberry32(SEED);
    let found = 0;
    for (const count of COUNTS)
      for (const shareCount of [1, 2, 5]) {
        const { dops, move } = triangles(count, random);
        const shares = Array.from(
          { length: shareCount },
          (_, index) => new SelfFront(dops, isDropped, { index, of: shareCount }),
        );
        for (let step = 0; step < 12; step++) {
          move(step % 5 === 4 ? 1 : 0.05);
          const pairs = meeting(dops, isDropped);
          expect(shares.flatMap(told).sort()).toEqual(pairs);
          found += pairs.length;
          // A share that is new in the middle answers like the others.
          if (step === 6) shares[0] = new SelfFront(dops, isDropped, { index: 0, of: shareCount });
          if (step === 8) shares[shareCount - 1].clear();
        }
      }
    expect(found).toBeGreaterThan(5000);
  });

  test('where nothing moves tests what it holds, once', () => {
    const { dops, move } = triangles(60, mulberry32(SEED + 1));
    const front = new SelfFront(dops, odd, { index: 0, of: 1 });
    move(0.5);
    const pairs = told(front);
    const { length, tested } = front;
    expect(told(front)).toEqual(pairs);
    expect([front.length, front.tested]).toEqual([length, length]);
    expect(tested).toBeGreaterThan(length);
    // Dropped pairs are not included.
    const whole = new SelfFront(dops, none, { index: 0, of: 1 });
    const dropped = told(whole).length - pairs.length;
    expect(dropped).toBeGreaterThan(5);
    expect(length).toBe(whole.length - dropped);
    front.clear();
    expect(front.length).toBe(0);
    expect(told(front)).toEqual(pairs);
    expect(front.tested).toBe(tested);
  });

  test('is whole after a step that broke off', () => {
    const { dops, move } = triangles(60, mulberry32(SEED + 2));
    const front = new SelfFront(dops, none, { index: 0, of: 1 });
    for (let step = 0; step < 6; step++) {
      move(0.3);
      const pairs = meeting(dops, none);
      let left = Math.floor(pairs.length / 2);
      const breakOff = () => {
        if (left-- === 0) throw new Error('enough');
      };
      expect(() => front.update(breakOff)).toThrow('enough');
      expect(told(front)).toEqual(pairs);
    }
  });

  test('shares have much the same to do', () => {
    const { dops, move } = triangles(4000, mulberry32(SEED + 3));
    move(0.01);
    const tested = [0, 1, 2].map((index) => {
      const front = new SelfFront(dops, none, { index, of: 3 });
      told(front);
      return front.tested;
    });
    expect(Math.max(...tested) / Math.min(...tested)).toBeLessThan(1.25);
  });
});
