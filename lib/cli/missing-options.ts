// The commands → a check, made after unknown words are refused, that names all missing required options in one
// sentence.

import type { Command, Option } from 'commander';
import { UsageError } from './exit-code.ts';

/** commander checks them before anything else, and would report --distance as missing if --distanc is given. */
export function askForMissingOptions(kerf: Command): void {
  const required = new Map<Command, Option[]>();
  const collect = (command: Command) => {
    const own = command.options.filter(({ mandatory }) => mandatory);
    for (const option of own) option.mandatory = false;
    required.set(command, own);
    for (const inner of command.commands) collect(inner);
  };
  collect(kerf);
  kerf.hook('preAction', (_, command) => {
    const missing = required
      .get(command)
      ?.filter((option) => command.getOptionValue(option.attributeName()) === undefined);
    if (missing === undefined || missing.length === 0) return;
    const words = missing.map(({ flags }) => `'${flags}'`).join(', ');
    const which = missing.length === 1 ? 'option' : 'options';
    throw new UsageError(`required ${which} ${words} not specified; see ${commandLine(command)} --help.`);
  });
}

/** The command that the leading words name: `kerf benchmark make`. */
export function namedCommand(kerf: Command, words: readonly string[]): string {
  let command = kerf;
  for (const word of words) {
    const inner = command.commands.find((one) => one.name() === word);
    if (inner === undefined) break;
    command = inner;
  }
  return commandLine(command);
}

function commandLine(command: Command): string {
  return command.parent === null ? command.name() : `${commandLine(command.parent)} ${command.name()}`;
}
