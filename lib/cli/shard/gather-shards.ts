// Shards in any order → all rows of their run, or an error that names the shards missing, mixed or given twice.

import { KerfError } from '#core';
import type { OutputFolder } from '../output-files.ts';
import { type Differences, type PartialEntry, runDifferences, shownValue } from '../partial-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import type { ReadShard } from './read-shard.ts';
import { ownPoses, posesOf, type ShardRecord, shardCommand, shardText } from './shard-record.ts';

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

function grouped<Item>(items: readonly Item[], key: (item: Item) => unknown): Item[][] {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}

/**
 * The run is what most finished shards say; in a tie, the first of these groups decides.
 * @throws KerfError MIXED_SHARDS
 */
async function checkSameRun(shards: readonly ReadShard[], differences: Differences): Promise<void> {
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

export interface MergedRun {
  /** The record of the lowest-numbered shard, which stands for the run. */
  readonly record: ShardRecord;
  /** One per pose of the run, in order. */
  readonly rows: readonly PartialEntry[];
  /** The bytes of shard.inputs, the same in all shards, and their name in errors. */
  readonly inputs: { readonly bytes: Uint8Array; readonly path: string };
}

/** Writes and prints what one run would have written and printed, and throws what it would have thrown. */
export type FinishMerged = (
  run: MergedRun,
  shown: { readonly folder: OutputFolder; readonly json: boolean },
  kit: Toolkit,
  terminal: Terminal,
) => Promise<void>;

/** More commands than this are counted, not listed. */
const COMMANDS_LISTED = 20;

/**
 * Writes a line with the command for each missing shard.
 * @param missing their numbers, ascending.
 * @param cutShort the shards that exist in part, by number.
 * @param record the record of any shard of the run.
 * @returns KerfError MISSING_SHARDS
 */
function missingShards(
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
function noneFinished(cutShort: readonly ReadShard[]): KerfError {
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
