// `kerf validate`: bone, tool and poses → kerf's answers judged by an exact oracle, with a report; or a study of how
// they converge.

import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { measureBounds, type TriangleMesh } from '#mesh';
import type { ValidationOptions } from '#validation';
import { backendOption, examples, optionWord, unitOption } from '../command-words.ts';
import { exitCodeHelp, UsageError } from '../exit-code.ts';
import { loadHashedBody, readHashedPath } from '../inputs.ts';
import { scaleNotices, swappedBodies, unusedIso, warn } from '../notices.ts';
import { contactDistance, countOption, isoOption, resolution, seedOption } from '../option-values.ts';
import { OutputFolder, openLocked } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { posesOf, shardOption, sharedWords } from '../shard/shard-record.ts';
import { type LengthUnit, loadSurface, surfaceFileHelp } from '../surface-file.ts';
import type { BackendChoice, MotionRequest, Terminal, Toolkit } from '../toolkit.ts';
import { readPublished } from '../validate/published-queries.ts';
import { runPreview } from '../validate/run-preview.ts';
import { runCorpora, runMotion, runStudy } from '../validate/run-studies.ts';
import { runValidation, type ValidationTask } from '../validate/run-validation.ts';
import { readRun } from '../validate/validation-files.ts';

interface ValidateFlags {
  readonly bone?: string;
  readonly tool?: string;
  readonly path?: string;
  readonly random?: string;
  readonly seed?: string;
  readonly distance?: string;
  readonly resolution?: string;
  readonly samples?: string;
  readonly oracleLimit?: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly backend?: BackendChoice;
  readonly workers?: string;
  readonly shard?: string;
  readonly against?: string;
  readonly study?: StudyName;
  readonly pairs?: string;
  readonly queries?: string;
  readonly sweeps?: string;
  readonly published?: string;
  readonly fresh?: boolean;
  readonly preview?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** The defaults of options. */
const validateDefaults = {
  distance: '0.2',
  resolution: '0.5',
  seed: '1',
  samples: '100',
  oracleLimit: '2000',
  pairs: '1000000',
  queries: '100000',
  sweeps: '1000',
  backend: 'auto',
} as const;

async function validate(flags: ValidateFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  if (flags.study !== undefined) return study(flags.study, flags, kit, terminal);
  for (const [option, owner] of Object.entries(studyAlone))
    if (option in flags) throw new UsageError(`--${option} belongs to --study ${owner}; leave it out.`);
  const { bone, tool, out, preview = false } = flags;
  if (preview && (flags.against !== undefined || flags.fresh))
    throw new UsageError('--preview writes and compares nothing; leave out --against and --fresh.');
  if (flags.shard !== undefined && (preview || flags.against !== undefined))
    throw new UsageError('--shard judges a part of the poses, for kerf merge; leave out --preview and --against.');
  if (bone === undefined || tool === undefined || (out === undefined && !preview))
    throw new UsageError(`Give ${missing(flags)}; kerf validate --help shows how.`);
  if ((flags.path === undefined) === (flags.random === undefined))
    throw new UsageError('Give one of --path FILE and --random N; kerf validate --help shows both.');
  const options = optionsOf(flags);
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', pathUnit = unit } = flags;
  const workers = workersOf(flags);
  const shard = flags.shard === undefined ? undefined : shardOption(flags.shard);
  const drawn = flags.random === undefined ? undefined : countOption(flags.random, 'random');
  const path = flags.path === undefined ? undefined : await readHashedPath(flags.path, pathUnit, terminal);
  const against = flags.against === undefined ? undefined : { file: flags.against, run: await readRun(flags.against) };
  const loaded = async () => {
    const bodies = {
      bone: await loadHashedBody(kit, bone, iso, unit),
      tool: await loadHashedBody(kit, tool, iso, unit),
    };
    warn(terminal, unusedIso(iso, [bone, tool]));
    warn(terminal, swappedBodies({ mesh: bodies.bone.mesh, file: bone }, { mesh: bodies.tool.mesh, file: tool }));
    const poses = path ?? (await drawPoses(bodies.bone.mesh, bodies.tool.mesh, drawn!, options, kit));
    const { positions, faces } = bodies.bone.mesh;
    for (const notice of scaleNotices(measureBounds(positions, faces), path?.matrices, pathUnit))
      terminal.err(`kerf: ${notice}\n`);
    await heedSignal(terminal);
    const { backend = validateDefaults.backend, json = false } = flags;
    const { count } = poses.source;
    const most = shard === undefined ? count : Math.max(1, posesOf(shard, count).length);
    return { ...bodies, poses, options, backend, workers: Math.min(workers, most), json };
  };
  if (preview) return runPreview(await loaded(), kit, terminal);
  const { folder, leave } = await openLocked(out!, 'validate');
  try {
    const task = { ...(await loaded()), folder, fresh: flags.fresh === true };
    const asked = shard && { shard, words: sharedWords(flags) };
    await runValidation({ ...task, against, shard: asked }, kit, terminal);
  } finally {
    await leave();
  }
}

/** The options that each study accepts besides --out and --json. */
const studyTakes = {
  refinement: [],
  corpora: ['pairs', 'seed', 'workers'],
  motion: ['queries', 'sweeps', 'published', 'bone', 'iso', 'unit', 'seed', 'workers'],
} as const satisfies Record<string, readonly (keyof ValidateFlags)[]>;
type StudyName = keyof typeof studyTakes;
/** Options that only a study accepts. */
const studyAlone = { pairs: 'corpora', queries: 'motion', sweeps: 'motion', published: 'motion' } as const;

async function study(name: StudyName, flags: ValidateFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { study: _, out, json = false, ...rest } = flags;
  const unwanted = Object.keys(rest)
    .filter((option) => !(studyTakes[name] as readonly string[]).includes(option))
    .map(optionWord);
  if (unwanted.length > 0)
    throw new UsageError(`--study ${name} chooses its own bodies and options; leave out ${unwanted.join(', ')}.`);
  if (out === undefined) throw new UsageError('Give --out DIR; kerf validate --help shows how.');
  const { pairs, seed } = { ...validateDefaults, ...flags };
  const common = { seed: seedOption(seed), workers: workersOf(flags) };
  const request = { pairs: countOption(pairs, 'pairs'), ...common };
  const motion = name === 'motion' ? { ...(await motionOf(flags, kit, terminal)), ...common } : null;
  const folder = await OutputFolder.open(out);
  try {
    if (motion !== null) await runMotion(motion, folder, json, kit, terminal);
    else if (name === 'corpora') await runCorpora(request, folder, json, kit, terminal);
    else await runStudy(folder, json, kit, terminal);
  } finally {
    await folder.discard();
  }
}

/** The inputs of the motion study. */
async function motionOf(
  flags: ValidateFlags,
  kit: Toolkit,
  terminal: Terminal,
): Promise<Omit<MotionRequest, 'seed' | 'workers'>> {
  const { bone, published } = flags;
  const given = { ...validateDefaults, ...flags };
  const counts = { queries: countOption(given.queries, 'queries'), sweeps: countOption(given.sweeps, 'sweeps') };
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const sets = published === undefined ? [] : await readPublished(published);
  const bodies: TriangleMesh[] = [kit.makeDataset('skull-phantom', {})];
  if (bone !== undefined) bodies.push({ ...(await loadSurface(kit, bone, iso, flags.unit)), name: basename(bone) });
  warn(terminal, unusedIso(iso, bone === undefined ? [] : [bone]));
  return { ...counts, bodies, published: sets };
}

function workersOf({ workers }: ValidateFlags): number {
  return workers === undefined ? availableParallelism() : countOption(workers, 'workers');
}

function missing({ bone, tool, path, random, out, preview }: ValidateFlags): string {
  const needed = {
    '--bone FILE': bone,
    '--tool FILE': tool,
    '--path FILE or --random N': path ?? random,
    '--out DIR': preview ? '' : out,
  };
  return Object.entries(needed)
    .flatMap(([option, value]) => (value === undefined ? [option] : []))
    .join(', ');
}

function optionsOf(flags: ValidateFlags): ValidationOptions {
  const given = { ...validateDefaults, ...flags };
  return {
    contactDistance: contactDistance(given.distance),
    resolution: resolution(given.resolution),
    seed: seedOption(given.seed),
    samples: countOption(given.samples, 'samples'),
    oracleLimit: countOption(given.oracleLimit, 'oracle-limit'),
  };
}

async function drawPoses(
  bone: TriangleMesh,
  tool: TriangleMesh,
  count: number,
  { seed, contactDistance }: ValidationOptions,
  kit: Toolkit,
): Promise<ValidationTask['poses']> {
  const { randomPoses } = await kit.validationRoom();
  return {
    matrices: randomPoses(bone, tool, { count, seed, contactDistance }),
    times: null,
    source: { from: 'random', seed, count },
  };
}

export function addValidate(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  const by = (name: keyof typeof validateDefaults) => `(default ${validateDefaults[name]})`;
  kerf
    .command('validate')
    .summary("kerf's answers judged by an exact oracle, with a report")
    .description(
      "Judge kerf's answers at every pose by an oracle in exact arithmetic, and write the proof to a folder; or study how the answers converge.",
    )
    .option('--bone <file>', surfaceFileHelp)
    .option('--tool <file>', surfaceFileHelp)
    .option('--path <file>', 'poses, in a file as for kerf detect')
    .option('--random <n>', 'as many random poses at and about contact, instead of a path')
    .option('--seed <s>', `of the random poses and of the sampling at each pose ${by('seed')}`)
    .option('--distance <mm>', `contact distance: a gap up to this counts as contact ${by('distance')}`)
    .option('--resolution <mm>', `the longest edge of a reported contact ${by('resolution')}`)
    .option('--samples <n>', `contacts bounded exactly, and points tried on each body, a pose ${by('samples')}`)
    .option(
      '--oracle-limit <n>',
      `pieces of a contact that the oracle splits before it says undecided ${by('oracleLimit')}`,
    )
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .addOption(backendOption(` ${by('backend')}`))
    .option('--workers <k>', 'poses judged at once, which changes no answer (default: one a processor core)')
    .option('--shard <i/n>', 'judge shard i of n of the poses alone, on one of n machines; kerf merge joins them')
    .option('--against <file>', 'the validation.json of another run, to compare with')
    .addOption(
      new Option(
        '--study <name>',
        'instead: refinement, h and mesh density varied on bodies of known distance; corpora, pairs of triangles and meshes where answers go wrong; or motion, contact in time of points and spheres',
      ).choices(['refinement', 'corpora', 'motion']),
    )
    .option('--pairs <n>', `how many pairs of triangles the corpora's study judges ${by('pairs')}`)
    .option(
      '--queries <n>',
      `how many impacts of vertex and face, edge and edge the motion study judges ${by('queries')}`,
    )
    .option('--sweeps <n>', `how many sphere sweeps it judges over the skull phantom, and over --bone ${by('sweeps')}`)
    .option('--published <dir>', 'published queries that it judges: NAME-vf.f64, NAME-ee.f64, with labels in .u8')
    .option('--out <dir>', 'the folder to write to, and to go on in')
    .option('--fresh', 'throw away what the folder holds of a run that was cut short')
    .option('--preview', 'judge a few evenly chosen poses, say what the run would do and cost, and write nothing')
    .option('--json', 'print JSON, without the poses, instead of tables')
    .addHelpText(
      'after',
      `
Writes validation.json, validation.csv and validation.html (a study: refinement.*, corpora.json or motion.json). A run
that was cut short left its poses in the folder: the same command goes on with the rest, and ends with the same files as
a run that was not. After its first pose a run says how long the others will take; --preview judges five, the first, the
last and three between, and needs no --out.

With --shard the folder holds shard.json, shard.rows.jsonl and shard.inputs instead; its exit code is 0 whatever it
finds, and kerf merge gives the files, the verdict and the exit code of one run. examples/cluster has job files.

What the oracle cannot decide within its limit is undecided, never right: the exit code is 0, and the verdict says so.
${examples(
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --out proof',
  'kerf validate --bone skull.stl --tool saw.stl --random 200 --seed 7 --workers 4 --out proof',
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --preview',
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --shard 3/16 --out shards/3',
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --against before/validation.json --out after',
  'kerf validate --study refinement --out study',
  'kerf validate --study corpora --pairs 1000000 --out corpora',
  'kerf validate --study motion --queries 1000000 --out motion',
)}
${exitCodeHelp}`,
    )
    .action((flags: ValidateFlags) => validate(flags, kit, terminal));
}
