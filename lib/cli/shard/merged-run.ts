// What kerf merge passes to the command whose shards it has joined.

import type { OutputFolder } from '../output-files.ts';
import type { PartialEntry } from '../partial-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import type { ShardRecord } from './shard-record.ts';

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
