// `--shard 3/16` → which of several machines this is, and the poses that it takes.

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
 * Every `of`-th pose of a run of `total`, in order, from pose `index` − 1 on. Neighbours on a path cost alike, and so
 * each shard gets about as much work. There are none where `index` is above `total`.
 */
export function posesOf({ index, of }: Shard, total: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((total - index + 1) / of)) }, (_, i) => index - 1 + i * of);
}
