// grown: nothing is lost, room is as asked for, and many small steps copy few elements. sortRange: that range sorted, the rest untouched.

import { describe, expect, test } from '@jest/globals';
import { capacityFor, grown, sortRange } from '../../lib/core/index.ts';
import { mulberry32 } from '../harness/random.ts';

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

test(`sortRange sorts that range and nothing else, of few and of many (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let round = 0; round < 300; round++) {
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
