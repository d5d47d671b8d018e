// `kerf assess`: bone, tool and a path → the bone cut along it, and a trainer's measures; table, JSON, CSV, page.

import type { Command } from 'commander';
import type { ForceSample } from '#assessment';
import { OptionError, PoseError } from '#core';
import { type CutOutputFlags, cutOutputsOf } from '../assess/cut-outputs.ts';
import { type AssessForces, runAssess } from '../assess/run-assess.ts';
import { examples, unitOption } from '../command-words.ts';
import { exitCodeHelp } from '../exit-code.ts';
import { inputName, readTextInput } from '../inputs.ts';
import { swappedBodies, unusedIso, warn } from '../notices.ts';
import { checkTime, checkWidth, columnsOf, numberRows } from '../number-rows.ts';
import {
  feedOption,
  forceOption,
  isoOption,
  lengthOption,
  planeOption,
  structureOptions,
  vertexOption,
} from '../option-values.ts';
import { openLocked } from '../output-files.ts';
import { parsePath, poseFileHelp } from '../pose-file.ts';
import { type LengthUnit, loadSurface, posesInMillimetres, surfaceFileHelp } from '../surface-file.ts';
import { checkSteps } from '../sweep/sweep-path.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface AssessFlags extends CutOutputFlags {
  readonly bone: string;
  readonly tool: string;
  readonly path: string;
  readonly cell: string;
  readonly plane: readonly string[];
  readonly structure: readonly string[];
  readonly region?: string;
  readonly forces?: string;
  readonly forceLimit?: string;
  readonly feed?: string;
  readonly shank?: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly out?: string;
  readonly json?: boolean;
}

async function assess(flags: AssessFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const cell = lengthOption(flags.cell, 'cell');
  const planes = flags.plane.map(planeOption);
  const named = structureOptions(flags.structure);
  const feed = flags.feed === undefined ? undefined : feedOption(flags.feed);
  const shank = flags.shank === undefined ? undefined : vertexOption(flags.shank, 'shank');
  const limit = flags.forceLimit === undefined ? null : forceOption(flags.forceLimit, 'force-limit');
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', pathUnit = unit, path, out } = flags;
  const from = inputName(path);
  const poses = posesInMillimetres(parsePath(await readTextInput(path, terminal), from), pathUnit);
  checkSteps(poses, from);
  const forces = await readForces(flags, limit, terminal);
  const outputs = await cutOutputsOf(flags, [
    { option: '--bone', file: flags.bone },
    { option: '--tool', file: flags.tool },
    { option: '--path', file: path },
    ...named.map(({ file }) => ({ option: '--structure', file })),
    ...(flags.region === undefined ? [] : [{ option: '--region', file: flags.region }]),
    ...(flags.forces === undefined ? [] : [{ option: '--forces', file: flags.forces }]),
  ]);
  const place = out === undefined ? undefined : await openLocked(out, 'assess');
  const folder = place?.folder;
  try {
    const load = async (file: string) => ({ mesh: await loadSurface(kit, file, iso, unit), file });
    const bone = await load(flags.bone);
    const tool = await load(flags.tool);
    const structures = [];
    for (const { name, file } of named) structures.push({ name, ...(await load(file)) });
    const region = flags.region === undefined ? null : await load(flags.region);
    const files = [bone, tool, ...structures, ...(region ? [region] : [])].map(({ file }) => file);
    warn(terminal, unusedIso(iso, files));
    warn(terminal, swappedBodies(bone, tool));
    const task = {
      bone,
      tool,
      structures,
      region,
      cell,
      planes,
      feed,
      shank,
      poses,
      pathUnit,
      posesFrom: from,
      forces,
      outputs,
    };
    await runAssess({ ...task, folder, json: flags.json === true }, kit, terminal);
  } finally {
    await place?.leave();
  }
}

/** @throws OptionError BAD_OPTION for a limit without forces; as parseForces. */
async function readForces(
  { forces }: AssessFlags,
  limit: number | null,
  terminal: Terminal,
): Promise<AssessForces | null> {
  if (forces === undefined) {
    if (limit === null) return null;
    throw new OptionError('BAD_OPTION', '--force-limit is given without forces to compare with it; give --forces too.');
  }
  const file = inputName(forces);
  return { file, samples: parseForces(await readTextInput(forces, terminal), file), limit };
}

const forceFileHelp = `\
Forces: a file of rows under a header that names the columns t fx fy fz, in any order: seconds by the clock of the
path, and the force on the tool, N. As - it is standard input.`;

const COLUMNS = ['t', 'fx', 'fy', 'fz'] as const;

/**
 * Rows as in a path: see pose-file.ts. @returns two or more samples, not all at the same time.
 * @throws PoseError BAD_HEADER, BAD_LENGTH, BAD_TIME, NOT_A_NUMBER, NON_FINITE_POSE, each naming the file.
 */
export function parseForces(text: string, source: string): ForceSample[] {
  const { header, rows } = numberRows(text, source);
  if (header === null)
    throw new PoseError(
      'BAD_HEADER',
      `${source} has no header, expected the names of its columns, ${COLUMNS.join(' ')}; write them in its first line.`,
    );
  const columns = columnsOf(header, source, COLUMNS);
  const samples = rows.map(({ line, numbers }) => {
    checkWidth(numbers, header, `${source}, line ${line}`);
    const [time, ...force] = columns.map((column) => numbers[column]);
    return { time, force };
  });
  rows.forEach(({ line }, n) => {
    if (n > 0) checkTime(samples[n - 1].time, samples[n].time, `${source}, line ${line}`);
  });
  if (samples.length < 2 || samples[0].time === samples[samples.length - 1].time)
    throw new PoseError(
      'BAD_LENGTH',
      `${source} holds ${samples.length} forces that span no time, expected two or more at different times; record more.`,
    );
  return samples;
}

export function addAssess(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  const more = (text: string, others: string[]) => [...others, text];
  kerf
    .command('assess')
    .summary('cut the bone along a path, and measure what a trainer asks')
    .description(
      'Cut the bone along a path and measure it: plunge past the bone, distance to structures, bone removed, walls.',
    )
    .requiredOption('--bone <file>', `${surfaceFileHelp}; closed`)
    .requiredOption('--tool <file>', `${surfaceFileHelp}; closed`)
    .requiredOption('--path <file>', 'two poses or more, in a file as for kerf detect')
    .requiredOption('--cell <mm>', 'the grid on which the bone is cut; above 0')
    .option('--plane <x,y,z,nx,ny,nz>', 'a planned plane: a point, mm, and the normal; may be given again', more, [])
    .option('--structure <name=file>', 'a surface that must not be hurt; may be given again', more, [])
    .option('--region <file>', 'a closed surface: what is removed inside it and outside it is reported apart')
    .option('--feed <x,y,z>', "the tool's way into the bone, in its frame; adds the bone ahead")
    .option('--shank <vertex>', 'the vertex by which the tool is held (default: the one farthest from the bone)')
    .option('--forces <file>', 'forces on the tool at times; adds their mean, their peak and a plot')
    .option('--force-limit <N>', 'a force; adds how long the tool was pressed harder')
    .option('--iso <value>', 'the intensity of the surface where one of these is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .option('--out <dir>', 'write assess.html, assess.json and assess.csv to this folder')
    .option('--cut-bone <file>', 'write the bone as it is after the cut: .stl .ply .obj .vtp or .vtk')
    .option('--labels <file>', 'write the cut bone as voxels: .nii .nii.gz .nrrd or .seg.nrrd (3D Slicer); needs --ct')
    .option('--times <file>', 'write when each voxel was removed, s since the first pose: .nii .nii.gz or .nrrd')
    .option('--ct <file>', 'the volume in whose frame they are written, or a folder of DICOM slices')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
${poseFileHelp}

${forceFileHelp}

plunge: how far from the bone, as it was, a part of the tool has come out on the far side, at the poses. distance: at
the poses, and a bound for what lies between them. removed: intervals that hold what the motions took. walls: how far
the faces that the cut made are from the plane that they run along; give the path of the cuts along these planes.

labels: 0 no bone, 1 bone, 2 removed, from 3 on removed from a structure, in their order, by the centre of each voxel;
times: -1 where nothing was removed, and the number of the motion, from 1, if the path has no times.
${examples(
  'kerf assess --bone skull.ply --tool saw.ply --path cut.csv --cell 1 --feed 0,-1,0 --out assessed',
  'kerf assess --bone skull.ply --tool saw.ply --path cut.csv --cell 0.5 --plane 12,17,75,0,0,1 --out assessed',
  'kerf assess --bone skull.ply --tool saw.ply --path cut.csv --cell 1 --structure sinus=sinus.stl --region flap.stl',
  'kerf assess --bone skull.ply --tool saw.ply --path cut.csv --cell 0.5 --ct head.nii.gz --labels cut.seg.nrrd',
)}
${exitCodeHelp}`,
    )
    .action((flags: AssessFlags) => assess(flags, kit, terminal));
}
