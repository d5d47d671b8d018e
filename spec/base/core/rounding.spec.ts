// f32Below and f32Above: the nearest f32 on the required side, at most two steps off, over the range of coordinates.

import { describe, expect, test } from '@jest/globals';
import { f32Above, f32Below, LARGEST_COORDINATE } from '#core';
import { mulberry32 } from '#harness/random.ts';

const SEED = 11;
const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** Consecutive integers for consecutive f32 (−0 and 0 share one). */
function place(f32: number): number {
  float[0] = f32;
  return bits[0] >= 0 ? bits[0] : -(bits[0] & 0x7fffffff);
}

function atPlace(i: number): number {
  bits[0] = i >= 0 ? i : -i | 0x80000000;
  return float[0];
}

/** The greatest f32 ≤ x, by search over all f32. */
function greatestBelow(x: number): number {
  let low = place(-3.4028234663852886e38);
  let high = place(3.4028234663852886e38);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (atPlace(middle) <= x) low = middle;
    else high = middle - 1;
  }
  return atPlace(low);
}

function check(x: number): void {
  const below = f32Below(x);
  const above = f32Above(x);
  if (Math.fround(below) !== below || Math.fround(above) !== above) throw new Error(`${below} or ${above} is no f32`);
  if (below > x || above < x) throw new Error(`${x} is not between ${below} and ${above}`);
  const floor = greatestBelow(x);
  const ceiling = -greatestBelow(-x);
  if (place(floor) - place(below) > 2)
    throw new Error(`f32Below(${x}) is ${below}, more than two steps below ${floor}`);
  if (place(above) - place(ceiling) > 2)
    throw new Error(`f32Above(${x}) is ${above}, more than two steps above ${ceiling}`);
}

describe('f32Below and f32Above', () => {
  test('enclose x within two steps: named values', () => {
    const values = [0, 2 ** -149, 2 ** -150, 2 ** -148.5, 2 ** -126, 2 ** -126 * (1 - 2 ** -30), 1, 0.1, 1 + 2 ** -24];
    for (const x of [
      ...values,
      1 + 2 ** -23,
      2 - 2 ** -24,
      2 - 2 ** -52,
      16777217,
      1e-300,
      2 ** -1074,
      1e5,
      2 ** 120,
    ]) {
      check(x);
      check(-x);
    }
    check(-0);
  });

  test('keep what is f32 already', () => {
    for (const x of [0, 1, -1, 0.5, 2 ** -149, -(2 ** -149), 16777216, LARGEST_COORDINATE, -LARGEST_COORDINATE]) {
      expect(f32Below(x)).toBe(x);
      expect(f32Above(x)).toBe(x);
    }
  });

  test(`enclose x within two steps: 20,000 f64 of all exponents, and neighbours of f32 and of half-way points (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let rounded = 0;
    for (let i = 0; i < 20000; i++) {
      const power = 2 ** Math.floor(-200 + 320 * random());
      const x = (random() < 0.5 ? -1 : 1) * power * (1 + random());
      const f32 = Math.fround(x);
      const half = (f32 + atPlace(place(f32) + 1)) / 2;
      for (const value of [x, f32, half, half * (1 + 2 ** -52), half * (1 - 2 ** -53)]) {
        if (Math.abs(value) > LARGEST_COORDINATE) continue;
        check(value);
        if (f32Below(value) !== value) rounded++;
      }
    }
    expect(rounded).toBeGreaterThan(20000);
  });
});
