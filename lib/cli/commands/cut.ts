// `kerf cut`: a closed surface, and planes or boxes → its solids on either side of them, one file each.

import { type Command, Option } from 'commander';
import { meshFormatOf } from '#io';
import type { TriangleMesh } from '#mesh';
import { examples, isoHelp, unitOption } from '../command-words.ts';
import { UsageError } from '../exit-code.ts';
import { unusedIso, warn } from '../notices.ts';
import { boxOption, isoOption, planeOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { type LengthUnit, loadSurface, surfaceFileHelp } from '../surface-file.ts';
import { columnTable } from '../text-table.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface CutFlags {
  readonly plane: readonly string[];
  readonly box: readonly string[];
  readonly keep?: 'outside' | 'inside';
  readonly out: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
}

async function cut(input: string, flags: CutFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', out } = flags;
  const cuts = cutsOf(flags);
  const format = meshFormatOf(out);
  warn(terminal, unusedIso(iso, [input]));
  const surface = await loadSurface(kit, input, iso, unit);
  const parts = kit.osteotomy(surface, cuts);
  const kind = 'boxes' in cuts ? 'box' : 'plane';
  if (parts.length === 0) warn(terminal, `nothing of ${input} lies ${flags.keep ?? 'outside'}; no file is written.`);
  else if (isSame(parts, kit.osteotomy(surface, [])))
    warn(terminal, `no ${kind} cuts ${input}: they miss it, or only touch it.`);
  // All bytes are made before the first file, so that none is written of a cut that fails.
  const files = parts.map((part, n) => ({
    file: out.replace(/(\.[^.]*)$/, `-${n + 1}$1`),
    part,
    bytes: kit.writeMesh(part, format),
    volume: kit.inspectMesh(part).volume,
  }));
  await heedSignal(terminal);
  for (const { file, bytes } of files) await writeWhole(file, bytes);
  const table = columnTable(
    [
      { head: 'part', isLeft: true, text: ({ file }) => file },
      { head: 'faces', text: ({ part }) => (part.faces.length / 3).toLocaleString('en') },
      { head: 'volume, mm³', text: ({ volume }) => volume.toPrecision(6) },
    ],
    files,
  );
  terminal.out(`${table}\n`);
}

/** What osteotomy takes. @throws UsageError unless there are planes or boxes, and not both. */
function cutsOf({ plane, box, keep }: CutFlags) {
  if (plane.length > 0 && box.length > 0)
    throw new UsageError('Give --plane or --box, not both; cut the parts by the other one afterwards.');
  if (keep !== undefined && box.length === 0)
    throw new UsageError('--keep goes with --box; a plane keeps what lies on either side.');
  if (box.length > 0) return { boxes: box.map(boxOption), keep };
  if (plane.length > 0) return plane.flatMap((text) => planeOption(text).numbers);
  throw new UsageError(
    'Give --plane x,y,z,nx,ny,nz, a point of the plane and its normal, or --box sx,sy,sz,x,y,z, a size and a centre.',
  );
}

function isSame(parts: readonly TriangleMesh[], solids: readonly TriangleMesh[]): boolean {
  return (
    parts.length === solids.length &&
    parts.every(
      ({ faces }, n) => faces.length === solids[n].faces.length && faces.every((v, i) => v === solids[n].faces[i]),
    )
  );
}

export function addCut(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  const more = (given: string, before: readonly string[]) => [...before, given];
  kerf
    .command('cut')
    .summary('a bone cut by planes or boxes, into a file for each part')
    .description(
      'Cut a closed surface by planes, each through all parts so far, or take boxes out of it: the slot of a saw, ' +
        "the bed of an implant. The surface's own faces stay as they are; where one is cut, the new corners are the " +
        'exact ones, rounded once. Each part is closed, and free of self-intersections where it was cut, or the cut ' +
        'is refused in a sentence that says why.',
    )
    .argument('<surface>', surfaceFileHelp)
    .option('--plane <x,y,z,nx,ny,nz>', 'a plane: a point, mm, and the normal; may be given again', more, [])
    .option('--box <sx,sy,sz,x,y,z>', 'a box: size and centre, mm, or size and pose; may be given again', more, [])
    .addOption(new Option('--keep <which>', 'the parts outside of every box, or inside').choices(['outside', 'inside']))
    .requiredOption('--out <file>', 'OUT.ply gives OUT-1.ply, OUT-2.ply …: .stl .ply .obj .vtp or .vtk')
    .option('--iso <value>', isoHelp)
    .addOption(unitOption('the unit of the surface; the parts are in mm'))
    .addHelpText(
      'after',
      `
Parts come in the order of the planes: what lies in front of the first plane, where its normal points, before what lies
behind it, and so on. A turned box takes 19 numbers: its size, and the pose, 16 numbers, column-major, that leads from
its own frame, with the origin in its middle, to the surface's. STL keeps coordinates as 32-bit numbers; the other
formats keep every digit.
${examples(
  'kerf cut mandible.ply --plane 12,17,75,0,0,1 --out mandible-part.ply',
  'kerf cut skull.ply --box 0.4,30,20,12,17,75 --out slot.ply',
)}`,
    )
    .action((input: string, flags: CutFlags) => cut(input, flags, kit, terminal));
}
