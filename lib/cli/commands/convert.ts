// `kerf convert`: a mesh or volume file → a mesh file of another format, in mm, in the requested frame, mended.

import type { Command } from 'commander';
import { meshFormatOf } from '#io';
import { meshInFrame } from '#mesh';
import { examples, isoHelp, unitOption } from '../command-words.ts';
import { UsageError } from '../exit-code.ts';
import { type MendingFlags, mendingOf, mendSurface } from '../mend-surface.ts';
import { unusedIso, warn } from '../notices.ts';
import { frameOption, isoOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { type LengthUnit, loadSurface, surfaceFileHelp } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface ConvertFlags extends MendingFlags {
  readonly iso?: string;
  readonly unit?: LengthUnit;
  readonly frame?: string;
  readonly fromFrame?: string;
}

async function convert(
  input: string,
  output: string,
  flags: ConvertFlags,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm' } = flags;
  const frame = flags.frame === undefined ? undefined : frameOption(flags.frame, 'frame');
  const fromFrame = flags.fromFrame === undefined ? undefined : frameOption(flags.fromFrame, 'from-frame');
  const mending = mendingOf(flags);
  const format = meshFormatOf(output);
  warn(terminal, unusedIso(iso, [input]));
  const read = await loadSurface(kit, input, iso, unit);
  if (fromFrame !== undefined && read.frame !== undefined && read.frame !== fromFrame)
    throw new UsageError(
      `${input} says that it is in ${read.frame}, --from-frame that it is in ${fromFrame}; leave it out.`,
    );
  const own = fromFrame ?? read.frame;
  if (frame !== undefined && own === undefined)
    throw new UsageError(`${input} does not state its frame: give --from-frame ras or lps beside --frame.`);
  const named = own === undefined ? read : { ...read, frame: own };
  const mended = mendSurface(named, mending);
  const mesh = frame === undefined ? mended.mesh : meshInFrame(mended.mesh, frame);
  const bytes = kit.writeMesh(mesh, format);
  await heedSignal(terminal);
  await writeWhole(output, bytes);
  for (const line of mended.lines) terminal.out(`${line}\n`);
  terminal.out(
    `Wrote ${output}: ${mesh.faces.length / 3} faces${mesh.frame === undefined ? '' : `, ${mesh.frame}`}.\n`,
  );
}

export function addConvert(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('convert')
    .summary('a mesh or CT volume to a mesh file of another format')
    .description('Convert a mesh, or the surface in a CT volume, to the mesh format that OUT ends in.')
    .argument('<in>', surfaceFileHelp)
    .argument('<out>', '.stl .ply .obj .vtp or .vtk')
    .option('--iso <value>', isoHelp)
    .addOption(unitOption('the unit of a mesh; OUT is in mm'))
    .option('--frame <frame>', 'give OUT in the frame ras or lps: x and y are negated where IN is in the other')
    .option('--from-frame <frame>', 'the frame of IN, ras or lps, where it does not tell')
    .option('--weld <tolerance>', 'join vertices at most this far apart, mm; 0: those with equal coordinates only')
    .option('--repair', 'then leave out repeated faces and unused vertices, and turn closed parts to face outward')
    .option('--refine <edge>', 'then halve edges longer than this, mm')
    .addHelpText(
      'after',
      examples(
        'kerf convert skull.stl skull.ply',
        'kerf convert skull.stl skull-lps.ply --from-frame ras --frame lps',
        'kerf convert skull.stl skull.ply --unit m',
        'kerf convert head.nii.gz head.ply --iso 225.5',
        'kerf convert scan.stl bone.ply --weld 0.001 --repair --refine 2',
      ),
    )
    .action((input: string, output: string, flags: ConvertFlags) => convert(input, output, flags, kit, terminal));
}
