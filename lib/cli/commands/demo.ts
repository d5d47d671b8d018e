// `kerf demo`: nothing → the saw's path through the skull phantom, and a flap that it frees, shown and written.

import type { Command } from 'commander';
import type { TriangleMesh } from '#mesh';
import { assessPictures } from '../assess/assess-pictures.ts';
import { examples } from '../command-words.ts';
import { OutputFolder } from '../output-files.ts';
import type { PoseList } from '../pose-file.ts';
import { heedSignal } from '../progress-bar.ts';
import type { ReportGallery } from '../report/report-html.ts';
import { runDetection } from '../run-detection.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface DemoFlags {
  readonly out: string;
}

const BONE_FACES = 50_000;
const POSES = 60;
/** mm: a finer one would show a flap no better, a coarser one with ragged edges. */
const CELL = 1;

async function demo(flags: DemoFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const folder = await OutputFolder.open(flags.out);
  try {
    terminal.err(`Making the skull phantom (about ${BONE_FACES / 1000}k faces) and the saw blade.\n`);
    const bone = kit.makeDataset('skull-phantom', { faces: BONE_FACES });
    await heedSignal(terminal);
    const tool = kit.makeDataset('saw-blade', {});
    const matrices = kit.cuttingPath({ poses: POSES });
    terminal.err('Sawing a flap out of it.\n');
    const gallery = await flap(bone, kit, terminal);
    terminal.err(`Asking where the saw touches the bone at ${POSES} poses of a cut.\n`);
    await runDetection(
      {
        bone: { mesh: bone, file: 'skull-phantom' },
        tool: { mesh: tool, file: 'saw-blade' },
        options: { contactDistance: 0.2, resolution: 0.5, sides: 'both', feed: tool.feed, shank: tool.shank },
        backend: 'auto',
        workers: 1,
        poses: posesOf(matrices),
        gallery,
        posesFrom: 'the demo path',
        folder,
        json: false,
      },
      kit,
      terminal,
    );
  } finally {
    await folder.discard();
  }
}

/** The saw cuts along the four sides of a flap of the vault. */
async function flap(bone: TriangleMesh, kit: Toolkit, terminal: Terminal): Promise<ReportGallery> {
  const tool = kit.makeDataset('saw-blade', { faces: 2000 });
  const { feed } = tool;
  const poses = posesOf(kit.craniotomyPaths().saw);
  const operation = { bone, passes: [{ tool, poses: poses.matrices, feed }], cell: CELL };
  const found = await kit.assessCut(operation, () => heedSignal(terminal));
  const body = { mesh: tool, file: 'saw-blade' };
  const [whole, outside, inside] = assessPictures(found, { tool: body, structures: [], planes: [], poses, feed });
  return {
    title: 'The same saw cuts',
    says: `Along the four sides of a flap of 30 mm it frees it from the vault (createCuttableBone, kerf assess).`,
    pictures: [whole, outside, inside],
  };
}

function posesOf(matrices: Float64Array): PoseList {
  const count = matrices.length / 16;
  return { count, matrices, times: null, places: Array.from({ length: count }, (_, pose) => `pose ${pose}`) };
}

export function addDemo(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('demo')
    .summary('a saw cutting the skull phantom, with its report')
    .description('Make the skull phantom and the saw blade, run a cutting path and write its report.')
    .option('--out <dir>', 'the folder to write to', 'kerf-demo')
    .addHelpText('after', examples('kerf demo --out out/demo'))
    .action((flags: DemoFlags) => demo(flags, kit, terminal));
}
