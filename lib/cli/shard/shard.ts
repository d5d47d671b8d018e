// `--shard 3/16` → this machine's part of the run, and its poses.

import { OptionError } from '#core';

/** One of `of` parts of a run: `index` goes from 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** @throws OptionError BAD_SHARD */
export function shardOption(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (Number.isSafeInteger(of) && index >= 1 && index <= of) return { index, of };
  throw new OptionError(
    'BAD_SHARD',
    `--shard is "${text}", expected I/N for shard I of N, I a whole number from 1 to N, such as 3/16; correct it.`,
  );
}

export function shardText({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/**
 * Every `of`-th pose of a run of `total`, in order, from pose `index` − 1. Neighbours on a path cost about the same, so
 * all shards get about equal work. Empty if `index` exceeds `total`.
 */
export function posesOf({ index, of }: Shard, total: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((total - index + 1) / of)) }, (_, i) => index - 1 + i * of);
}
