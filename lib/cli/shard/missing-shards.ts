// Shards that are missing or incomplete → the sentence that names them, and the commands that make them.

import { KerfError } from '#core';
import type { Terminal } from '../toolkit.ts';
import type { ReadShard } from './read-shard.ts';
import { shardText } from './shard.ts';
import { ownPoses, type ShardRecord, shardCommand } from './shard-record.ts';

/** More commands than this are counted, not listed. */
const COMMANDS_LISTED = 20;

/**
 * Writes a line with the command for each missing shard.
 * @param missing their numbers, ascending.
 * @param cutShort the shards that exist in part, by number.
 * @param record the record of any shard of the run.
 * @returns KerfError MISSING_SHARDS
 */
export function missingShards(
  missing: readonly number[],
  cutShort: ReadonlyMap<number, ReadShard>,
  record: ShardRecord,
  terminal: Terminal,
): KerfError {
  const { of } = record.shard;
  for (const index of missing.slice(0, COMMANDS_LISTED)) {
    const part = cutShort.get(index);
    const lacking = part ? `, ${lacks(part, ownPoses({ ...record, shard: part.shard }))}` : '';
    terminal.err(`shard ${index}/${of}${lacking}: ${shardCommand(record, { index, of }, part?.folder)}\n`);
  }
  if (missing.length > COMMANDS_LISTED) terminal.err(`and ${missing.length - COMMANDS_LISTED} more\n`);
  const [are, them] = missing.length === 1 ? ['1 shard is', 'it'] : [`${missing.length} shards are`, 'them'];
  return new KerfError(
    'MISSING_SHARDS',
    `${are} missing of ${of}: ${ranges(missing)}; make ${them} as said above, and merge again.`,
  );
}

/** @returns KerfError MISSING_SHARDS */
export function noneFinished(cutShort: readonly ReadShard[]): KerfError {
  const said = cutShort.map(({ shard, folder, rows }) => `shard ${shardText(shard)} in ${folder} has ${rows.length}`);
  return new KerfError(
    'MISSING_SHARDS',
    `No shard is finished: of its poses ${said.join(', ')}; run their commands again, which go on with the rest.`,
  );
}

function lacks({ folder, rows }: ReadShard, own: readonly number[]): string {
  const done = new Set(rows.map(({ pose }) => pose));
  const left = own.filter((pose) => !done.has(pose));
  return left.length === 0
    ? `cut short in ${folder} after its last pose`
    : `cut short in ${folder}, where ${left.length} of ${own.length} poses are missing (${ranges(left)})`;
}

/** Ascending whole numbers → text such as `1, 3 to 5`. */
function ranges(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const between = ({ first, last }: { first: number; last: number }) => (last === first + 1 ? ', ' : ' to ');
  return runs.map((run) => (run.first === run.last ? run.first : run.first + between(run) + run.last)).join(', ');
}
