// `kerf dataset`: a name → a generated body in a mesh file, or the list of names.

import type { Command } from 'commander';
import { OptionError } from '#core';
import { meshFormatOf } from '#io';
import type { TriangleMesh } from '#mesh';
import { examples } from '../command-words.ts';
import { UsageError } from '../exit-code.ts';
import { countOption, lengthOption, planesOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface DatasetFlags {
  readonly out?: string;
  readonly faces?: string;
  readonly expression?: string;
  readonly box?: readonly string[];
  readonly cell?: string;
}

/** The name that stands for the body of an expression. */
const IMPLICIT = 'implicit';

/** Bodies are built in arrays of three corners per face; a Node array holds about 2^27 entries. */
const MOST_FACES = 2 ** 24;

async function dataset(name: string | undefined, flags: DatasetFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  if (name === undefined) {
    terminal.out(`${kit.datasetNames.join('\n')}\n`);
    return;
  }
  if (name !== IMPLICIT && !kit.datasetNames.includes(name))
    throw new UsageError(
      `There is no dataset "${name}"; choose one of ${kit.datasetNames.join(', ')}, or ${IMPLICIT} with --expression.`,
    );
  if (flags.out === undefined) throw new UsageError(`Give --out FILE, the mesh file to write "${name}" to.`);
  const ofExpression = (['expression', 'box', 'cell'] as const).find((option) => flags[option] !== undefined);
  if (name !== IMPLICIT && ofExpression !== undefined)
    throw new UsageError(`--${ofExpression} is for ${IMPLICIT}, not for "${name}"; leave it out.`);
  const faces = flags.faces === undefined ? undefined : countOption(flags.faces, 'faces');
  if (faces !== undefined && faces > MOST_FACES)
    throw new OptionError('OUT_OF_RANGE', `--faces is ${flags.faces}, expected at most ${MOST_FACES}; ask for fewer.`);
  const format = meshFormatOf(flags.out);
  const mesh = name === IMPLICIT ? await implicit(flags, kit) : kit.makeDataset(name, { faces });
  await heedSignal(terminal);
  await writeWhole(flags.out, kit.writeMesh(mesh, format));
  terminal.out(`Wrote ${flags.out}: ${mesh.faces.length / 3} faces.\n`);
}

function implicit({ expression, box, cell, faces }: DatasetFlags, kit: Toolkit): Promise<TriangleMesh> {
  if (expression === undefined || box === undefined || cell === undefined)
    throw new UsageError(`Give ${IMPLICIT} all of --expression, --box and --cell.`);
  if (faces !== undefined) throw new UsageError(`--faces is not for ${IMPLICIT}; give --cell alone.`);
  const [x0, x1, y0, y1, z0, z1] = planesOption(box, 'box');
  const bounds = { min: [x0, y0, z0], max: [x1, y1, z1] };
  return kit.implicitBody({ expression, box: bounds, cell: lengthOption(cell, 'cell'), name: IMPLICIT });
}

export function addDataset(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('dataset')
    .summary('a generated body (skull phantom, saw blade, sphere, …) to a mesh file')
    .description(
      `Write a generated body to a mesh file; without NAME, list the names.\n\nNames: ${kit.datasetNames.join(', ')}, and ${IMPLICIT}: the body that an expression makes`,
    )
    .argument('[name]', 'which body')
    .option('--out <file>', 'the mesh file to write: .stl .ply .obj .vtp or .vtk')
    .option('--faces <count>', 'about how many faces')
    .option('--expression <text>', 'of implicit: in x, y and z, mm; negative inside')
    .option(
      '--box <planes...>',
      'of implicit: x0 x1 y0 y1 z0 z1, mm, in which the body lies; with units in one argument',
    )
    .option('--cell <mm>', 'of implicit: no edge of the mesh is longer; above 0')
    .addHelpText(
      'after',
      examples(
        'kerf dataset',
        'kerf dataset skull-phantom --faces 200000 --out skull.ply',
        "kerf dataset implicit --expression 'x^2 + y^2 + z^2 - 25' --box -6 6 -6 6 -6 6 --cell 0.5 --out ball.ply",
      ),
    )
    .action((name: string | undefined, flags: DatasetFlags) => dataset(name, flags, kit, terminal));
}
