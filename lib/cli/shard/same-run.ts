// Shards → nothing if they are all of one run; else an error that says which folders differ, and in what.

import { KerfError } from '#core';
import { type Differences, runDifferences, shownValue } from '../run-differences.ts';
import { grouped } from './grouped.ts';
import type { ReadShard } from './read-shard.ts';

/**
 * The run is what most finished shards say; in a tie, the first of these groups decides.
 * @throws KerfError MIXED_SHARDS
 */
export async function checkSameRun(shards: readonly ReadShard[], differences: Differences): Promise<void> {
  const usual = mostSay(shards.some(({ record }) => record) ? shards.filter(({ record }) => record) : shards);
  const odd: string[] = [];
  for (const shard of shards) {
    const fields = (await runDifferences(sayings(usual), sayings(shard), differences)).filter(
      // An incomplete shard has not written its checksums yet.
      ({ field, second }) => !field.startsWith('sha256.') || second !== undefined,
    );
    const said = fields.map(({ field, first, second }) => `${field} (${shownValue(second)}, not ${shownValue(first)})`);
    if (said.length > 0) odd.push(`${shard.folder} differs from ${usual.folder} in ${said.join(', ')}`);
  }
  if (odd.length > 0)
    throw new KerfError('MIXED_SHARDS', `These are not shards of one run: ${odd.join('; ')}; give those of one run.`);
}

/** Inputs, options, versions and the number of shards: plain values in plain objects. */
function sayings({ header, shard, record }: ReadShard) {
  const { inputs, poses } = record?.sha256 ?? {};
  return { ...header, shards: shard.of, ...(record === null ? {} : { sha256: { inputs, poses } }) };
}

function mostSay(shards: readonly ReadShard[]): ReadShard {
  const groups = grouped(shards, (shard) => JSON.stringify(sayings(shard)));
  return groups.reduce((most, group) => (group.length > most.length ? group : most))[0];
}
