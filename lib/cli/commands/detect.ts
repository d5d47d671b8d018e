// `kerf detect`: bone, tool and poses → table, JSON, files.

import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { BoneIndex } from '#bodies';
import type { TriangleMesh } from '#mesh';
import { backendOption, examples, unitOption, workersHelp } from '../command-words.ts';
import { exitCodeHelp, UsageError, withFileErrors } from '../exit-code.ts';
import { inputName, readTextInput } from '../inputs.ts';
import { swappedBodies, unusedIso, warn } from '../notices.ts';
import { contactDistance, countOption, feedOption, isoOption, resolution, vertexOption } from '../option-values.ts';
import { openLocked } from '../output-files.ts';
import { type PoseList, parsePath, parsePose, poseFileHelp } from '../pose-file.ts';
import { runDetection } from '../run-detection.ts';
import { type LengthUnit, loadSurface, posesInMillimetres, surfaceFileHelp } from '../surface-file.ts';
import type { BackendChoice, CandidateChoice, Sides, Terminal, Toolkit } from '../toolkit.ts';

interface DetectFlags {
  readonly bone: string;
  readonly tool: string;
  readonly pose?: string;
  readonly path?: string;
  readonly distance: string;
  readonly resolution: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly sides: Sides;
  readonly feed?: string;
  readonly shank?: string;
  readonly volume?: boolean;
  readonly backend: BackendChoice;
  readonly candidates?: CandidateChoice;
  readonly index?: string;
  readonly workers: string;
  readonly out?: string;
  readonly series?: boolean;
  readonly fresh?: boolean;
  readonly json?: boolean;
}

async function detect(flags: DetectFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const options = {
    contactDistance: contactDistance(flags.distance),
    resolution: resolution(flags.resolution),
    sides: flags.sides,
    ...(flags.feed === undefined ? {} : { feed: feedOption(flags.feed) }),
    ...(flags.shank === undefined ? {} : { shank: vertexOption(flags.shank, 'shank') }),
    ...(flags.volume ? { volume: true as const } : {}),
  };
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', pathUnit = unit } = flags;
  const workers = countOption(flags.workers, 'workers');
  const { out, series = false, fresh = false } = flags;
  if (series && (out === undefined || flags.path === undefined))
    throw new UsageError('--series writes a file a pose of a path: give --path FILE and --out DIR with it.');
  if (fresh && out === undefined) throw new UsageError('--fresh belongs to --out DIR; leave it out.');
  const poses = posesInMillimetres(await readPoses(flags, terminal), pathUnit);
  const place = out === undefined ? undefined : await openLocked(out, 'detect');
  const folder = place?.folder;
  try {
    const bone = await loadSurface(kit, flags.bone, iso, unit);
    const tool = await loadSurface(kit, flags.tool, iso, unit);
    warn(terminal, unusedIso(iso, [flags.bone, flags.tool]));
    warn(terminal, swappedBodies({ mesh: bone, file: flags.bone }, { mesh: tool, file: flags.tool }));
    const index = flags.index === undefined ? undefined : await loadIndexFile(flags.index, bone, kit);
    await runDetection(
      {
        bone: { mesh: bone, file: flags.bone },
        tool: { mesh: tool, file: flags.tool },
        options,
        backend: flags.backend,
        candidates: flags.candidates,
        index,
        workers,
        poses,
        pathUnit,
        posesFrom: inputName((flags.pose ?? flags.path)!),
        folder,
        keep: { fresh, series },
        json: flags.json === true,
      },
      kit,
      terminal,
    );
  } finally {
    await place?.leave();
  }
}

async function loadIndexFile(file: string, bone: TriangleMesh, kit: Toolkit): Promise<BoneIndex> {
  const bytes = await withFileErrors('read', file, () => readFile(file));
  return kit.loadIndex(bytes, bone, { name: file });
}

async function readPoses(flags: DetectFlags, terminal: Terminal): Promise<PoseList> {
  if ((flags.pose === undefined) === (flags.path === undefined))
    throw new UsageError('Give one of --pose FILE and --path FILE; kerf detect --help shows both.');
  const file = (flags.pose ?? flags.path)!;
  const text = await readTextInput(file, terminal);
  return (flags.pose === undefined ? parsePath : parsePose)(text, inputName(file));
}

export function addDetect(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('detect')
    .summary('where the tool touches the bone, at a pose or along a path')
    .description('Say where the tool touches the bone, at a pose or along a path of poses.')
    .requiredOption('--bone <file>', surfaceFileHelp)
    .requiredOption('--tool <file>', surfaceFileHelp)
    .option('--pose <file>', 'one pose, tool frame to bone frame: 16 numbers, a 4×4 matrix column by column')
    .option('--path <file>', 'poses, one of 16 numbers a row, or what a tracker writes: see below')
    .requiredOption('--distance <mm>', 'contact distance: a gap up to this counts as contact; 0 or more')
    .requiredOption('--resolution <mm>', 'the longest edge of a reported contact; above 0')
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .addOption(
      new Option('--sides <which>', 'whose contacts are reported').choices(['bone', 'tool', 'both']).default('both'),
    )
    .option('--feed <x,y,z>', "the tool's way into the bone, in its frame; adds insertion and the wall ahead")
    .option('--shank <vertex>', 'the vertex by which the tool is held (default: the one farthest from the bone)')
    .option('--volume', 'report how much bone lies in the tool, mm³, at each pose; both must be closed; takes longer')
    .addOption(backendOption().default('auto'))
    .addOption(
      new Option('--candidates <which>', 'how pairs of faces are found, which changes no answer; bvh needs less memory')
        .choices(['scanlines', 'bvh', 'bvh-front', 'image'])
        .default('scanlines'),
    )
    .option('--index <file>', "the bone's index, as kerf index wrote it; answers are the same with and without")
    .option('--workers <k>', workersHelp, '1')
    .option('--out <dir>', 'write report.html, report.json and contacts.vtp to this folder, or go on in it')
    .option('--series', "with --out: also contacts.pvd and a VTP file a pose, for ParaView's time slider")
    .option('--fresh', 'throw away what the folder holds of a run that was cut short')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
${poseFileHelp}

through: a part of the tool has come out of the bone, cut off on its surface from the part that holds the shank;
protrusion: how far from the bone it reaches. Along --feed, insertion: the longest way from where the bone begins to a
point of the tool; wall ahead: the least bone still before it. inside: the distance to the nearest surface, inside.
volume: an interval, mm³, that holds the volume of what bone and tool have in common at the pose, with its ends at most
1 % apart; a wider one is marked wide, and report.json has "reached": false. kerf assess measures what a whole path
removes.

With --out a path that is cut short leaves its finished poses in the folder: the same command goes on with the rest, and
ends with the same files as one that was not.
${examples(
  'kerf detect --bone skull.stl --tool saw.stl --pose pose.txt --distance 0.2 --resolution 0.5 --feed 0,-1,0',
  'kerf detect --bone head.nii.gz --iso 225.5 --tool drill.ply --path cut.csv --distance 0.2 --resolution 1 --out out',
  'kerf detect --bone skull.ply --tool saw.ply --path cut.csv --distance 0 --resolution 1 --json > result.json',
  'kerf detect --bone skull.ply --index skull.kerf-index --tool saw.ply --pose pose.txt --distance 0 --resolution 1',
)}
${exitCodeHelp}`,
    )
    .action((flags: DetectFlags) => detect(flags, kit, terminal));
}
