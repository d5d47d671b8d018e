// `kerf convert`: a mesh or volume file → a mesh file of another format.

import { meshFormatOf } from '../../io/index.ts';
import { unusedIso, warn } from '../input-warnings.ts';
import { numberOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../run-detection.ts';
import { loadSurface } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface ConvertFlags {
  readonly iso?: string;
}

export async function convert(
  input: string,
  output: string,
  flags: ConvertFlags,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const iso = flags.iso === undefined ? undefined : numberOption(flags.iso, 'iso', 'the intensity of the surface');
  const format = meshFormatOf(output);
  warn(terminal, unusedIso(iso, [input]));
  const mesh = await loadSurface(kit, input, iso);
  const bytes = kit.writeMesh(mesh, format);
  await heedSignal(terminal);
  await writeWhole(output, bytes);
  terminal.out(`Wrote ${output}: ${mesh.faces.length / 3} faces.\n`);
}
