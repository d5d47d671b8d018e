// `kerf impacts`: a surface before and after a step → what meets on the way; table, JSON, CSV, VTP, page.

import { withFileErrors } from '../exit-code.ts';
import { openLocked } from '../folder-lock.ts';
import { runImpacts } from '../impacts/run-impacts.ts';
import { checkSameSurface } from '../impacts/same-surface.ts';
import { countOption } from '../option-values.ts';
import type { BackendChoice, Terminal, Toolkit } from '../toolkit.ts';

export interface ImpactsFlags {
  readonly start: string;
  readonly end: string;
  readonly backend: BackendChoice;
  readonly workers: string;
  readonly out?: string;
  readonly json?: boolean;
}

export async function impacts(flags: ImpactsFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { backend, out } = flags;
  const workers = countOption(flags.workers, 'workers');
  const load = async (file: string) => ({ mesh: await withFileErrors('read', file, () => kit.loadMesh(file)), file });
  const place = out === undefined ? undefined : await openLocked(out, 'impacts');
  const folder = place?.folder;
  try {
    const start = await load(flags.start);
    const end = await load(flags.end);
    checkSameSurface(start, end);
    await runImpacts({ start, end, backend, workers, folder, json: flags.json === true }, kit, terminal);
  } finally {
    await place?.leave();
  }
}
