// The words of kerf merge: its options and help.

import type { Command } from 'commander';
import { examples } from './command-words.ts';
import { type MergeFlags, merge } from './commands/merge.ts';
import { exitCodeHelp } from './exit-code.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

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
