// An f64 → the same number as a fraction of integers.

import Fraction from 'fraction.js';

export function exact(x: number): Fraction {
  let [n, power] = [x, 0];
  while (!Number.isInteger(n)) [n, power] = [2 * n, power + 1];
  return new Fraction(BigInt(n), 2n ** BigInt(power));
}
