// The command line's words: commands, options, help.

import { Command, type Option } from 'commander';
import { addAssess } from './commands/assess.ts';
import { addBenchmark } from './commands/benchmark.ts';
import { addBone } from './commands/bone.ts';
import { addIndex } from './commands/build-index.ts';
import { addConvert } from './commands/convert.ts';
import { addCut } from './commands/cut.ts';
import { addDataset } from './commands/dataset.ts';
import { addDemo } from './commands/demo.ts';
import { addDetect } from './commands/detect.ts';
import { addImpacts } from './commands/impacts.ts';
import { addInspect } from './commands/inspect.ts';
import { addJudge } from './commands/judge.ts';
import { addMerge } from './commands/merge.ts';
import { addPlace } from './commands/place.ts';
import { addServe } from './commands/serve.ts';
import { addSweep } from './commands/sweep.ts';
import { addValidate } from './commands/validate.ts';
import { addWorkbench } from './commands/workbench.ts';
import { exitCodeHelp, UsageError } from './exit-code.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

export function program(kit: Toolkit, terminal: Terminal): Command {
  const kerf = new Command('kerf');
  // Every command below inherits this: where it writes, and that it throws instead of exiting.
  kerf
    .description('Where a surgical tool touches bone: contact states, certified distances and contact areas, in mm.')
    .version(kit.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      // Apart from errors, which run.ts reports, this gets only the help of a command that merely groups others.
      writeErr: (text) => terminal.out(text),
      outputError: () => {},
      getOutHelpWidth: () => terminal.columns ?? 80,
    })
    .addHelpText(
      'after',
      `
Examples:
  kerf demo
  kerf detect --bone skull.stl --tool saw.stl --path cut.csv --distance 0.2 --resolution 0.5 --out result
  kerf sweep --bone skull.stl --tool saw.stl --path cut.csv --out swept
  kerf impacts --start before.ply --end after.ply --out impacts
  kerf assess --bone skull.stl --tool saw.stl --path cut.csv --cell 1 --out assessed
  kerf inspect skull.stl
  kerf validate --bone skull.stl --tool saw.stl --path cut.csv --out proof
  kerf judge --bone skull.stl --tool saw.stl --poses cut.csv --results results.jsonl --out judged
  kerf serve --port 7425
  kerf workbench

Lengths: a bare number is mm; with a unit (m cm mm um nm in ft) it is that: --distance 0.2mm, 500um, 0.02in.
${exitCodeHelp}`,
    );
  addDetect(kerf, kit, terminal);
  addSweep(kerf, kit, terminal);
  addImpacts(kerf, kit, terminal);
  addAssess(kerf, kit, terminal);
  addValidate(kerf, kit, terminal);
  addWorkbench(kerf, kit, terminal);
  addJudge(kerf, kit, terminal);
  addBenchmark(kerf, kit, terminal);
  addMerge(kerf, kit, terminal);
  addServe(kerf, kit, terminal);
  addPlace(kerf, kit, terminal);
  addCut(kerf, kit, terminal);
  addBone(kerf, kit, terminal);
  addInspect(kerf, kit, terminal);
  addConvert(kerf, kit, terminal);
  addIndex(kerf, kit, terminal);
  addDataset(kerf, kit, terminal);
  addDemo(kerf, kit, terminal);
  askForMissingOptions(kerf);
  return kerf;
}

/** commander checks them before anything else, and would report --distance as missing if --distanc is given. */
function askForMissingOptions(kerf: Command): void {
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
