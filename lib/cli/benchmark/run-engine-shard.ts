// A benchmark, an engine and a shard → the shard's questions asked and their answers kept in its folder; and all
// shards, joined by kerf merge → the results of one run.

import type { OutputFolder } from '../output-files.ts';
import { heedSignal } from '../run-detection.ts';
import type { FinishMerged } from '../shard/merged-run.ts';
import { runShard } from '../shard/run-shard.ts';
import type { Shard } from '../shard/shard.ts';
import type { ShardHeader } from '../shard/shard-record.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import type { BenchmarkFolder } from './benchmark-manifest.ts';
import { stageResults } from './result-files.ts';
import { headerOf, questionsOf, type RunEntry, type RunHeader, type RunTask, runEngine } from './run-engine.ts';

export interface EngineShardTask extends RunTask {
  readonly folder: OutputFolder;
  readonly shard: Shard;
  /** The words that made the task, for the command lines that kerf merge prints. */
  readonly words: readonly string[];
}

/** What shard.inputs holds, as JSON. */
type KeptBenchmark = Pick<BenchmarkFolder, 'manifest' | 'sha256'>;

/** @throws as runShard and runEngine. */
export async function runEngineShard(task: EngineShardTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { benchmark, engine, folder, fresh, shard, words } = task;
  const { manifest, sha256 } = benchmark;
  const kept: KeptBenchmark = { manifest, sha256 };
  const header: RunHeader & ShardHeader = { ...headerOf(task), kerf: kit.version };
  const total = questionsOf(benchmark).length;
  await runShard<RunEntry>(
    {
      told: { command: 'benchmark run', words, shard, total, header },
      ...{ what: 'poses and strokes', folder, fresh, json: false, matrices: new Float64Array() },
      answer: (questions, rows) => runEngine(task, questions, rows, kit, terminal),
      inputs: () => Buffer.from(JSON.stringify(kept)),
      finding: (entries) => `${engine.name} answered ${entries.filter(({ row }) => row !== null).length} of these.`,
    },
    kit,
    terminal,
  );
}

/** Writes the results as one run does. @throws Interrupted; FileAccessError */
export const finishMergedEngine: FinishMerged = async ({ record, rows, inputs }, { folder, json }, kit, terminal) => {
  const { engine } = record.header as RunHeader & ShardHeader;
  const benchmark: KeptBenchmark = JSON.parse(Buffer.from(inputs.bytes).toString('utf8'));
  await stageResults(benchmark, engine, rows as readonly RunEntry[], folder, kit);
  await heedSignal(terminal);
  await folder.commit();
  const wrote = `Results of ${engine.name}: ${folder.path}\n`;
  if (json) terminal.err(wrote);
  else terminal.out(wrote);
};
