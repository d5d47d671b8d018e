// A command and one shard of its poses → these poses answered, kept in the shard's folder, and reported.

import type { OutputFolder } from '../output-files.ts';
import type { PartialEntry, PartialFile } from '../partial-file.ts';
import { interruptedWith, sayWhatIsDone } from '../partial-words.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { ownPoses } from './shard-record.ts';
import { openRows, type ToldOfShard, writeShard } from './write-shard.ts';

export interface ShardRun<Entry extends PartialEntry> {
  readonly told: ToldOfShard;
  /** What the entries stand for, such as poses. */
  readonly what: string;
  readonly folder: OutputFolder;
  /** Whether to start afresh even if the folder holds part of the shard. */
  readonly fresh: boolean;
  /** Whether shard.json is printed instead of a sentence. */
  readonly json: boolean;
  /** 16 numbers per pose, for all poses of the run; empty if the header determines them. */
  readonly matrices: Float64Array;
  /** Answers the poses that are not kept yet. @returns all of them, in order. */
  answer(poses: readonly number[], rows: PartialFile<Entry>): Promise<readonly Entry[]>;
  /** The bytes of shard.inputs. */
  inputs(): Uint8Array;
  /** The finding from this shard's entries alone, one or more. */
  finding(entries: readonly Entry[]): string;
}

/**
 * Faults are printed but are no failure: the verdict is the whole run's, and a scheduler would restart the shard.
 * @throws Interrupted, FileAccessError and what `answer` throws, after which a later run resumes.
 */
export async function runShard<Entry extends PartialEntry>(
  run: ShardRun<Entry>,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const { told, what, folder, fresh, json, matrices } = run;
  const { shard, total, header } = told;
  const { differences } = await kit.validationRoom();
  const own = ownPoses(told);
  const rows = await openRows<Entry>(folder.path, header, shard, { fresh, differences });
  try {
    sayWhatIsDone(rows, rows.done.size, own.length, terminal);
    const entries = await run.answer(own, rows);
    const inputs = run.inputs();
    if (terminal.signal.aborted) throw interruptedWith(rows, own.length);
    const record = await writeShard(folder, rows, told, inputs, matrices);
    const name = `Shard ${shard.index} of ${shard.of}`;
    if (json) terminal.out(`${JSON.stringify(record, null, 2)}\n`);
    else if (entries.length === 0) terminal.out(`${name} has none of the ${total} ${what}.\n`);
    else terminal.out(`${name}: ${entries.length} of ${total} ${what}. ${run.finding(entries)}\n`);
  } catch (error) {
    await rows.close();
    throw error;
  }
  const kept = `Shard: ${folder.path} (kerf merge joins it with the others)\n`;
  if (json) terminal.err(kept);
  else terminal.out(kept);
}
