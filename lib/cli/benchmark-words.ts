// The words of kerf benchmark: its commands, their options and help.

import { type Command, Option } from 'commander';
import { examples } from './command-words.ts';
import {
  type JudgeFlags,
  judgeOn,
  type MakeFlags,
  make,
  type RunFlags,
  runOn,
  type TableFlags,
  table,
} from './commands/benchmark.ts';
import { exitCodeHelp } from './exit-code.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

export function addBenchmark(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  const benchmark = kerf
    .command('benchmark')
    .summary('a public benchmark of tool and bone, with exact answers, for any engine')
    .description(
      'Make the benchmark, run an engine on it, judge results of any engine, and put engines in a table. datasets/benchmark/README.md says how to enter one.',
    )
    .addHelpText(
      'after',
      `${examples(
        'kerf benchmark make --size S --out bench',
        'kerf benchmark run bench',
        'kerf benchmark judge bench --results bench/results/kerf --out judged',
        'kerf benchmark table judged/kerf.json --out leaderboard.html',
      )}
${exitCodeHelp}`,
    );
  benchmark
    .command('make')
    .summary('bodies, poses, strokes and exact labels, in a folder')
    .description('Write the benchmark: bodies, poses, strokes and their exact labels, the same bytes on every machine.')
    .addOption(
      new Option('--size <which>', '532, 2,000 or 10,000 poses').choices(['S', 'M', 'L']).makeOptionMandatory(),
    )
    .requiredOption('--out <dir>', 'the folder to write to')
    .option('--workers <k>', 'threads that label at once, which changes no byte (default: one a processor core)')
    .action((flags: MakeFlags) => make(flags, kit, terminal));
  benchmark
    .command('run')
    .summary('an engine asked every pose and stroke')
    .description('Ask an engine every pose and stroke, one after another, and write what it answers.')
    .argument('<dir>', 'the benchmark, as kerf benchmark make wrote it')
    .option('--engine <module>', 'a JavaScript module that exports engine and createEngine (default: kerf itself)')
    .option(
      '--shard <i/n>',
      'ask shard i of n of the questions alone, on one of n like machines; kerf merge joins them',
    )
    .option('--out <dir>', 'the folder to write to, and to go on in (default: results/ENGINE in DIR)')
    .option('--fresh', 'throw away what the folder holds of a run that was cut short')
    .action((dir: string, flags: RunFlags) => runOn(dir, flags, kit, terminal));
  benchmark
    .command('judge')
    .summary('results of any engine, against the labels')
    .description('Count what is right, wrong and not answered in the results of engines; no oracle is asked.')
    .argument('<dir>', 'the benchmark')
    .requiredOption('--results <dirs...>', 'a folder an engine, with a file CASE.jsonl or CASE.csv a case')
    .option('--tolerance <mm>', 'how far a distance may be off, and the tool at the time of first contact', '0.1')
    .requiredOption('--out <dir>', 'the folder to write ENGINE.json to')
    .option('--json', 'print JSON instead of tables')
    .action((dir: string, flags: JudgeFlags) => judgeOn(dir, flags, kit, terminal));
  benchmark
    .command('table')
    .summary('engines compared, on a page')
    .description('Put judgements of one benchmark on a page, in Markdown and in JSON, by what is answered right.')
    .argument('<judgements...>', 'files that kerf benchmark judge wrote')
    .requiredOption('--out <file>', 'the page, a file that ends in .html')
    .action((files: string[], flags: TableFlags) => table(files, flags, kit, terminal));
}
