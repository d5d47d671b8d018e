// Values → their mean and quantiles.

import type { Distribution } from './summary.ts';

export function distribution(values: readonly number[]): Distribution {
  const sorted = Float64Array.from(values).sort();
  const count = sorted.length;
  if (count === 0) return { count, mean: 0, median: 0, p95: 0, max: 0 };
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  return { count, mean, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: sorted[count - 1] };
}

/** The least value with at least a share of the values at or below it. @param sorted ascending, at least one. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
