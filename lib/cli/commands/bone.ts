// `kerf bone`: a CT volume → a bone that can be measured, in a mesh file, and a summary of its properties.

import type { Command } from 'commander';
import type { BoneOptions, VolumeBone } from '#ct-bone';
import { meshFormatOf } from '#io';
import { examples } from '../command-words.ts';
import { UsageError, withFileErrors } from '../exit-code.ts';
import { warn } from '../notices.ts';
import { countOption, frameOption, isoOption, millimetresOption, planesOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { isVolume } from '../surface-file.ts';
import { textTable } from '../text-table.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { inspectionRows } from './inspect.ts';

interface BoneFlags {
  readonly iso: string;
  readonly largest: boolean;
  readonly cap: boolean;
  readonly crop?: readonly string[];
  readonly frame?: string;
  readonly faces?: string;
  readonly series?: string;
  readonly acceptUneven?: string;
  readonly out: string;
  readonly json?: boolean;
}

async function bone(volume: string, flags: BoneFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const options: BoneOptions = {
    isoValue: isoOption(flags.iso),
    largest: flags.largest,
    cap: flags.cap,
    crop: flags.crop === undefined ? undefined : planesOption(flags.crop, 'crop'),
    frame: flags.frame === undefined ? undefined : frameOption(flags.frame, 'frame'),
    faces: flags.faces === undefined ? undefined : countOption(flags.faces, 'faces'),
    series: flags.series,
    acceptUneven:
      flags.acceptUneven === undefined
        ? undefined
        : millimetresOption(flags.acceptUneven, 'accept-uneven', 'mm above 0'),
  };
  const format = meshFormatOf(flags.out);
  if (!isVolume(volume))
    throw new UsageError(
      `${volume} is no volume that kerf reads; give a .nii, .nii.gz, .nrrd, .nhdr, .mha, .mhd or .vti file, ` +
        'or a folder of DICOM slices.',
    );
  const notices: string[] = [];
  const onNotice = (sentence: string) => {
    notices.push(sentence);
    warn(terminal, sentence);
  };
  const made = await withFileErrors('read', volume, () => kit.boneFromVolume(volume, { ...options, onNotice }));
  const bytes = kit.writeMesh(made.mesh, format);
  await heedSignal(terminal);
  await writeWhole(flags.out, bytes);
  const { mesh, ...facts } = made;
  if (flags.json) {
    const frame = mesh.frame ?? 'unknown';
    terminal.out(`${JSON.stringify({ file: volume, out: flags.out, frame, options, notices, ...facts }, null, 2)}\n`);
    return;
  }
  terminal.out(`${volume}\n${boneTable(made, flags)}\n`);
  if (!facts.inspection.closed)
    terminal.out('The bone is open: no inside, no depth; leave out --no-cap to close it where the volume ends.\n');
  terminal.out(`Wrote ${flags.out}: ${mesh.faces.length / 3} faces.\n`);
}

function boneTable(
  { mesh, inspection, volume, components, coarsened, surfaceValue }: VolumeBone,
  flags: BoneFlags,
): string {
  const { dimensions, spacing, bounds, lowestValue, highestValue } = volume;
  const { found, leftOut, leftOutFaces, leftOutArea, largestLeftOutFaces, largestLeftOutArea } = components;
  const extent = [0, 1, 2].map(
    (axis) => `${'xyz'[axis]} ${bounds.min[axis].toFixed(2)} to ${bounds.max[axis].toFixed(2)}`,
  );
  const rows: [string, string][] = [
    ['volume, samples', dimensions.join(' × ')],
    ['sample spacing, mm', spacing.map((length) => length.toFixed(3)).join(' × ')],
    ["volume's frame", volume.frame ?? 'unknown'],
    ['samples lie, mm', extent.join(', ')],
    ['values', `${lowestValue} to ${highestValue}`],
    [
      'surface at',
      surfaceValue === Number(flags.iso)
        ? flags.iso
        : `${flags.iso}, taken as ${surfaceValue.toPrecision(7)}: samples equal it`,
    ],
    ['components found', String(found)],
    [
      'left out',
      leftOut === 0
        ? 'nothing'
        : `${leftOut} of ${leftOutFaces} faces, ${leftOutArea.toFixed(0)} mm²; ` +
          `the largest ${largestLeftOutFaces} faces, ${largestLeftOutArea.toFixed(0)} mm²`,
    ],
    [
      'at its ends',
      flags.cap
        ? `capped, in the planes of ${flags.crop === undefined ? 'the outermost samples' : 'the crop'}`
        : 'open',
    ],
  ];
  if (coarsened !== null) {
    const { facesBefore, deviation, selfIntersections } = coarsened;
    const { fullToCoarse, coarseToFull } = deviation;
    const text = ({ greatest, of99Percent }: typeof fullToCoarse) =>
      `${greatest.toFixed(3)} (99 % within ${of99Percent.toFixed(3)})`;
    rows.push(
      ['faces before coarsening', String(facesBefore)],
      ['full surface to it, mm', text(fullToCoarse)],
      ['it to full surface, mm', text(coarseToFull)],
      ['own faces that intersect', `${selfIntersections} pairs`],
    );
  }
  return textTable([...rows, ...inspectionRows(inspection, mesh.frame)]);
}

export function addBone(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('bone')
    .summary('a CT volume to a bone that can be measured: one piece, closed')
    .description('Make a bone from a CT volume: the largest component of the surface, closed where the volume ends.')
    .argument('<volume>', '.nii .nii.gz .nrrd .nhdr .mha .mhd .vti, or a folder of uncompressed DICOM slices')
    .requiredOption('--iso <value>', 'bone is where the value is at least this, for CT about 225 (HU)')
    .requiredOption('--out <file>', 'the mesh file to write: .stl .ply .obj .vtp or .vtk')
    .option('--largest', 'keep the component of the largest area alone; cavities are filled', true)
    .option('--no-largest', 'keep every component')
    .option('--cap', 'close it by flat faces in the planes of the outermost samples or of the crop', true)
    .option('--no-cap', 'leave it open there')
    .option('--crop <planes...>', 'x0 x1 y0 y1 z0 z1, mm, in the frame of the result: what lies beyond is cut off')
    .option('--frame <frame>', "ras or lps (default: the volume's own)")
    .option('--faces <count>', 'coarsen it to about this many faces; the deviation is measured and printed')
    .option('--series <uid>', 'of several DICOM series, the UID or the number of the one that is read')
    .option('--accept-uneven <mm>', 'resample DICOM slices whose distances are off the usual one by up to this')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
NIfTI is RAS, DICOM and most meshes are LPS: each is the other turned half round z, so a bone has to be in the frame of
the poses that are asked of it. What a file says of its frame is kept in the mesh file, as 3D Slicer writes it.
${examples(
  'kerf bone head.nii.gz --iso 225 --out skull.ply',
  'kerf bone head.nii.gz --iso 225 --frame lps --faces 100000 --out skull.ply',
  'kerf bone ct-slices/ --iso 225 --crop 60 120 -200 -100 20 90 --out part.ply',
)}`,
    )
    .action((volume: string, flags: BoneFlags) => bone(volume, flags, kit, terminal));
}
