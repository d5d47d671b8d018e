// A benchmark's folder and an engine → the engine's answers to every pose and stroke, kept as they arrive.
//
// Questions are numbered through all cases: of each case its poses, then its strokes. The finished part of a run is a
// set of these numbers with their answers; `result-files.ts` writes the results.

import { join } from 'node:path';
import { KerfError } from '#core';
import type { Engine, EngineAnswer, EngineModule, EngineName, EngineStroke } from '#validation';
import { numberRows } from '../number-rows.ts';
import type { OutputFolder } from '../output-files.ts';
import type { PartialFile, PartialHeader } from '../partial-file.ts';
import { poseLanes } from '../pose-lanes.ts';
import { heedSignal } from '../progress-bar.ts';
import type { FinishMerged } from '../shard/gather-shards.ts';
import { type AskedShard, runPoses } from '../shard/run-poses.ts';
import type { ShardHeader } from '../shard/shard-record.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { type BenchmarkFolder, type ManifestCase, readChecked } from './benchmark-manifest.ts';
import { stageResults } from './result-files.ts';

/** An answer, with its number in the whole benchmark. */
export interface RunEntry {
  readonly pose: number;
  readonly case: string;
  /** Null for a stroke if the engine does not support motion. */
  readonly row: EngineAnswer | EngineStroke | null;
}

interface RunTask {
  readonly benchmark: BenchmarkFolder;
  readonly module: EngineModule;
  /** Includes the machine. */
  readonly engine: EngineName;
  /** Holds the partial file and, later, the results. */
  readonly folder: OutputFolder;
  readonly fresh: boolean;
  /** Absent for the whole run. */
  readonly shard: AskedShard | undefined;
}

/** By which a run is recognised. */
interface RunHeader extends PartialHeader {
  readonly format: 'kerf-benchmark-partial';
  readonly formatVersion: 1;
  readonly benchmark: string;
  readonly engine: EngineName;
  /** Version of kerf, of a shard. */
  readonly kerf?: string;
}

interface Question {
  readonly of: ManifestCase;
  readonly what: 'pose' | 'stroke';
  /** Its number within its case. */
  readonly number: number;
}

/** The questions of the benchmark, indexed by number. */
function questionsOf({ manifest }: BenchmarkFolder): readonly Question[] {
  return manifest.cases.flatMap((of) => [
    ...Array.from({ length: of.poses }, (_, number): Question => ({ of, what: 'pose', number })),
    ...Array.from({ length: of.strokes }, (_, number): Question => ({ of, what: 'stroke', number })),
  ]);
}

function headerOf({ benchmark, engine, shard }: RunTask, { version }: Toolkit): RunHeader {
  return {
    ...{ format: 'kerf-benchmark-partial', formatVersion: 1, benchmark: benchmark.sha256, engine },
    // Engines have no backends that kerf knows of; the CPU's reason is not compared.
    ...{ backend: 'cpu', backendReason: '' },
    ...(shard === undefined ? {} : { kerf: version }),
  };
}

/** @throws KerfError PARTIAL_OTHER_RUN, PARTIAL_CORRUPT; as askEngine. */
export async function runEngine(task: RunTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { benchmark, engine, folder, fresh, shard } = task;
  const { manifest, sha256 } = benchmark;
  const kept: KeptBenchmark = { manifest, sha256 };
  await runPoses<RunHeader, RunEntry>(
    {
      ...{ command: 'benchmark run', header: headerOf(task, kit), total: questionsOf(benchmark).length },
      ...{ what: 'poses and strokes', matrices: new Float64Array() },
      ...{ folder, partial: 'results.partial.jsonl', fresh, json: false, shard },
      answer: (questions, rows) => askEngine(task, questions, rows, kit, terminal),
      inputs: () => Buffer.from(JSON.stringify(kept)),
      finding: (entries) => `${engine.name} answered ${entries.filter(({ row }) => row !== null).length} of these.`,
      async finish(entries, { remove }) {
        await finishEngine({ benchmark, engine, entries, folder, json: false }, kit, terminal);
        await remove();
      },
    },
    kit,
    terminal,
  );
}

/**
 * Asks one question at a time, so that no answer distorts another's time.
 * @param chosen numbers of questions, ascending.
 * @throws KerfError ENGINE_FAILED; Interrupted; finished answers stay in the partial file.
 */
async function askEngine(
  { benchmark, module }: RunTask,
  chosen: readonly number[],
  partial: PartialFile<RunEntry>,
  kit: Toolkit,
  terminal: Terminal,
): Promise<RunEntry[]> {
  const questions = questionsOf(benchmark);
  let open: OpenCase | undefined;
  const answer = async (pose: number): Promise<RunEntry> => {
    const { of, what, number } = questions[pose];
    if (open?.name !== of.name) {
      open?.dispose();
      open = await OpenCase.open(benchmark, of, module, kit);
    }
    const row = what === 'pose' ? await open.pose(number) : await open.stroke(number);
    return { pose, case: of.name, row };
  };
  try {
    return await poseLanes({ poses: chosen, workers: 1, answer, giveUp: async () => {} }, partial, terminal);
  } finally {
    open?.dispose();
  }
}

class OpenCase {
  readonly name: string;
  readonly #engine: Engine;
  readonly #engineName: string;
  readonly #poses: readonly Float64Array[];
  /** From, to, from, to, … */
  readonly #ends: readonly Float64Array[];

  private constructor(name: string, engineName: string, engine: Engine, poses: Float64Array[], ends: Float64Array[]) {
    this.name = name;
    this.#engineName = engineName;
    this.#engine = engine;
    this.#poses = poses;
    this.#ends = ends;
  }

  /** Asks the first pose once, so that no answer's time includes what an engine sets up at its first question. */
  static async open(
    folder: BenchmarkFolder,
    { name }: ManifestCase,
    { engine: { name: engineName }, createEngine }: EngineModule,
    kit: Toolkit,
  ): Promise<OpenCase> {
    for (const file of ['bone.ply', 'tool.ply']) await readChecked(folder, `${name}/${file}`);
    const [bone, tool] = [
      await kit.loadMesh(join(folder.path, name, 'bone.ply')),
      await kit.loadMesh(join(folder.path, name, 'tool.ply')),
    ];
    const [poses, ends] = [await matrices(folder, `${name}/poses.csv`), await matrices(folder, `${name}/strokes.csv`)];
    const made = await guarded(engineName, `making it ready for ${name}`, () => createEngine({ bone, tool }));
    if (poses.length > 0) await guarded(engineName, `pose 0 of ${name}`, () => made.answer(poses[0]));
    return new OpenCase(name, engineName, made, poses, ends);
  }

  /** Returns what the benchmark judges, without contacts and depths. @throws KerfError ENGINE_FAILED */
  async pose(number: number): Promise<EngineAnswer> {
    const { answer, milliseconds } = await this.#timed(`pose ${number} of ${this.name}`, () =>
      this.#engine.answer(this.#poses[number].slice()),
    );
    const { verdict, distance, pairs } = answer;
    return { pose: number, verdict, distance, pairs, milliseconds: answer.milliseconds ?? milliseconds };
  }

  /** @returns null if the engine does not support motion. @throws KerfError ENGINE_FAILED */
  async stroke(number: number): Promise<EngineStroke | null> {
    if (this.#engine.stroke === undefined) return null;
    const { answer, milliseconds } = await this.#timed(`stroke ${number} of ${this.name}`, () =>
      this.#engine.stroke!(this.#ends[2 * number].slice(), this.#ends[2 * number + 1].slice()),
    );
    return { stroke: number, milliseconds, ...answer };
  }

  dispose(): void {
    this.#engine.dispose?.();
  }

  async #timed<Answer>(
    what: string,
    ask: () => Answer | Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly milliseconds: number }> {
    const started = performance.now();
    const answer = await guarded(this.#engineName, what, ask);
    return { answer, milliseconds: performance.now() - started };
  }
}

async function guarded<Value>(engine: string, what: string, ask: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    throw new KerfError(
      'ENGINE_FAILED',
      `The engine ${engine} failed at ${what}: ${(cause as Error).message?.replace(/\.$/, '') ?? cause}; mend it and run again, the answers until there are kept.`,
      { cause },
    );
  }
}

/** The file's numbers, in groups of 16. */
async function matrices(folder: BenchmarkFolder, name: string): Promise<Float64Array[]> {
  const { rows } = numberRows((await readChecked(folder, name)).toString('utf8'), name);
  const numbers = Float64Array.from(rows.flatMap((row) => row.numbers));
  return Array.from({ length: numbers.length / 16 }, (_, i) => numbers.subarray(16 * i, 16 * i + 16));
}

/** What shard.inputs holds, as JSON. */
type KeptBenchmark = Pick<BenchmarkFolder, 'manifest' | 'sha256'>;

interface FinishedEngine {
  readonly benchmark: KeptBenchmark;
  readonly engine: EngineName;
  /** One for each question, in ascending order. */
  readonly entries: readonly RunEntry[];
  readonly folder: OutputFolder;
  readonly json: boolean;
}

/** Writes the results, and says where they are. @throws Interrupted; FileAccessError */
async function finishEngine(
  { benchmark, engine, entries, folder, json }: FinishedEngine,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  await stageResults(benchmark, engine, entries, folder, kit);
  await heedSignal(terminal);
  await folder.commit();
  const wrote = `Results of ${engine.name}: ${folder.path}\n`;
  if (json) terminal.err(wrote);
  else terminal.out(wrote);
}

export const finishMergedEngine: FinishMerged = async ({ record, rows, inputs }, shown, kit, terminal) => {
  const { engine } = record.header as RunHeader & ShardHeader;
  const benchmark: KeptBenchmark = JSON.parse(Buffer.from(inputs.bytes).toString('utf8'));
  await finishEngine({ benchmark, engine, entries: rows as readonly RunEntry[], ...shown }, kit, terminal);
};
