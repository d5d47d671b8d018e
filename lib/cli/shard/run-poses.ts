// A run over poses, whole or one shard of it → its poses answered, kept in its folder meanwhile, then finished; of a
// shard, what kerf merge takes.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../checked-lines.ts';
import { withFileErrors } from '../exit-code.ts';
import type { Kept } from '../finish.ts';
import type { OutputFolder } from '../output-files.ts';
import { interruptedWith, type PartialEntry, PartialFile, type PartialHeader, sayWhatIsDone } from '../partial-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import {
  ownPoses,
  type Shard,
  type ShardedCommand,
  type ShardHeader,
  type ShardRecord,
  shardFiles,
} from './shard-record.ts';

/** A part of a run, and the words that ask for it, for the command lines that kerf merge prints. */
export interface AskedShard {
  readonly shard: Shard;
  readonly words: readonly string[];
}

interface Run<Header extends PartialHeader, Entry extends PartialEntry> {
  readonly command: ShardedCommand;
  readonly header: Header;
  /** The number of poses of the whole run. */
  readonly total: number;
  /** Their numbers, ascending; absent if these are 0 to total − 1. */
  readonly poses?: readonly number[];
  /** What the entries stand for, such as poses. */
  readonly what: string;
  /** 16 numbers per pose, for all poses of the run; empty if the header determines them. */
  readonly matrices: Float64Array;
  readonly folder: OutputFolder;
  /** The name of the file that keeps the poses of a whole run until it is finished. */
  readonly partial: string;
  /** Whether to start afresh even if the folder holds a part of the run. */
  readonly fresh: boolean;
  /** Whether a shard prints shard.json instead of a sentence. */
  readonly json: boolean;
  readonly shard: AskedShard | undefined;
  /** Answers the poses that are not kept yet. @returns all of them, in order. */
  answer(poses: readonly number[], kept: PartialFile<Entry>): Promise<readonly Entry[]>;
  /** The bytes of shard.inputs. */
  inputs(): Uint8Array;
  /** The finding from a shard's entries alone, one or more. */
  finding(entries: readonly Entry[]): string;
  /** Writes and prints the results of all poses. */
  finish(entries: readonly Entry[], kept: Kept): Promise<void>;
}

/**
 * Faults in a shard are printed but are no failure: the verdict is the whole run's, and a scheduler would restart the
 * shard.
 * @throws Interrupted, FileAccessError, and what `answer` and `finish` throw, after which a later run resumes.
 */
export async function runPoses<Header extends PartialHeader, Entry extends PartialEntry>(
  run: Run<Header, Entry>,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const { folder, fresh, total } = run;
  const shard = run.shard?.shard ?? { index: 1, of: 1 };
  const own = ownPoses({ total, poses: run.poses, shard });
  const { differences } = await kit.validationRoom();
  const [name, header] = run.shard ? [shardFiles.rows, { ...run.header, shard }] : [run.partial, run.header];
  const kept = await PartialFile.open<Entry>(join(folder.path, name), header, { fresh, differences });
  try {
    sayWhatIsDone(kept, kept.done.size, own.length, terminal);
    const entries = await run.answer(own, kept);
    const interrupted = () => interruptedWith(kept, own.length);
    if (run.shard === undefined) return await run.finish(entries, { interrupted, remove: () => kept.remove() });
    const inputs = run.inputs();
    if (terminal.signal.aborted) throw interrupted();
    const record = await writeShard(run, run.shard, kept.path, inputs);
    terminal.out(run.json ? `${JSON.stringify(record, null, 2)}\n` : shardLine(run, shard, entries));
  } catch (error) {
    await kept.close();
    throw error;
  }
  const where = `Shard: ${folder.path} (kerf merge joins it with the others)\n`;
  if (run.json) terminal.err(where);
  else terminal.out(where);
}

function shardLine<Header extends PartialHeader, Entry extends PartialEntry>(
  { total, what, finding }: Run<Header, Entry>,
  { index, of }: Shard,
  entries: readonly Entry[],
): string {
  if (entries.length === 0) return `Shard ${index} of ${of} has none of the ${total} ${what}.\n`;
  return `Shard ${index} of ${of}: ${entries.length} of ${total} ${what}. ${finding(entries)}\n`;
}

/** Writes the files that a finished shard has besides its rows. The rows stay. @throws FileAccessError */
async function writeShard<Header extends PartialHeader, Entry extends PartialEntry>(
  { command, total, poses, header, matrices, folder }: Run<Header, Entry>,
  { shard, words }: AskedShard,
  path: string,
  inputs: Uint8Array,
): Promise<ShardRecord> {
  const rows = await withFileErrors('read', path, () => readFile(path));
  const record: ShardRecord = {
    ...{ format: 'kerf-shard', formatVersion: 1, command, words, shard, total },
    ...(poses === undefined ? {} : { poses }),
    header: header as PartialHeader as ShardHeader,
    sha256: { rows: sha256(rows), inputs: sha256(inputs), poses: sha256(matrices) },
  };
  await folder.stage(shardFiles.inputs, inputs);
  await folder.stage(shardFiles.record, `${JSON.stringify(record, null, 2)}\n`);
  await folder.commit();
  return record;
}
