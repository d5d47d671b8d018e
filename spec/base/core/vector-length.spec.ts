// vectorLength against the square root of the exact sum of squares, in integers, including sums whose squares would
// overflow or underflow.

import { expect, test } from '@jest/globals';
import { UNIT_ROUNDOFF, vectorLength } from '#core';
import { mulberry32 } from '#harness/random.ts';

const SEED = 71;

/** ⌊√n⌋ */
function root(n: bigint): bigint {
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const y = (x + n / x) / 2n;
    if (y >= x) return x;
    x = y;
  }
}

test(`is within 4u of the length, whatever the components' sizes (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let i = 0; i < 5000; i++) {
    const whole = [0, 1, 2].map(() => Math.floor((2 * random() - 1) * 2 ** (53 * random())));
    if (whole.every((x) => x === 0)) continue;
    const exact = Number(root(whole.reduce((sum, x) => sum + BigInt(x) ** 2n, 0n) << 160n)) / 2 ** 80;
    for (const scale of [1, 2 ** 900, 2 ** -900]) {
      const [x, y, z] = whole.map((c) => c * scale);
      const wrong = Math.abs(vectorLength(x, y, z) / scale - exact) / exact;
      if (!(wrong <= 4 * UNIT_ROUNDOFF)) throw new Error(`(${x}, ${y}, ${z}): off by ${wrong}`);
    }
  }
  expect([vectorLength(0, -0, 0), vectorLength(0, -3, 4), vectorLength(-1, 0, 0)]).toEqual([0, 5, 1]);
});
