// What kerf merge hands to the command whose shards it has joined.

import type { OutputFolder } from '../output-files.ts';
import type { PartialEntry } from '../partial-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import type { ShardRecord } from './shard-record.ts';

export interface MergedRun {
  /** That of the shard of the lowest number, which speaks for all. */
  readonly record: ShardRecord;
  /** One a pose of the run, in order. */
  readonly rows: readonly PartialEntry[];
  /** The bytes of shard.inputs, which are the same in all shards, and what errors call them. */
  readonly inputs: { readonly bytes: Uint8Array; readonly path: string };
}

/** Writes and prints what one run would have written and printed, and throws what it would have thrown. */
export type FinishMerged = (
  run: MergedRun,
  shown: { readonly folder: OutputFolder; readonly json: boolean },
  kit: Toolkit,
  terminal: Terminal,
) => Promise<void>;
