// `kerf benchmark`: make the public benchmark, run an engine on it, judge its results, and compare engines in a table.

import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  type BenchmarkSizeName,
  benchmarkCaseNames,
  benchmarkChecksums,
  benchmarkCounts,
  benchmarkVersion,
} from '#datasets';
import type { BenchmarkJudgement, EngineName } from '#validation';
import { openBenchmark } from '../benchmark/benchmark-manifest.ts';
import { judgeResults } from '../benchmark/judge-results.ts';
import { judgementTable } from '../benchmark/judgement-table.ts';
import { kerfEngine } from '../benchmark/kerf-engine.ts';
import { leaderboardOf } from '../benchmark/leaderboard.ts';
import { leaderboardHtml } from '../benchmark/leaderboard-html.ts';
import { leaderboardJson, leaderboardMarkdown } from '../benchmark/leaderboard-text.ts';
import { thisMachine } from '../benchmark/machine.ts';
import { makeBenchmark } from '../benchmark/make-benchmark.ts';
import { readJudgement } from '../benchmark/read-judgement.ts';
import { readBenchmarkResults, stageResults } from '../benchmark/result-files.ts';
import { openRun, questionsOf, runEngine } from '../benchmark/run-engine.ts';
import { runEngineShard } from '../benchmark/run-engine-shard.ts';
import { UsageError } from '../exit-code.ts';
import { openLocked } from '../folder-lock.ts';
import { importUsersModule } from '../judge/load-engine.ts';
import { checkEngine } from '../judge/run-engine.ts';
import { countOption, lengthOption } from '../option-values.ts';
import { OutputFolder } from '../output-files.ts';
import { sayWhatIsDone } from '../partial-words.ts';
import { heedSignal } from '../run-detection.ts';
import { shardOption } from '../shard/shard.ts';
import { sharedWords } from '../shard/shard-record.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface MakeFlags {
  readonly size: BenchmarkSizeName;
  readonly out: string;
  readonly workers?: string;
}

export async function make({ size, out, workers }: MakeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const cases = benchmarkCaseNames.map((name) => ({ name, ...benchmarkCounts(name, size) }));
  const plan = { size, cases, checksums: benchmarkChecksums[size] };
  const count = workers === undefined ? availableParallelism() : countOption(workers, 'workers');
  const manifest = await makeBenchmark({ plan, workers: count, out }, kit, terminal);
  const sum = (what: 'poses' | 'strokes') => manifest.cases.reduce((total, one) => total + one[what], 0);
  terminal.out(
    `Wrote ${out}: benchmark version ${manifest.version}, size ${size}, ${cases.length} cases, ${sum('poses')} poses, ${sum('strokes')} strokes.\n`,
  );
}

export interface RunFlags {
  readonly engine?: string;
  readonly shard?: string;
  readonly out?: string;
  readonly fresh?: boolean;
}

export async function runOn(dir: string, flags: RunFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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
    const task = { benchmark, module, engine, out: folder.path, fresh: flags.fresh === true };
    if (shard !== undefined)
      return await runEngineShard({ ...task, folder, shard, words: [dir, ...sharedWords(flags)] }, kit, terminal);
    const partial = await openRun(task, kit);
    try {
      const questions = Array.from(questionsOf(benchmark).keys());
      sayWhatIsDone(partial, partial.done.size, questions.length, terminal);
      const entries = await runEngine(task, questions, partial, kit, terminal);
      await stageResults(benchmark, engine, entries, folder, kit);
      await heedSignal(terminal);
      await folder.commit();
    } catch (error) {
      await partial.close();
      throw error;
    }
    await partial.remove();
  } finally {
    await leave();
  }
  terminal.out(`Results of ${engine.name}: ${folder.path}\n`);
}

export interface JudgeFlags {
  readonly results: readonly string[];
  readonly tolerance: string;
  readonly out: string;
  readonly json?: boolean;
}

export async function judgeOn(dir: string, flags: JudgeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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

export interface TableFlags {
  readonly out: string;
}

/** Writes the page, and beside it the same in Markdown and JSON. */
export async function table(
  files: readonly string[],
  { out }: TableFlags,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
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
