// Packed boxes against the integers they were made from: overlapping boxes are never apart, and a strict order is true.

import { expect, test } from '@jest/globals';
import { GUARDS, LeafFrame, ONES } from '#broad-phase/packed-boxes.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1520;
const MOST = 2 ** 30;

test(`fields decide what they say, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const seen = { strict: 0, doubt: 0, apart: 0, wrong: 0 };
  for (let round = 0; round < 20_000; round++) {
    const size = 2 ** Math.floor(30 * random());
    const place = Math.floor((MOST - size) * random());
    const at = (out: number) =>
      Math.min(MOST, Math.max(0, Math.floor(place + size * ((1 + out) * random() - out / 2))));
    const box = (out: number) => {
      const [low, high] = [0, 1].map(() => [at(out), at(out), at(out)]);
      return [...low.map((x, k) => Math.min(x, high[k])), ...low.map((x, k) => Math.max(x, high[k]))];
    };
    const [p, other] = [box(0), box(0)];
    const leaf = p.map((x, k) => (k < 3 ? Math.min(x, other[k]) : Math.max(x, other[k])));
    const q = box(2);
    if ([0, 1, 2].some((k) => q[k] > leaf[3 + k] || q[3 + k] < leaf[k])) continue;
    const frame = new LeafFrame();
    frame.setTo(Int32Array.from(leaf), 0);
    const lows = [p, q].map((b) => frame.lows(Int32Array.from(b), 0));
    const highs = [p, q].map((b) => frame.highs(Int32Array.from(b), 0));
    const inOrder = (highs[0] - lows[1]) & (highs[1] - lows[0]) & GUARDS;
    const strictly = (highs[0] - ONES - lows[1]) & (highs[1] - ONES - lows[0]) & GUARDS;
    const overlaps = [0, 1, 2].every((k) => p[k] <= q[3 + k] && q[k] <= p[3 + k]);
    if (inOrder !== GUARDS) seen.apart++;
    else if (strictly === GUARDS) seen.strict++;
    else seen.doubt++;
    if ((inOrder !== GUARDS && overlaps) || (strictly === GUARDS && !overlaps)) seen.wrong++;
  }
  expect(seen.wrong).toBe(0);
  // Undecided cases are the exception.
  expect(Math.min(seen.strict, seen.apart)).toBeGreaterThan(1000);
  expect(seen.doubt).toBeLessThan(seen.strict);
  expect(seen.doubt).toBeGreaterThan(20);
});
