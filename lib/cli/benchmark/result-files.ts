// An engine's answers ↔ a folder of results: one file per case, and run.json, which names the benchmark; and the
// results, judged by the labels.

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { KerfError } from '#core';
import type {
  AnsweredCase,
  BenchmarkJudgement,
  EngineName,
  EngineResults,
  PublishedLabel,
  PublishedStrokeLabel,
} from '#validation';
import { sha256 } from '../checked-lines.ts';
import { withFileErrors } from '../exit-code.ts';
import type { OutputFolder } from '../output-files.ts';
import type { Toolkit } from '../toolkit.ts';
import { type BenchmarkFolder, type ManifestCase, parsed, readLines } from './benchmark-manifest.ts';
import type { RunEntry } from './run-engine.ts';

const RUN = 'run.json';
const RUN_FORMAT = 'kerf-benchmark-run';

interface RunFacts {
  readonly format: typeof RUN_FORMAT;
  readonly formatVersion: 1;
  readonly benchmark: { readonly version: string; readonly size: string; readonly sha256: string };
  readonly engine: EngineName;
}

/** An engine's answers to a benchmark, by case. */
interface BenchmarkResults {
  readonly engine: EngineName;
  readonly cases: ReadonlyMap<string, EngineResults>;
  readonly notices: readonly string[];
}

/** @param entries one for each question, in ascending order. */
export async function stageResults(
  { manifest: { version, size, cases }, sha256 }: Pick<BenchmarkFolder, 'manifest' | 'sha256'>,
  engine: EngineName,
  entries: readonly RunEntry[],
  folder: OutputFolder,
  kit: Toolkit,
): Promise<void> {
  const { resultLine, resultsHeader } = await kit.validationRoom();
  for (const { name } of cases) {
    const rows = entries.flatMap((entry) => (entry.case === name && entry.row !== null ? [resultLine(entry.row)] : []));
    await folder.stage(`${name}.jsonl`, [resultsHeader(engine), ...rows].map((line) => `${line}\n`).join(''));
  }
  const facts: RunFacts = { format: RUN_FORMAT, formatVersion: 1, benchmark: { version, size, sha256 }, engine };
  await folder.stage(RUN, `${JSON.stringify(facts, null, 2)}\n`);
}

/**
 * Reads a folder with one file per case, of the case's name and `.jsonl` or `.csv`. run.json is optional; if present,
 * it must belong to this benchmark.
 * @throws KerfError OTHER_BENCHMARK, NO_RESULTS, MIXED_ENGINES; FormatError of a results file; FileAccessError.
 */
export async function readBenchmarkResults(
  path: string,
  benchmark: BenchmarkFolder,
  kit: Toolkit,
): Promise<BenchmarkResults> {
  const { manifest } = benchmark;
  const names = await withFileErrors('read', path, () => readdir(path));
  if (names.includes(RUN)) await checkRun(join(path, RUN), benchmark);
  const cases = new Map<string, EngineResults>();
  const notices: string[] = [];
  for (const one of manifest.cases) {
    const found = [`${one.name}.jsonl`, `${one.name}.csv`].filter((name) => names.includes(name));
    if (found.length === 0) notices.push(`${path} has no file ${one.name}.jsonl: that case is not answered.`);
    else cases.set(one.name, await readCase(join(path, found[0]), one, kit));
  }
  if (cases.size === 0)
    throw new KerfError(
      'NO_RESULTS',
      `${path} holds no results of the benchmark, expected files such as ${manifest.cases[0].name}.jsonl; name a file by its case.`,
    );
  for (const [name, results] of cases) notices.push(...results.notices.map((notice) => `${name}: ${notice}`));
  const [engine, ...others] = [...cases.values()].map((results) => results.engine);
  const other = others.find(({ name, version }) => name !== engine.name || version !== engine.version);
  if (other !== undefined)
    throw new KerfError(
      'MIXED_ENGINES',
      `${path} holds results of ${called(engine)} and of ${called(other)}; give each engine a folder of its own.`,
    );
  return { engine: isNamed(engine, manifest.cases) ? engine : { ...engine, name: basename(path) }, cases, notices };
}

async function readCase(file: string, { poses, strokes, ...rest }: ManifestCase, kit: Toolkit): Promise<EngineResults> {
  const { readResults } = await kit.validationRoom();
  const text = await withFileErrors('read', file, () => readFile(file, 'utf8'));
  return readResults(text, file, { poses, strokes, boneFaces: rest.boneFaces, toolFaces: rest.toolFaces });
}

async function checkRun(file: string, { path, manifest, sha256 }: BenchmarkFolder): Promise<void> {
  const facts = parsed(await withFileErrors('read', file, () => readFile(file, 'utf8'))) as RunFacts | undefined;
  const of = facts?.benchmark;
  if (of?.version === manifest.version && of.size === manifest.size && of.sha256 === sha256) return;
  throw new KerfError(
    'OTHER_BENCHMARK',
    `${file} says that these results are of version ${of?.version}, size ${of?.size}, ${path} is version ${manifest.version}, size ${manifest.size}${of?.size === manifest.size ? ' with other files' : ''}; judge them with the benchmark that was run.`,
  );
}

function called({ name, version }: EngineName): string {
  return version === undefined ? name : `${name} ${version}`;
}

/** Results without a header are named by their file's own path. */
function isNamed({ name }: EngineName, cases: readonly ManifestCase[]): boolean {
  return !cases.some((one) => basename(name).startsWith(`${one.name}.`));
}

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
