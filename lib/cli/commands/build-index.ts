// `kerf index`: a bone → its index in a file, for `kerf detect --index`.

import type { Command } from 'commander';
import { examples, isoHelp, unitOption } from '../command-words.ts';
import { Interrupted } from '../exit-code.ts';
import { unusedIso, warn } from '../notices.ts';
import { isoOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal, type ProgressBar, progressBar } from '../progress-bar.ts';
import { type LengthUnit, loadSurface, surfaceFileHelp } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface BuildIndexFlags {
  readonly bone: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  readonly out: string;
}

async function buildIndexFile(flags: BuildIndexFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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

export function addIndex(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('index')
    .summary("a bone's index to a file, so that kerf detect need not build it")
    .description("Build a bone's index and write it to a file, for kerf detect --index.")
    .requiredOption('--bone <file>', surfaceFileHelp)
    .requiredOption('--out <file>', 'the file to write')
    .option('--iso <value>', isoHelp)
    .addOption(unitOption('the unit of a mesh, as for kerf detect'))
    .addHelpText(
      'after',
      `
An index belongs to one mesh: for a bone with other coordinates, other faces or another order of them it is refused.
${examples(
  'kerf index --bone skull.ply --out skull.kerf-index',
  'kerf index --bone head.nii.gz --iso 225.5 --out head.kerf-index',
)}`,
    )
    .action((flags: BuildIndexFlags) => buildIndexFile(flags, kit, terminal));
}
