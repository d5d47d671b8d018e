// `kerf demo`: nothing → the saw's path through the skull phantom, shown and written.

import { OutputFolder } from '../output-files.ts';
import { heedSignal, runDetection } from '../run-detection.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface DemoFlags {
  readonly out: string;
}

const BONE_FACES = 50_000;
const POSES = 60;

export async function demo(flags: DemoFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const folder = await OutputFolder.open(flags.out);
  try {
    terminal.err(`Making the skull phantom (about ${BONE_FACES / 1000}k faces) and the saw blade.\n`);
    const bone = kit.makeDataset('skull-phantom', { faces: BONE_FACES });
    await heedSignal(terminal);
    const tool = kit.makeDataset('saw-blade', {});
    const matrices = kit.cuttingPath({ poses: POSES });
    terminal.err(`Asking where the saw touches the bone at ${POSES} poses of a cut.\n`);
    await runDetection(
      {
        bone: { mesh: bone, file: 'skull-phantom' },
        tool: { mesh: tool, file: 'saw-blade' },
        options: { contactDistance: 0.2, resolution: 0.5, sides: 'both', feed: tool.feed, shank: tool.shank },
        backend: 'auto',
        workers: 1,
        poses: {
          count: POSES,
          matrices,
          times: null,
          places: Array.from({ length: POSES }, (_, pose) => `pose ${pose}`),
        },
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
