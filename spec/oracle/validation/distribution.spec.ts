// Quantiles: by their definition, and beside mathjs's interpolated ones.

import { expect, test } from '@jest/globals';
import { quantileSeq } from 'mathjs';
import { mulberry32 } from '#harness/random.ts';
import { distribution, quantile } from '#validation/distribution.ts';

const SEED = 5_007;

test(`a quantile is an observed value, with its share at or below it and less below it (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let count = 1; count <= 60; count++) {
    // Repeated values too.
    const values = Float64Array.from({ length: count }, () => Math.floor(20 * random()) / 8 - 1);
    const sorted = values.slice().sort();
    for (const share of [0.01, 0.25, 0.5, 0.95, 0.99, 1]) {
      const found = quantile(sorted, share);
      const below = values.filter((value) => value < found).length;
      const within = values.filter((value) => value <= found).length;
      expect(values).toContain(found);
      expect(within).toBeGreaterThanOrEqual(share * count);
      expect(below).toBeLessThan(share * count);
      const interpolated = quantileSeq([...values], share) as number;
      // Of values up to 2, mathjs rounds a weighted mean by some 2^-52.
      expect(interpolated).toBeGreaterThanOrEqual(sorted[Math.max(0, below - 1)] - 1e-15);
      expect(interpolated).toBeLessThanOrEqual(sorted[Math.min(count - 1, within)] + 1e-15);
    }
    const { median, p95, max } = distribution([...values]);
    expect([median, p95, max]).toEqual([quantile(sorted, 0.5), quantile(sorted, 0.95), sorted[count - 1]]);
  }
});

test('of no values: 0', () => expect(distribution([])).toEqual({ count: 0, mean: 0, median: 0, p95: 0, max: 0 }));
