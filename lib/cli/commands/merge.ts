// `kerf merge`: the folders of a run's shards → the files, the verdict and the exit code of one run.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '#core';
import { finishMergedEngine } from '../benchmark/run-engine-shard.ts';
import { withFileErrors } from '../exit-code.ts';
import { openLocked } from '../folder-lock.ts';
import { sha256 } from '../hash.ts';
import { finishMergedJudge } from '../judge/run-judge-shard.ts';
import { heedSignal } from '../run-detection.ts';
import { type GatheredRun, gatherShards } from '../shard/gather-shards.ts';
import type { FinishMerged, MergedRun } from '../shard/merged-run.ts';
import { type ReadShard, readShard } from '../shard/read-shard.ts';
import { type ShardedCommand, shardCommand, shardFiles } from '../shard/shard-record.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { finishMergedValidation } from '../validate/finish-shards.ts';

export interface MergeFlags {
  readonly out: string;
  readonly json?: boolean;
}

/** How each command finishes with all its rows. */
const finishers: Readonly<Record<ShardedCommand, FinishMerged>> = {
  validate: finishMergedValidation,
  judge: finishMergedJudge,
  'benchmark run': finishMergedEngine,
};

/** @throws KerfError and FormatError of lib/cli/shard, before anything is written; whatever the command throws. */
export async function merge(
  folders: readonly string[],
  flags: MergeFlags,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const shards: ReadShard[] = [];
  for (const folder of folders) {
    shards.push(await readShard(folder));
    await heedSignal(terminal);
  }
  const { differences } = await kit.validationRoom();
  const gathered = await gatherShards(shards, differences, terminal);
  checkVersion(gathered, kit);
  const run = { ...gathered, inputs: await readInputs(gathered) };
  const { folder, leave } = await openLocked(flags.out, 'merge');
  try {
    await finishers[run.record.command](run, { folder, json: flags.json === true }, kit, terminal);
  } finally {
    await leave();
  }
}

/** @throws FormatError VERSION */
function checkVersion({ record }: GatheredRun, kit: Toolkit): void {
  const { kerf } = record.header;
  if (kerf === kit.version) return;
  throw new FormatError(
    'VERSION',
    `The shards are of kerf ${kerf} and this is kerf ${kit.version}, whose files may differ; merge with the kerf that made them.`,
  );
}

/** @throws FormatError DAMAGED_SHARD; FileAccessError */
async function readInputs({ record, folder }: GatheredRun): Promise<MergedRun['inputs']> {
  const path = join(folder, shardFiles.inputs);
  const bytes = await withFileErrors('read', path, () => readFile(path));
  if (sha256(bytes) === record.sha256.inputs) return { bytes, path };
  throw new FormatError(
    'DAMAGED_SHARD',
    `${path} is not the file that ${shardFiles.record} was written for; make it again by ${shardCommand(record, record.shard, folder)}.`,
  );
}
