// `kerf dataset`: a name → a generated body in a mesh file, or the list of names.

import type { Command } from 'commander';
import { OptionError } from '#core';
import { meshFormatOf } from '#io';
import { examples } from '../command-words.ts';
import { UsageError } from '../exit-code.ts';
import { countOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface DatasetFlags {
  readonly out?: string;
  readonly faces?: string;
}

/** Bodies are built in arrays of three corners per face; a Node array holds about 2^27 entries. */
const MOST_FACES = 2 ** 24;

async function dataset(name: string | undefined, flags: DatasetFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  if (name === undefined) {
    terminal.out(`${kit.datasetNames.join('\n')}\n`);
    return;
  }
  if (!kit.datasetNames.includes(name))
    throw new UsageError(`There is no dataset "${name}"; choose one of ${kit.datasetNames.join(', ')}.`);
  if (flags.out === undefined) throw new UsageError(`Give --out FILE, the mesh file to write "${name}" to.`);
  const faces = flags.faces === undefined ? undefined : countOption(flags.faces, 'faces');
  if (faces !== undefined && faces > MOST_FACES)
    throw new OptionError('OUT_OF_RANGE', `--faces is ${flags.faces}, expected at most ${MOST_FACES}; ask for fewer.`);
  const format = meshFormatOf(flags.out);
  const mesh = kit.makeDataset(name, { faces });
  await heedSignal(terminal);
  await writeWhole(flags.out, kit.writeMesh(mesh, format));
  terminal.out(`Wrote ${flags.out}: ${mesh.faces.length / 3} faces.\n`);
}

export function addDataset(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('dataset')
    .summary('a generated body (skull phantom, saw blade, sphere, …) to a mesh file')
    .description(
      `Write a generated body to a mesh file; without NAME, list the names.\n\nNames: ${kit.datasetNames.join(', ')}`,
    )
    .argument('[name]', 'which body')
    .option('--out <file>', 'the mesh file to write: .stl .ply .obj .vtp or .vtk')
    .option('--faces <count>', 'about how many faces')
    .addHelpText('after', examples('kerf dataset', 'kerf dataset skull-phantom --faces 200000 --out skull.ply'))
    .action((name: string | undefined, flags: DatasetFlags) => dataset(name, flags, kit, terminal));
}
