// The words of kerf judge: its options and help.

import { type Command, Option } from 'commander';
import { examples, unitOption } from './command-words.ts';
import { type JudgeFlags, judge, judgeDefaults } from './commands/judge.ts';
import { exitCodeHelp } from './exit-code.ts';
import { surfaceFileHelp } from './surface-file.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

export function addJudge(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  const by = (name: keyof typeof judgeDefaults) => `(default ${judgeDefaults[name]})`;
  kerf
    .command('judge')
    .summary("another engine's answers judged by an exact oracle, with a report")
    .description(
      'Judge what another engine, in any language, answered at the same poses by an oracle in exact arithmetic, and write the findings to a folder.',
    )
    .option('--bone <file>', surfaceFileHelp)
    .option('--tool <file>', surfaceFileHelp)
    .option('--poses <file>', 'the poses that the engine was asked, in a file as the --path of kerf detect')
    .option('--results <file>', 'what it answered: JSON Lines or CSV, see --schema; - for standard input')
    .option('--engine <module>', 'instead: a module of JavaScript that is run here; results.jsonl keeps its answers')
    .option('--tolerance <mm>', `how far a length, or a point from the contact region, may be off ${by('tolerance')}`)
    .option('--radius <mm>', `contact that no reported point comes this near counts as uncovered ${by('radius')}`)
    .option('--feed <x,y,z>', "the tool's way into the bone, in its frame; adds depth along it as a definition")
    .option('--oracle-limit <n>', `pieces of a surface that the oracle splits for one question ${by('oracleLimit')}`)
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses; results are in mm'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .option('--workers <k>', 'poses judged at once, which changes no answer (default: one a processor core)')
    .option('--shard <i/n>', 'judge shard i of n of the poses alone, on one of n machines; kerf merge joins them')
    .option('--out <dir>', 'the folder to write to, and to go on in')
    .option('--fresh', 'throw away what the folder holds of a run that was cut short')
    .option('--json', 'print JSON, without the answers, instead of tables')
    .option('--schema', 'print what a results file is, and do nothing else; with --json its JSON Schema')
    .addOption(
      new Option('--template [form]', 'print a results file to fill in, jsonl or csv, and do nothing else').choices([
        'jsonl',
        'csv',
      ]),
    )
    .addHelpText(
      'after',
      `
A row of the results holds any of: verdict, smallest distance, depth, contacts (point, normal, depth, faces), pairs of
faces, time. What is left out is not judged, and the page says so. Engines mean different things by depth: it is
compared with each written-down definition, and the page names the one it agrees with. A pose that has two answers shows
whether the engine repeats itself.

Writes judge.json, judge.csv and judge.html. A run that was cut short left its poses in the folder: the same command goes
on with the rest, and ends with the same files as a run that was not. With --shard the folder holds what kerf merge
takes, and the exit code is 0 whatever is found. All shards judge the same results: --engine makes them first.
${examples(
  'kerf judge --template > results.jsonl',
  'kerf judge --bone skull.ply --tool saw.stl --poses cut.csv --results results.jsonl --out judged',
  'kerf judge --bone skull.ply --tool saw.stl --poses cut.csv --results results.csv --feed 0,-1,0 --out judged',
  'kerf judge --bone skull.ply --tool saw.stl --poses cut.csv --engine examples/engines/rapier.mjs --out judged',
  'kerf judge --bone skull.ply --tool saw.stl --poses cut.csv --results results.jsonl --shard 3/16 --out shards/3',
)}
${exitCodeHelp}`,
    )
    .action((flags: JudgeFlags) => judge(flags, kit, terminal));
}
