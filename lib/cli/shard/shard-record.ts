// What a shard's folder holds besides its rows ↔ shard.json, and the command line that makes a shard.
//
//   shard.rows.jsonl   a line for each pose that is done (partial-file.ts), from which the shard resumes
//   shard.inputs       what the finished files need and the rows lack (kept-bodies.ts)
//   shard.json         this record; it is written last, so that a folder with it holds a finished shard

import { FormatError, OptionError } from '#core';
import { optionWords, shellLine } from '../command-words.ts';
import type { PartialHeader } from '../partial-file.ts';

export const shardFiles = { record: 'shard.json', rows: 'shard.rows.jsonl', inputs: 'shard.inputs' } as const;

/** The commands that can be split into shards. */
const shardedCommands = ['validate', 'judge', 'benchmark run'] as const;
export type ShardedCommand = (typeof shardedCommands)[number];

/** The header of the whole run. */
export interface ShardHeader extends PartialHeader {
  /** Version of kerf. */
  readonly kerf: string;
}

export interface ShardRecord {
  readonly format: 'kerf-shard';
  readonly formatVersion: 1;
  readonly command: ShardedCommand;
  /** The command's words, except those that differ from shard to shard. */
  readonly words: readonly string[];
  readonly shard: Shard;
  /** The number of poses in all shards together. */
  readonly total: number;
  /** Their numbers, ascending; absent if these are 0 to total − 1. */
  readonly poses?: readonly number[];
  readonly header: ShardHeader;
  /** SHA-256 of the other two files' bytes, and of the matrices of all poses of the run. */
  readonly sha256: { readonly rows: string; readonly inputs: string; readonly poses: string };
}

/** A command's options, except those that differ from shard to shard. */
export function sharedWords(flags: object): string[] {
  const { shard: _, out: __, fresh: ___, json: ____, ...shared } = flags as Record<string, unknown>;
  return optionWords(shared);
}

/** The pose numbers of one shard of the run. */
export function ownPoses({ total, poses, shard }: Pick<ShardRecord, 'total' | 'poses' | 'shard'>): number[] {
  const places = posesOf(shard, total);
  return poses === undefined ? places : places.map((place) => poses[place]);
}

/** The command line that makes a shard, or resumes it. */
export function shardCommand({ command, words }: ShardRecord, shard: Shard, out = 'DIR'): string {
  return shellLine(['kerf', ...command.split(' '), ...words, '--shard', shardText(shard), '--out', out]);
}

/** @param path the name of the text in errors. @throws FormatError NOT_A_SHARD, VERSION, DAMAGED_SHARD */
export function parseRecord(text: string, path: string): ShardRecord {
  let value: Partial<ShardRecord> | null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FormatError('DAMAGED_SHARD', `${path} is not JSON (${(error as Error).message}); ${AGAIN}.`);
  }
  if (value?.format !== 'kerf-shard')
    throw new FormatError(
      'NOT_A_SHARD',
      `${path} does not call itself "kerf-shard"; give folders that a command with --shard has written.`,
    );
  if (value.formatVersion !== 1 || !shardedCommands.some((command) => command === value.command))
    throw new FormatError(
      'VERSION',
      `${path} is of format version ${value.formatVersion} and of kerf ${value.command}, expected version 1 and ${shardedCommands.join(', ')}; merge with the kerf that made it.`,
    );
  const { words, shard, total, header, sha256 } = value;
  const texts = [sha256?.rows, sha256?.inputs, sha256?.poses, header?.format];
  const numbers = [shard?.index, shard?.of, total];
  const isWhole = value.poses === undefined || (Array.isArray(value.poses) && value.poses.length === total);
  if (
    !Array.isArray(words) ||
    !isWhole ||
    !texts.every((one) => typeof one === 'string') ||
    !numbers.every(Number.isSafeInteger)
  )
    throw new FormatError('DAMAGED_SHARD', `${path} lacks a part of what it says of its shard; ${AGAIN}.`);
  return value as ShardRecord;
}

const AGAIN = 'run the same command again, which goes on with what is there';

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
