// `kerf merge`: the folders of a run's shards → the files, the verdict and the exit code of one run.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { FormatError } from '#core';
import { finishMergedEngine } from '../benchmark/run-engine.ts';
import { sha256 } from '../checked-lines.ts';
import { examples } from '../command-words.ts';
import { exitCodeHelp, withFileErrors } from '../exit-code.ts';
import { finishMergedJudge } from '../judge/run-judge.ts';
import { openLocked } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { type FinishMerged, type GatheredRun, gatherShards, type MergedRun } from '../shard/gather-shards.ts';
import { type ReadShard, readShard } from '../shard/read-shard.ts';
import { type ShardedCommand, shardCommand, shardFiles } from '../shard/shard-record.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { finishMergedValidation } from '../validate/run-validation.ts';

interface MergeFlags {
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
async function merge(folders: readonly string[], flags: MergeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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

export function addMerge(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('merge')
    .summary('the shards of a run, made by several machines, to the files of one run')
    .description('Join the shards of one run, which commands with --shard have written, to the files of that run.')
    .argument('<dirs...>', "the shards' folders, in any order")
    .requiredOption('--out <dir>', 'the folder to write to')
    .option('--json', 'print JSON instead of tables, as the command itself does')
    .addHelpText(
      'after',
      `
Writes and prints what the command would have, run on one machine, byte for byte but for the times, which are measured;
and ends with its exit code. Nothing but the folders is needed: not the meshes, not the poses.

Shards of other inputs, options or versions are refused by name, and so are damaged ones. For a shard that is missing or
was cut short, it prints the number and the command that makes it, or goes on with it. One shard in two folders is taken
once if the answers are the same, and refused if they are not.
${examples('kerf merge shards/* --out proof')}
${exitCodeHelp}`,
    )
    .action((folders: string[], flags: MergeFlags) => merge(folders, flags, kit, terminal));
}
