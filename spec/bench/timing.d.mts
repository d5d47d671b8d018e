// Types of timing.mjs, for its spec.

export interface Summary {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly p10: number;
  readonly p90: number;
}
export const sink: { sum: number };
export function interleave(
  runners: readonly { run: (pose: number) => number; rounds?: number }[],
  poses: readonly number[],
  rounds: number,
): number[][][];
export function percentile(values: readonly number[], p: number): number;
export function median(values: readonly number[]): number;
export function summary(values: readonly number[]): Summary;
