// `kerf index`: a bone → its index in a file, for `kerf detect --index`.

import { Interrupted } from '../exit-code.ts';
import { unusedIso, warn } from '../input-warnings.ts';
import type { LengthUnit } from '../length-unit.ts';
import { isoOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { type ProgressBar, progressBar } from '../progress-bar.ts';
import { heedSignal } from '../run-detection.ts';
import { loadSurface } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface BuildIndexFlags {
  readonly bone: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  readonly out: string;
}

export async function buildIndexFile(flags: BuildIndexFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm' } = flags;
  warn(terminal, unusedIso(iso, [flags.bone]));
  const bone = await loadSurface(kit, flags.bone, iso, unit);
  let bar: ProgressBar | undefined;
  const onProgress = (done: number, total: number) => {
    bar ??= progressBar(terminal, total, 0, 'steps');
    bar.update(done);
  };
  try {
    const index = await kit.buildIndex(bone, { signal: terminal.signal, onProgress });
    const bytes = kit.saveIndex(index);
    await heedSignal(terminal);
    await writeWhole(flags.out, bytes);
  } catch (error) {
    if (terminal.signal.aborted) throw new Interrupted();
    throw error;
  } finally {
    bar?.stop();
  }
  terminal.out(`Wrote ${flags.out}: the index of ${bone.faces.length / 3} faces.\n`);
}
