// `kerf sweep`: bone, tool and a path → when each step between two poses first touches; table, JSON, files.

import type { Command } from 'commander';
import { examples, unitOption } from '../command-words.ts';
import { exitCodeHelp } from '../exit-code.ts';
import { inputName, readTextInput } from '../inputs.ts';
import { swappedBodies, unusedIso, warn } from '../notices.ts';
import { distanceOption, isoOption, lengthOption } from '../option-values.ts';
import { openLocked } from '../output-files.ts';
import { parsePath, poseFileHelp } from '../pose-file.ts';
import { type LengthUnit, loadSurface, posesInMillimetres, surfaceFileHelp } from '../surface-file.ts';
import { runSweep } from '../sweep/run-sweep.ts';
import { checkSteps } from '../sweep/sweep-path.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface SweepFlags {
  readonly bone: string;
  readonly tool: string;
  readonly path: string;
  readonly tolerance: string;
  readonly clearance: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly out?: string;
  readonly json?: boolean;
}

async function sweep(flags: SweepFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const options = {
    tolerance: lengthOption(flags.tolerance, 'tolerance'),
    clearance: distanceOption(flags.clearance, 'clearance'),
  };
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', pathUnit = unit, path, out } = flags;
  const from = inputName(path);
  const poses = posesInMillimetres(parsePath(await readTextInput(path, terminal), from), pathUnit);
  checkSteps(poses, from);
  const place = out === undefined ? undefined : await openLocked(out, 'sweep');
  const folder = place?.folder;
  try {
    const bone = { mesh: await loadSurface(kit, flags.bone, iso, unit), file: flags.bone };
    const tool = { mesh: await loadSurface(kit, flags.tool, iso, unit), file: flags.tool };
    warn(terminal, unusedIso(iso, [flags.bone, flags.tool]));
    warn(terminal, swappedBodies(bone, tool));
    const task = { bone, tool, options, poses, pathUnit, posesFrom: from, folder, json: flags.json === true };
    await runSweep(task, kit, terminal);
  } finally {
    await place?.leave();
  }
}

export function addSweep(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('sweep')
    .summary('when the tool first touches the bone between the poses of a path')
    .description(
      'Say of each step, from a pose of a path to the next, when the tool first touches the bone on its way.',
    )
    .requiredOption('--bone <file>', surfaceFileHelp)
    .requiredOption('--tool <file>', surfaceFileHelp)
    .requiredOption('--path <file>', 'two poses or more, in a file as for kerf detect')
    .option('--clearance <mm>', 'what comes this near counts as touching; 0 or more', '0')
    .option('--tolerance <mm>', 'no point of the tool goes a longer way between free and contact; above 0', '0.001')
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .option('--out <dir>', 'write sweep.html and sweep.json to this folder')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
${poseFileHelp}

Step i leads from pose i to pose i + 1: by a line if both have the same rotation, else by a screw, the shorter way
round. A turn of half a turn may go either way round and is refused: give a pose between.

free: proved at every time of the step. contact: free up to the lower end of the interval, touching at its upper end,
for which face numbers, point, normal and pose are given. initial: in contact where the step starts, or one body is
inside the other; when that ends is not computed. grazing: it comes nearer than the tolerance, and whether it touches,
or later in the step, is not decided. Clearance is the distance of the surfaces at the poses, 0 where they touch;
between poses it is unknown.
${examples(
  'kerf sweep --bone skull.ply --tool saw.ply --path cut.csv --out swept',
  'kerf sweep --bone guide.stl --tool drill.stl --path robot.csv --clearance 0.5 --out swept',
  'kerf sweep --bone skull.ply --tool saw.ply --path cut.csv --json > swept.json',
)}
${exitCodeHelp}`,
    )
    .action((flags: SweepFlags) => sweep(flags, kit, terminal));
}
