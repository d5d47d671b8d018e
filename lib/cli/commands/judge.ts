// `kerf judge`: bone, tool, poses and another engine's answers at them → the answers judged by an exact oracle.

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { JudgeOptions } from '#validation';
import { UsageError } from '../exit-code.ts';
import { openLocked } from '../folder-lock.ts';
import { sha256 } from '../hash.ts';
import { loadHashedBody, readHashedPath } from '../hashed-inputs.ts';
import { swappedBodies, unusedIso, warn } from '../input-warnings.ts';
import { loadEngine, runEngine } from '../judge/run-engine.ts';
import { type JudgedResults, type JudgeTask, PARTIAL_FILE, runJudge } from '../judge/run-judge.ts';
import { runJudgeShard } from '../judge/run-judge-shard.ts';
import type { LengthUnit } from '../length-unit.ts';
import { countOption, feedOption, isoOption, lengthOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../run-detection.ts';
import { shardOption } from '../shard/shard.ts';
import { sharedWords } from '../shard/shard-record.ts';
import { inputName, readTextInput } from '../text-input.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface JudgeFlags {
  readonly bone?: string;
  readonly tool?: string;
  readonly poses?: string;
  readonly results?: string;
  readonly engine?: string;
  readonly tolerance?: string;
  readonly radius?: string;
  readonly feed?: string;
  readonly oracleLimit?: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly workers?: string;
  readonly shard?: string;
  readonly fresh?: boolean;
  readonly out?: string;
  readonly json?: boolean;
  readonly schema?: boolean;
  readonly template?: 'jsonl' | 'csv' | true;
}

/**
 * The defaults of options. The oracle's limit suffices to find, to a tenth of a millimetre, the depth of a saw in the
 * middle of a skull's wall, where the distance to the nearest surface is flat.
 */
export const judgeDefaults = { tolerance: '0.1', radius: '1', oracleLimit: '20000' } as const;

/** The file in the folder that keeps the answers of an engine run here. */
const RESULTS_FILE = 'results.jsonl';

export async function judge(flags: JudgeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  if (flags.schema || flags.template !== undefined) return describe(flags, kit, terminal);
  const { bone, tool, poses, out, results, engine, unit = 'mm', pathUnit = unit } = flags;
  if (bone === undefined || tool === undefined || poses === undefined || out === undefined)
    throw new UsageError(`Give ${missing(flags)}; kerf judge --help shows how.`);
  if ((results === undefined) === (engine === undefined))
    throw new UsageError('Give one of --results FILE and --engine MODULE; kerf judge --help shows both.');
  if (flags.shard !== undefined && engine !== undefined)
    throw new UsageError(
      '--shard judges a part of results that all shards have: run the engine once without it, and give --results.',
    );
  const options = optionsOf(flags);
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const workers = flags.workers === undefined ? availableParallelism() : countOption(flags.workers, 'workers');
  const shard = flags.shard === undefined ? undefined : shardOption(flags.shard);
  const path = await readHashedPath(poses, pathUnit, terminal);
  const given = results === undefined ? undefined : await readTextInput(results, terminal);
  const { folder, leave } = await openLocked(out, 'judge');
  try {
    const bodies = {
      bone: await loadHashedBody(kit, bone, iso, unit),
      tool: await loadHashedBody(kit, tool, iso, unit),
    };
    warn(terminal, unusedIso(iso, [bone, tool]));
    warn(terminal, swappedBodies({ mesh: bodies.bone.mesh, file: bone }, { mesh: bodies.tool.mesh, file: tool }));
    await heedSignal(terminal);
    const task = { ...bodies, poses: path, options, workers, folder };
    const text = given ?? (await answersOf(engine!, task, flags.fresh === true, kit, terminal));
    const judged = await checkedResults(text, inputName(results ?? join(folder.path, RESULTS_FILE)), task, kit);
    const whole = { ...task, results: judged, fresh: flags.fresh === true, json: flags.json === true };
    if (shard === undefined) await runJudge(whole, kit, terminal);
    else await runJudgeShard({ ...whole, shard, words: sharedWords(flags) }, kit, terminal);
  } finally {
    await leave();
  }
}

/** Prints the description of a results file, its JSON Schema or a template. */
async function describe(
  { schema, template, json = false, ...rest }: JudgeFlags,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  if (Object.keys(rest).length > 0 || (schema && template !== undefined) || (json && !schema))
    throw new UsageError('--schema and --template print a page and do nothing else; give one of them alone.');
  const { resultsPage, resultsSchema, resultsTemplates } = await kit.validationRoom();
  if (schema) terminal.out(json ? `${JSON.stringify(resultsSchema, null, 2)}\n` : resultsPage);
  else terminal.out(resultsTemplates[template === 'csv' ? 'csv' : 'jsonl']);
}

function missing({ bone, tool, poses, results, engine, out }: JudgeFlags): string {
  const needed = {
    '--bone FILE': bone,
    '--tool FILE': tool,
    '--poses FILE': poses,
    '--results FILE or --engine MODULE': results ?? engine,
    '--out DIR': out,
  };
  return Object.entries(needed)
    .flatMap(([option, value]) => (value === undefined ? [option] : []))
    .join(', ');
}

function optionsOf(flags: JudgeFlags): JudgeOptions {
  const given = { ...judgeDefaults, ...flags };
  return {
    tolerance: lengthOption(given.tolerance, 'tolerance'),
    radius: lengthOption(given.radius, 'radius'),
    feed: given.feed === undefined ? null : feedOption(given.feed),
    oracleLimit: countOption(given.oracleLimit, 'oracle-limit'),
  };
}

/**
 * Runs the engine and keeps its answers in the folder. If poses of an unfinished run are kept there, they belong to the
 * answers kept beside them, and the engine is not run again.
 */
async function answersOf(
  file: string,
  { bone, tool, poses, folder }: Pick<JudgeTask, 'bone' | 'tool' | 'poses' | 'folder'>,
  fresh: boolean,
  kit: Toolkit,
  terminal: Terminal,
): Promise<string> {
  const kept = join(folder.path, RESULTS_FILE);
  const module = await loadEngine(file, kit);
  if (!fresh && (await isThere(join(folder.path, PARTIAL_FILE))) && (await isThere(kept))) {
    terminal.err(`${kept} holds what the engine answered in the run that was cut short; it is not run again.\n`);
    return readTextInput(kept, terminal);
  }
  const text = await runEngine(module, { bone: bone.mesh, tool: tool.mesh, matrices: poses.matrices }, kit, terminal);
  await writeWhole(kept, text);
  return text;
}

async function isThere(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

async function checkedResults(
  text: string,
  file: string,
  { bone, tool, poses }: Pick<JudgeTask, 'bone' | 'tool' | 'poses'>,
  kit: Toolkit,
): Promise<JudgedResults> {
  const { readResults } = await kit.validationRoom();
  const limits = { poses: poses.count, boneFaces: bone.source.faces, toolFaces: tool.source.faces };
  return { ...readResults(text, file, limits), file: basename(file), sha256: sha256(text) };
}
