// A shard's rows, one by one, then its other files ↔ its folder.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileErrors } from '../exit-code.ts';
import { sha256 } from '../hash.ts';
import type { OutputFolder } from '../output-files.ts';
import { type PartialEntry, PartialFile, type PartialOptions } from '../partial-file.ts';
import type { Shard } from './shard.ts';
import { type ShardHeader, type ShardRecord, shardFiles } from './shard-record.ts';

/** The first line of a shard's rows, which identifies the shard of a folder. */
export interface RowsHeader extends ShardHeader {
  readonly shard: Shard;
}

/** What is known about a shard before its poses are answered. */
export type ToldOfShard = Omit<ShardRecord, 'format' | 'formatVersion' | 'sha256'>;

/** Resumes the shard that the folder holds, or begins it. @throws as PartialFile.open. */
export function openRows<Entry extends PartialEntry>(
  folder: string,
  header: ShardHeader,
  shard: Shard,
  options: PartialOptions,
): Promise<PartialFile<Entry>> {
  const rowsHeader: RowsHeader = { ...header, shard };
  return PartialFile.open<Entry>(join(folder, shardFiles.rows), rowsHeader, options);
}

/**
 * Writes the files that a finished shard has besides its rows. The rows stay.
 * @param matrices of all poses of the run.
 * @throws FileAccessError
 */
export async function writeShard(
  folder: OutputFolder,
  { path }: { readonly path: string },
  told: ToldOfShard,
  inputs: Uint8Array,
  matrices: Float64Array,
): Promise<ShardRecord> {
  const rows = await withFileErrors('read', path, () => readFile(path));
  const record: ShardRecord = {
    format: 'kerf-shard',
    formatVersion: 1,
    ...told,
    sha256: { rows: sha256(rows), inputs: sha256(inputs), poses: sha256(matrices) },
  };
  await folder.stage(shardFiles.inputs, inputs);
  await folder.stage(shardFiles.record, `${JSON.stringify(record, null, 2)}\n`);
  await folder.commit();
  return record;
}
