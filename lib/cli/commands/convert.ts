// `kerf convert`: a mesh or volume file → a mesh file of another format, in mm, in the requested frame.

import { meshFormatOf } from '#io';
import { meshInFrame } from '#mesh';
import { UsageError } from '../exit-code.ts';
import { unusedIso, warn } from '../input-warnings.ts';
import type { LengthUnit } from '../length-unit.ts';
import { frameOption, isoOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../run-detection.ts';
import { loadSurface } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface ConvertFlags {
  readonly iso?: string;
  readonly unit?: LengthUnit;
  readonly frame?: string;
  readonly fromFrame?: string;
}

export async function convert(
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
  const mesh = frame === undefined ? named : meshInFrame(named, frame);
  const bytes = kit.writeMesh(mesh, format);
  await heedSignal(terminal);
  await writeWhole(output, bytes);
  terminal.out(
    `Wrote ${output}: ${mesh.faces.length / 3} faces${mesh.frame === undefined ? '' : `, ${mesh.frame}`}.\n`,
  );
}
