// Percentiles of a histogram and of the sorted times: never less, and never more than a bin above.

import { expect, test } from '@jest/globals';
import { HISTOGRAM_BYTES, TimeHistogram } from '#haptics/time-histogram.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 66;

test.each([1, 100])(`bins of %d µs (seed ${SEED})`, (bin) => {
  const random = mulberry32(SEED);
  const histogram = new TimeHistogram(bin, new ArrayBuffer(HISTOGRAM_BYTES + 16), 16);
  expect([histogram.count, histogram.percentile(50), histogram.greatest]).toEqual([0, 0, 0]);
  const times = Float64Array.from({ length: 5000 }, () => (bin / 1000) * 3000 * random() ** 3);
  for (let i = 0; i < times.length; i++) histogram.add(times, i);
  const sorted = times.slice().sort();
  expect(histogram.count).toBe(times.length);
  expect(histogram.greatest).toBe(sorted.at(-1));
  for (const p of [1, 50, 90, 99, 99.9, 100]) {
    const exact = sorted[Math.max(0, Math.ceil((p / 100) * times.length) - 1)];
    expect(histogram.percentile(p)).toBeGreaterThanOrEqual(exact);
    expect(histogram.percentile(p)).toBeLessThanOrEqual(exact + (bin / 1000) * (1 + 1e-9));
  }
  const sum = new TimeHistogram(bin, new ArrayBuffer(HISTOGRAM_BYTES), 0);
  sum.add(Float64Array.of(bin / 1000), 0);
  sum.include(histogram.pack());
  expect([sum.count, sum.greatest]).toEqual([times.length + 1, histogram.greatest]);
  expect(sum.percentile(100)).toBe(histogram.percentile(100));
  // Beyond all bins, only the greatest time is known.
  histogram.add(Float64Array.of(1e6), 0);
  expect(histogram.percentile(100)).toBe(1e6);
});
