// `kerf validate`: bone, tool and poses → kerf's answers judged by an exact oracle, with a report; or a study of how
// they converge.

import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { measureBounds, type TriangleMesh } from '#mesh';
import type { ValidationOptions } from '#validation';
import { UsageError } from '../exit-code.ts';
import { openLocked } from '../folder-lock.ts';
import { loadHashedBody, readHashedPath } from '../hashed-inputs.ts';
import { swappedBodies, unusedIso, warn } from '../input-warnings.ts';
import type { LengthUnit } from '../length-unit.ts';
import { contactDistance, countOption, isoOption, resolution, seedOption } from '../option-values.ts';
import { optionWord } from '../option-words.ts';
import { OutputFolder } from '../output-files.ts';
import { heedSignal } from '../run-detection.ts';
import { scaleNotices } from '../scale-notices.ts';
import { posesOf, shardOption } from '../shard/shard.ts';
import { sharedWords } from '../shard/shard-record.ts';
import { loadSurface } from '../surface-file.ts';
import type { BackendChoice, MotionRequest, Terminal, Toolkit } from '../toolkit.ts';
import { readPublished } from '../validate/published-queries.ts';
import { runCorpora } from '../validate/run-corpora.ts';
import { runMotion } from '../validate/run-motion.ts';
import { runPreview } from '../validate/run-preview.ts';
import { runStudy } from '../validate/run-study.ts';
import { runValidation, type ValidationTask } from '../validate/run-validation.ts';
import { runValidationShard } from '../validate/run-validation-shard.ts';
import { readRun } from '../validate/validation-json.ts';

export interface ValidateFlags {
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
export const validateDefaults = {
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

export async function validate(flags: ValidateFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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
    if (shard === undefined) await runValidation({ ...task, against }, kit, terminal);
    else await runValidationShard({ ...task, shard, words: sharedWords(flags) }, kit, terminal);
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
