// `kerf judge`: bone, tool, poses and another engine's answers at them → the answers judged by an exact oracle.

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { type Command, Option } from 'commander';
import type { JudgeOptions } from '#validation';
import { sha256 } from '../checked-lines.ts';
import { examples, unitOption } from '../command-words.ts';
import { exitCodeHelp, UsageError } from '../exit-code.ts';
import { inputName, loadHashedBody, readHashedPath, readTextInput } from '../inputs.ts';
import { loadEngine, runEngine } from '../judge/run-engine.ts';
import { type JudgedResults, type JudgeTask, PARTIAL_FILE, runJudge } from '../judge/run-judge.ts';
import { swappedBodies, unusedIso, warn } from '../notices.ts';
import { countOption, feedOption, isoOption, lengthOption } from '../option-values.ts';
import { openLocked, writeWhole } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { shardOption, sharedWords } from '../shard/shard-record.ts';
import { type LengthUnit, surfaceFileHelp } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface JudgeFlags {
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
const judgeDefaults = { tolerance: '0.1', radius: '1', oracleLimit: '20000' } as const;

/** The file in the folder that keeps the answers of an engine run here. */
const RESULTS_FILE = 'results.jsonl';

async function judge(flags: JudgeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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
    await runJudge({ ...whole, shard: shard && { shard, words: sharedWords(flags) } }, kit, terminal);
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

Writes judge.json, judge.csv and judge.html. A run that was cut short left its poses in the folder: the same command
goes on with the rest, and ends with the same files as a run that was not. With --shard the folder holds what kerf merge
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
