// grown, GrowingArray: nothing is lost, and many small steps copy few elements. sortRange: that range is sorted, the
// rest untouched.

import { describe, expect, test } from '@jest/globals';
import { capacityFor, GrowingArray, grown, sortRange } from '#core';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 31;

describe('grown', () => {
  test.each([Float64Array, Float32Array, Uint32Array, Int32Array, Uint8Array])(
    'keeps what was used of a %p',
    (Made) => {
      const values = Made.from([1, 2, 3, 4]);
      expect(grown(values, 3, 4)).toBe(values);
      const wider = grown(values, 3, 9);
      expect(wider).toBeInstanceOf(Made);
      expect([...wider]).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 0]);
    },
  );

  test('makes room for exactly what is needed where nothing was there', () => expect(capacityFor(7, 0)).toBe(7));

  test('copies at most five times as many elements as are appended one by one', () => {
    let values = new Uint32Array(0);
    let copied = 0;
    for (let count = 0; count < 100_000; count++) {
      const before = values;
      values = grown(values, count, count + 1);
      if (values !== before) copied += count;
      values[count] = count;
    }
    // Copies of n, n/1.25, n/1.25², … sum to less than n·1.25/0.25.
    expect(copied).toBeLessThan(5 * 100_000);
    expect(values.every((value, i) => value === (i < 100_000 ? i : 0))).toBe(true);
  });
});

describe('GrowingArray', () => {
  test('keeps what was pushed, past several growths', () => {
    const list = new GrowingArray(new Uint32Array(1));
    for (let i = 0; i < 1000; i++) list.push(i * 4000000);
    expect(list.length).toBe(1000);
    for (let i = 0; i < 1000; i++) expect(list.values[i]).toBe(i * 4000000);
    list.reserve(5000);
    expect(list.values.length).toBeGreaterThanOrEqual(6000);
    expect([...list.values.subarray(0, 3)]).toEqual([0, 4000000, 8000000]);
  });

  test('keeps its array while it is long enough', () => {
    const list = new GrowingArray(new Float64Array(8));
    const { values } = list;
    list.reserve(8);
    for (let i = 0; i < 8; i++) list.push(i + 0.5);
    expect(list.values).toBe(values);
    list.push(8.5);
    expect(list.values).not.toBe(values);
    expect([...list.values.subarray(0, 9)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => i + 0.5));
  });
});

test(`sortRange sorts that range and nothing else, of few and of many (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let round = 0; round < longRun(300, 80); round++) {
    const values = Uint32Array.from({ length: 150 }, () => Math.floor((round % 2 === 0 ? 20 : 2 ** 32) * random()));
    const [start, end] = [Math.floor(75 * random()), 75 + Math.floor(76 * random())];
    const expected = [
      ...values.slice(0, start),
      ...[...values.slice(start, end)].sort((a, b) => a - b),
      ...values.slice(end),
    ];
    sortRange(values, start, end);
    expect([...values]).toEqual(expected);
  }
});
