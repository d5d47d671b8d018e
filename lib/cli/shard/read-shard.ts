// A folder → the shard in it, finished or incomplete; or an error that says what is wrong with the folder.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '#core';
import { lineContent, sha256 } from '../checked-lines.ts';
import { withFileErrors } from '../exit-code.ts';
import type { PartialEntry } from '../partial-file.ts';
import {
  ownPoses,
  parseRecord,
  type Shard,
  type ShardHeader,
  type ShardRecord,
  shardCommand,
  shardFiles,
  shardText,
} from './shard-record.ts';

/** The first line of a shard's rows, which identifies the shard of a folder. */
interface RowsHeader extends ShardHeader {
  readonly shard: Shard;
}

export interface ReadShard {
  readonly folder: string;
  readonly shard: Shard;
  readonly header: ShardHeader;
  /** The rows kept for its poses, each once. */
  readonly rows: readonly PartialEntry[];
  /** null if the shard is incomplete. */
  readonly record: ShardRecord | null;
}

/**
 * @throws FormatError NOT_A_SHARD, DAMAGED_SHARD with the line, VERSION; FileAccessError. In an unfinished shard, a
 * truncated line is no error.
 */
export async function readShard(folder: string): Promise<ReadShard> {
  await withFileErrors('read', folder, () => stat(folder));
  const path = join(folder, shardFiles.record);
  const text = await readIfThere(path);
  const rows = await readIfThere(join(folder, shardFiles.rows));
  if (text === undefined && rows === undefined)
    throw new FormatError(
      'NOT_A_SHARD',
      `${folder} holds neither ${shardFiles.record} nor ${shardFiles.rows}; give folders that a command with --shard has written.`,
    );
  if (text === undefined) return cutShort(folder, rows!);
  const record = parseRecord(text, path);
  return { folder, shard: record.shard, header: record.header, rows: checkedRows(folder, rows, record), record };
}

async function readIfThere(path: string): Promise<string | undefined> {
  return withFileErrors('read', path, async () => {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  });
}

function cutShort(folder: string, text: string): ReadShard {
  const [first, ...lines] = text.split('\n').map(lineContent);
  const { shard, ...header } = (first ?? {}) as Partial<RowsHeader>;
  if (shard === undefined)
    throw new FormatError(
      'DAMAGED_SHARD',
      `${join(folder, shardFiles.rows)}, line 1, which says what shard it is, is damaged; run that shard again with --fresh.`,
    );
  const entries = lines.filter((line) => line !== undefined) as PartialEntry[];
  const rows = [...new Map(entries.map((entry) => [entry.pose, entry])).values()];
  return { folder, shard, header: header as ShardHeader, rows, record: null };
}

/** @throws FormatError DAMAGED_SHARD if a line, or the whole file, differs from the finished shard's. */
function checkedRows(folder: string, text: string | undefined, record: ShardRecord): PartialEntry[] {
  const path = join(folder, shardFiles.rows);
  const damaged = (what: string, again = '') => {
    const command = shardCommand(record, record.shard, folder) + again;
    return new FormatError('DAMAGED_SHARD', `${path}${what}; make it again by ${command}.`);
  };
  if (text === undefined) throw damaged(' is not there');
  const lines = text.split('\n');
  // What follows the last line end.
  const rest = lines.pop();
  const contents = lines.map(lineContent);
  const bad = contents.indexOf(undefined);
  if (bad >= 0) throw damaged(`, line ${bad + 1}: its checksum does not fit`, bad === 0 ? ' --fresh' : '');
  if (rest !== '') throw damaged(`, line ${lines.length + 1}: it is cut short`);
  const [first, ...rows] = contents as [RowsHeader, ...PartialEntry[]];
  if (JSON.stringify(first) !== JSON.stringify({ ...record.header, shard: record.shard }))
    throw damaged(`, line 1: it says another run or shard than ${shardFiles.record}`, ' --fresh');
  const own = new Set(ownPoses(record));
  rows.forEach(({ pose }, row) => {
    if (!own.delete(pose))
      throw damaged(
        `, line ${row + 2}: pose ${pose} is none of shard ${shardText(record.shard)}, or stands there twice`,
        ' --fresh',
      );
  });
  // A shard that lacks poses is reported as an incomplete one.
  if (own.size === 0 && sha256(text) !== record.sha256.rows)
    throw damaged(`: it is not the file that ${shardFiles.record} was written for`);
  return rows;
}
