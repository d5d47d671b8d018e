// A benchmark's folder and a folder of results → the results judged by the labels.

import type { AnsweredCase, BenchmarkJudgement, PublishedLabel, PublishedStrokeLabel } from '#validation';
import { sha256 } from '../hash.ts';
import type { Toolkit } from '../toolkit.ts';
import { type BenchmarkFolder, readLines } from './benchmark-manifest.ts';
import type { BenchmarkResults } from './result-files.ts';

export async function judgeResults(
  benchmark: BenchmarkFolder,
  { engine, cases: answered }: BenchmarkResults,
  tolerance: number,
  kit: Toolkit,
): Promise<BenchmarkJudgement> {
  const { judgeBenchmark } = await kit.validationRoom();
  const { version, size, cases: made } = benchmark.manifest;
  const cases: AnsweredCase[] = [];
  for (const { name, salt } of made) {
    const labels = await readLines<PublishedLabel>(benchmark, `${name}/labels.jsonl`);
    const strokeLabels = await readLines<PublishedStrokeLabel>(benchmark, `${name}/stroke-labels.jsonl`);
    const { answers = [], strokes = [] } = answered.get(name) ?? {};
    cases.push({ name, salt, labels, strokeLabels, answers, strokes });
  }
  return judgeBenchmark({ benchmark: { version, size }, engine, tolerance, cases, sha256 });
}
