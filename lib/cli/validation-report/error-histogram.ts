// Errors → the count in each of equal bins, whose width is a round number.

import type { Histogram } from './payload.ts';

/** The approximate number of bins; at most two and a half times as many are made. */
const BINS = 40;

/** A bin's middle is a multiple of the step, so that rounding errors on either side of 0 fall into one bin. */
export function errorHistogram(errors: readonly number[]): Histogram {
  let [least, most] = [0, 0];
  for (const error of errors) {
    least = Math.min(least, error);
    most = Math.max(most, error);
  }
  const step = roundStep((most - least) / BINS);
  const bin = (error: number) => Math.round(error / step);
  const first = bin(least);
  const counts = new Array<number>(bin(most) - first + 1).fill(0);
  for (const error of errors) counts[bin(error) - first]++;
  return { step, first, counts };
}

/** The largest of 1, 2, 5 · 10^k that is at most `width`; 1 if `width` is 0. */
function roundStep(width: number): number {
  if (!(width > 0)) return 1;
  const ten = 10 ** Math.floor(Math.log10(width));
  const factor = [5, 2, 1].find((multiple) => multiple * ten <= width) ?? 1;
  return factor * ten;
}
