// Arguments, rooms and a terminal → the command, run, and its exit code.

import { CommanderError } from 'commander';
import { describeFailure, ExitCode } from './exit-code.ts';
import { namedCommand, program } from './program.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

/**
 * Never throws: a failure becomes one sentence on the terminal's error stream.
 * @param argv the arguments without node's and the script's names.
 */
export async function run(argv: readonly string[], kit: Toolkit, terminal: Terminal): Promise<ExitCode> {
  const kerf = program(kit, terminal);
  try {
    if (argv.length === 0) kerf.outputHelp();
    else await kerf.parseAsync(argv, { from: 'user' });
    return ExitCode.ok;
  } catch (error) {
    if (error instanceof CommanderError) return commanderExit(error, namedCommand(kerf, argv), terminal);
    const { exitCode, sentence } = describeFailure(error);
    terminal.err(`kerf: ${sentence}\n`);
    if (terminal.debug && error instanceof Error) terminal.err(`${error.stack}\n`);
    return exitCode;
  }
}

/** commander also throws for --help, for --version, and after the help of a command given without its subcommand. */
function commanderExit(error: CommanderError, command: string, terminal: Terminal): ExitCode {
  if (error.exitCode === 0 || error.code === 'commander.help') return ExitCode.ok;
  const sentence = error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[.?]*$/, '');
  terminal.err(`kerf: ${sentence}; see ${command} --help.\n`);
  return ExitCode.usage;
}
