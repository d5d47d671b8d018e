// Shards in any order → all rows of their run, or an error that names the shards missing, mixed or given twice.

import { KerfError } from '#core';
import type { Differences } from '../run-differences.ts';
import type { Terminal } from '../toolkit.ts';
import { grouped } from './grouped.ts';
import type { MergedRun } from './merged-run.ts';
import { missingShards, noneFinished } from './missing-shards.ts';
import type { ReadShard } from './read-shard.ts';
import { checkSameRun } from './same-run.ts';
import { posesOf, shardText } from './shard.ts';
import type { ShardRecord } from './shard-record.ts';

export interface GatheredRun extends Omit<MergedRun, 'inputs'> {
  /** The folder of the shard whose record stands for the run. */
  readonly folder: string;
}

interface WholeShard extends ReadShard {
  readonly record: ShardRecord;
}

/**
 * The result does not depend on the order of the shards.
 * @throws KerfError MIXED_SHARDS, SHARD_TWICE, MISSING_SHARDS
 */
export async function gatherShards(
  shards: readonly ReadShard[],
  differences: Differences,
  terminal: Terminal,
): Promise<GatheredRun> {
  await checkSameRun(shards, differences);
  const whole = new Map<number, WholeShard>();
  const cutShort = new Map<number, ReadShard>();
  for (const same of grouped(shards, ({ shard }) => shard.index)) {
    const { index } = same[0].shard;
    const done = same.filter(isWhole);
    if (done.length > 0) whole.set(index, await oneOf(done, differences, terminal));
    else cutShort.set(index, fullest(same));
  }
  const inOrder = [...whole.values()].sort((a, b) => a.shard.index - b.shard.index);
  const first = inOrder[0];
  if (first === undefined) throw noneFinished([...cutShort.values()]);
  const { record, folder } = first;
  // A shard whose index exceeds the number of poses has none and may be absent.
  const wanted = Array.from({ length: Math.min(record.shard.of, record.total) }, (_, i) => i + 1);
  const missing = wanted.filter((index) => !whole.has(index));
  if (missing.length > 0) throw missingShards(missing, cutShort, record, terminal);
  return { record, folder, rows: inOrder.flatMap(({ rows }) => rows).sort((a, b) => a.pose - b.pose) };
}

function isWhole(shard: ReadShard): shard is WholeShard {
  const { record, rows } = shard;
  return record !== null && rows.length === posesOf(record.shard, record.total).length;
}

function fullest(same: readonly ReadShard[]): ReadShard {
  return same.reduce((most, shard) => (shard.rows.length > most.rows.length ? shard : most));
}

/** Picks one of several folders of the same shard, independently of their order. @throws KerfError SHARD_TWICE */
async function oneOf(same: readonly WholeShard[], differences: Differences, terminal: Terminal): Promise<WholeShard> {
  const chosen = same.reduce((one, other) => (other.record.sha256.rows < one.record.sha256.rows ? other : one));
  const shard = shardText(chosen.shard);
  for (const other of same) {
    const answers = new Map(other.rows.map((row) => [row.pose, row]));
    for (const row of chosen.rows) {
      const fields = (await differences(row, answers.get(row.pose)!)).filter(({ field }) => !isTime(field));
      if (fields.length > 0)
        throw new KerfError(
          'SHARD_TWICE',
          `${chosen.folder} and ${other.folder} both hold shard ${shard}, and differ at pose ${row.pose} in ${fields[0].field}; find out which of them is right, and give that one alone.`,
        );
    }
  }
  if (same.length > 1) {
    const folders = same.map(({ folder }) => folder).join(' and ');
    terminal.err(`${folders} hold the same answers of shard ${shard}; one of them is used.\n`);
  }
  return chosen;
}

/** Times are measured, so they differ when a pose is judged again. */
function isTime(field: string): boolean {
  return field.split('.').includes('milliseconds');
}
