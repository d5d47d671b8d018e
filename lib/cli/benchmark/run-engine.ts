// A benchmark's folder and an engine → the engine's answers to every pose and stroke, kept as they arrive.
//
// Questions are numbered through all cases: of each case its poses, then its strokes. The finished part of a run is a
// set of these numbers with their answers; `result-files.ts` writes the results.

import { join } from 'node:path';
import type { EngineAnswer, EngineModule, EngineName, EngineStroke } from '#validation';
import { PartialFile, type PartialHeader } from '../partial-file.ts';
import { poseLanes } from '../pose-lanes.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import type { BenchmarkFolder, ManifestCase } from './benchmark-manifest.ts';
import { OpenCase } from './open-case.ts';

/** An answer, with its number in the whole benchmark. */
export interface RunEntry {
  readonly pose: number;
  readonly case: string;
  /** Null for a stroke if the engine does not support motion. */
  readonly row: EngineAnswer | EngineStroke | null;
}

export interface RunTask {
  readonly benchmark: BenchmarkFolder;
  readonly module: EngineModule;
  /** Includes the machine. */
  readonly engine: EngineName;
  /** The folder of the partial file and, later, of the results. */
  readonly out: string;
  readonly fresh: boolean;
}

/** By which a run is recognised. */
export interface RunHeader extends PartialHeader {
  readonly format: 'kerf-benchmark-partial';
  readonly formatVersion: 1;
  readonly benchmark: string;
  readonly engine: EngineName;
}

interface Question {
  readonly of: ManifestCase;
  readonly what: 'pose' | 'stroke';
  /** Its number within its case. */
  readonly number: number;
}

/** The questions of the benchmark, indexed by number. */
export function questionsOf({ manifest }: BenchmarkFolder): readonly Question[] {
  return manifest.cases.flatMap((of) => [
    ...Array.from({ length: of.poses }, (_, number): Question => ({ of, what: 'pose', number })),
    ...Array.from({ length: of.strokes }, (_, number): Question => ({ of, what: 'stroke', number })),
  ]);
}

export function headerOf({ benchmark, engine }: RunTask): RunHeader {
  return {
    ...{ format: 'kerf-benchmark-partial', formatVersion: 1, benchmark: benchmark.sha256, engine },
    // Engines have no backends that kerf knows of; the CPU's reason is not compared.
    ...{ backend: 'cpu', backendReason: '' },
  };
}

/** @throws KerfError PARTIAL_OTHER_RUN, PARTIAL_CORRUPT. */
export async function openRun(task: RunTask, kit: Toolkit): Promise<PartialFile<RunEntry>> {
  const { out, fresh } = task;
  const differences = async (first: object, second: object) => (await kit.validationRoom()).differences(first, second);
  return PartialFile.open<RunEntry>(join(out, 'results.partial.jsonl'), headerOf(task), { fresh, differences });
}

/**
 * Asks one question at a time, so that no answer distorts another's time.
 * @param chosen numbers of questions, ascending.
 * @throws KerfError ENGINE_FAILED; Interrupted; finished answers stay in the partial file.
 */
export async function runEngine(
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
