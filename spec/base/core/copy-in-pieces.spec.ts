// Copies in pieces: the numbers that `set` would write, and a look for a stop at least every 131,072 of them.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copyInPieces, lookBy, zeroInPieces } from '#core';
import { mulberry32 } from '#harness/random.ts';

const MOST = 131_072;
const SEED = 71;
class Stopped extends Error {}
const looks = { seen: 0, at: Number.POSITIVE_INFINITY };
let forget = () => {};
beforeAll(() => {
  forget = lookBy(() => {
    if (++looks.seen >= looks.at) throw new Stopped();
  });
});
afterAll(() => forget());

function looksOf(work: () => void): number {
  looks.seen = 0;
  work();
  return looks.seen;
}

const isSame = (a: Float64Array, b: Float64Array) => Buffer.from(a.buffer).equals(Buffer.from(b.buffer));
const numbers = (count: number, random: () => number) => Float64Array.from({ length: count }, random);

describe.each([0, 1, MOST - 1, MOST, MOST + 1, 3 * MOST + 7])('%d numbers', (count) => {
  test(`are copied as by set, seed ${SEED}`, () => {
    const from = numbers(count, mulberry32(SEED));
    const [found, expected] = [numbers(count + 9, mulberry32(SEED + 1)), numbers(count + 9, mulberry32(SEED + 1))];
    const seen = looksOf(() => copyInPieces(found, from, 5));
    expected.set(from, 5);
    expect(isSame(found, expected)).toBe(true);
    expect(seen).toBeGreaterThanOrEqual(Math.floor((count - 1) / MOST));
  });

  test('are made 0 as by fill', () => {
    const [found, expected] = [numbers(count + 9, mulberry32(SEED)), numbers(count + 9, mulberry32(SEED))];
    const seen = looksOf(() => zeroInPieces(found, 5, 5 + count));
    expect(isSame(found, expected.fill(0, 5, 5 + count))).toBe(true);
    expect(seen).toBeGreaterThanOrEqual(Math.floor((count - 1) / MOST));
  });
});

test('a stop ends a copy where it looked: what was copied before is there, nothing behind it', () => {
  const from = new Float64Array(4 * MOST).fill(1);
  const to = new Float64Array(4 * MOST);
  [looks.seen, looks.at] = [0, 3];
  try {
    expect(() => copyInPieces(to, from, 0)).toThrow(Stopped);
  } finally {
    looks.at = Number.POSITIVE_INFINITY;
  }
  expect(to.subarray(0, 2 * MOST).every((x) => x === 1)).toBe(true);
  expect(to.subarray(2 * MOST).every((x) => x === 0)).toBe(true);
});
