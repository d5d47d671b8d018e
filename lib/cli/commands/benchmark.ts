// `kerf benchmark`: make the public benchmark, run an engine on it, judge its results, and compare engines in a table.

import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  type BenchmarkSizeName,
  benchmarkCaseNames,
  benchmarkChecksums,
  benchmarkCounts,
  benchmarkVersion,
} from '#datasets';
import type { BenchmarkJudgement, EngineName } from '#validation';
import { openBenchmark } from '../benchmark/benchmark-manifest.ts';
import { judgementTable } from '../benchmark/judgement-columns.ts';
import { kerfEngine, thisMachine } from '../benchmark/kerf-engine.ts';
import { leaderboardJson, leaderboardMarkdown, leaderboardOf, readJudgement } from '../benchmark/leaderboard.ts';
import { leaderboardHtml } from '../benchmark/leaderboard-html.ts';
import { makeBenchmark } from '../benchmark/make-benchmark.ts';
import { judgeResults, readBenchmarkResults } from '../benchmark/result-files.ts';
import { runEngine } from '../benchmark/run-engine.ts';
import { examples } from '../command-words.ts';
import { exitCodeHelp, UsageError } from '../exit-code.ts';
import { checkEngine, importUsersModule } from '../judge/run-engine.ts';
import { countOption, lengthOption } from '../option-values.ts';
import { OutputFolder, openLocked } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { shardOption, sharedWords } from '../shard/shard-record.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface MakeFlags {
  readonly size: BenchmarkSizeName;
  readonly out: string;
  readonly workers?: string;
}

async function make({ size, out, workers }: MakeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const cases = benchmarkCaseNames.map((name) => ({ name, ...benchmarkCounts(name, size) }));
  const plan = { size, cases, checksums: benchmarkChecksums[size] };
  const count = workers === undefined ? availableParallelism() : countOption(workers, 'workers');
  const manifest = await makeBenchmark({ plan, workers: count, out }, kit, terminal);
  const sum = (what: 'poses' | 'strokes') => manifest.cases.reduce((total, one) => total + one[what], 0);
  terminal.out(
    `Wrote ${out}: benchmark version ${manifest.version}, size ${size}, ${cases.length} cases, ${sum('poses')} poses, ${sum('strokes')} strokes.\n`,
  );
}

interface RunFlags {
  readonly engine?: string;
  readonly shard?: string;
  readonly out?: string;
  readonly fresh?: boolean;
}

async function runOn(dir: string, flags: RunFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const shard = flags.shard === undefined ? undefined : shardOption(flags.shard);
  if (shard !== undefined && flags.out === undefined)
    throw new UsageError('Give --out DIR, a folder for this shard alone; kerf benchmark run --help shows how.');
  const benchmark = await openBenchmark(dir, benchmarkVersion);
  const module =
    flags.engine === undefined
      ? kerfEngine(kit.version)
      : checkEngine(await importUsersModule(flags.engine), flags.engine);
  const engine: EngineName = { ...module.engine, machine: module.engine.machine ?? thisMachine() };
  const { folder, leave } = await openLocked(flags.out ?? join(dir, 'results', fileName(engine.name)), 'benchmark');
  try {
    const asked = shard && { shard, words: [dir, ...sharedWords(flags)] };
    await runEngine({ benchmark, module, engine, folder, fresh: flags.fresh === true, shard: asked }, kit, terminal);
  } finally {
    await leave();
  }
}

interface JudgeFlags {
  readonly results: readonly string[];
  readonly tolerance: string;
  readonly out: string;
  readonly json?: boolean;
}

async function judgeOn(dir: string, flags: JudgeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const tolerance = lengthOption(flags.tolerance, 'tolerance');
  const benchmark = await openBenchmark(dir, benchmarkVersion);
  const folder = await OutputFolder.open(flags.out);
  try {
    const judgements = new Map<string, BenchmarkJudgement>();
    for (const path of flags.results) {
      const results = await readBenchmarkResults(path, benchmark, kit);
      for (const notice of results.notices) terminal.err(`kerf: ${notice}\n`);
      const judgement = await judgeResults(benchmark, results, tolerance, kit);
      const name = `${fileName(judgement.engine.name)}.json`;
      if (judgements.has(name))
        throw new UsageError(
          `Two of the --results are of ${judgement.engine.name}; judge them into two --out folders.`,
        );
      judgements.set(name, judgement);
      await folder.stage(name, jsonOf(judgement));
      await heedSignal(terminal);
    }
    await folder.commit();
    for (const [name, judgement] of judgements) {
      if (flags.json) terminal.out(jsonOf(judgement));
      else terminal.out(`${judgement.engine.name}\n${judgementTable(judgement)}\n`);
      (flags.json ? terminal.err : terminal.out).call(terminal, `Judgement: ${join(folder.path, name)}\n`);
    }
  } finally {
    await folder.discard();
  }
}

interface TableFlags {
  readonly out: string;
}

/** Writes the page, and beside it the same in Markdown and JSON. */
async function table(files: readonly string[], { out }: TableFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  if (extname(out) !== '.html') throw new UsageError(`--out is ${out}, expected a file that ends in .html; name one.`);
  const judgements: { source: string; judgement: BenchmarkJudgement }[] = [];
  for (const source of files) judgements.push({ source, judgement: await readJudgement(source) });
  const { rightShare } = await kit.validationRoom();
  const board = leaderboardOf(judgements, rightShare);
  const folder = await OutputFolder.open(dirname(resolve(out)));
  try {
    const name = basename(out, '.html');
    await folder.stage(`${name}.html`, leaderboardHtml(board));
    await folder.stage(`${name}.md`, leaderboardMarkdown(board));
    await folder.stage(`${name}.json`, leaderboardJson(board));
    await heedSignal(terminal);
    await folder.commit();
  } finally {
    await folder.discard();
  }
  terminal.out(`${leaderboardMarkdown(board)}Page: ${resolve(out)}\n`);
}

function jsonOf(judgement: BenchmarkJudgement): string {
  return `${JSON.stringify(judgement, null, 2)}\n`;
}

/** An engine's name as the name of a file or folder. */
function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^[-.]+|-+$/g, '') || 'engine'
  );
}

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
