// `kerf impacts`: a surface before and after a step → what meets on the way; table, JSON, CSV, VTP, page.

import { type Command, Option } from 'commander';
import { examples, workersHelp } from '../command-words.ts';
import { exitCodeHelp, withFileErrors } from '../exit-code.ts';
import { checkSameSurface } from '../impacts/impact-record.ts';
import { runImpacts } from '../impacts/run-impacts.ts';
import { countOption } from '../option-values.ts';
import { openLocked } from '../output-files.ts';
import type { BackendChoice, Terminal, Toolkit } from '../toolkit.ts';

interface ImpactsFlags {
  readonly start: string;
  readonly end: string;
  readonly backend: BackendChoice;
  readonly workers: string;
  readonly out?: string;
  readonly json?: boolean;
}

async function impacts(flags: ImpactsFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { backend, out } = flags;
  const workers = countOption(flags.workers, 'workers');
  const load = async (file: string) => ({ mesh: await withFileErrors('read', file, () => kit.loadMesh(file)), file });
  const place = out === undefined ? undefined : await openLocked(out, 'impacts');
  const folder = place?.folder;
  try {
    const start = await load(flags.start);
    const end = await load(flags.end);
    checkSameSurface(start, end);
    await runImpacts({ start, end, backend, workers, folder, json: flags.json === true }, kit, terminal);
  } finally {
    await place?.leave();
  }
}

export function addImpacts(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('impacts')
    .summary('what meets when a surface deforms from one file to another')
    .description(
      'Find every impact of a surface whose vertices go linearly from where START has them to where END has.',
    )
    .requiredOption('--start <file>', 'mesh (.stl .ply .obj .vtp .vtk) at t = 0: of all bodies together')
    .requiredOption('--end <file>', 'the same surface at t = 1: as many vertices, the same faces')
    .addOption(
      new Option('--backend <which>', 'what computes, which changes no answer; auto takes the CPU')
        .choices(['auto', 'cpu', 'webgpu'])
        .default('auto'),
    )
    .option('--workers <k>', workersHelp, '1')
    .option('--out <dir>', 'write impacts.html, .json, .csv and .vtp (points, for ParaView) to this folder')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
PLY, OBJ, VTP and VTK keep vertices as they are, so that those of two files pair up. STL has none: corners at one place
become one vertex, and files are refused whose corners coincide in other ways. Save polygons as triangles.

impact: a vertex and a face, or two edges, that share no vertex of the surface and share a point at some time of the
closed step; each such pair once, with its first time as an interval, none missed and none invented. Free until: the
largest time to which every vertex may go with no impact at any time up to it. Where the surface passes through itself
at the start already, nothing comes to meet: kerf inspect --self-intersections finds such places.
${examples(
  'kerf impacts --start before.ply --end after.ply --out impacts',
  'kerf impacts --start before.ply --end after.ply --workers 4 --json > impacts.json',
)}
${exitCodeHelp}`,
    )
    .action((flags: ImpactsFlags) => impacts(flags, kit, terminal));
}
