// `kerf sweep`: bone, tool and a path → when each step between two poses first touches; table, JSON, files.

import { openLocked } from '../folder-lock.ts';
import { swappedBodies, unusedIso, warn } from '../input-warnings.ts';
import { type LengthUnit, posesInMillimetres } from '../length-unit.ts';
import { distanceOption, isoOption, lengthOption } from '../option-values.ts';
import { parsePath } from '../pose-file.ts';
import { loadSurface } from '../surface-file.ts';
import { checkSteps } from '../sweep/check-steps.ts';
import { runSweep } from '../sweep/run-sweep.ts';
import { inputName, readTextInput } from '../text-input.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface SweepFlags {
  readonly bone: string;
  readonly tool: string;
  readonly path: string;
  readonly tolerance: string;
  readonly clearance: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly out?: string;
  readonly json?: boolean;
}

export async function sweep(flags: SweepFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const options = {
    tolerance: lengthOption(flags.tolerance, 'tolerance'),
    clearance: distanceOption(flags.clearance, 'clearance'),
  };
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', pathUnit = unit, path, out } = flags;
  const from = inputName(path);
  const poses = posesInMillimetres(parsePath(await readTextInput(path, terminal), from), pathUnit);
  checkSteps(poses, from);
  const place = out === undefined ? undefined : await openLocked(out, 'sweep');
  const folder = place?.folder;
  try {
    const bone = { mesh: await loadSurface(kit, flags.bone, iso, unit), file: flags.bone };
    const tool = { mesh: await loadSurface(kit, flags.tool, iso, unit), file: flags.tool };
    warn(terminal, unusedIso(iso, [flags.bone, flags.tool]));
    warn(terminal, swappedBodies(bone, tool));
    const task = { bone, tool, options, poses, pathUnit, posesFrom: from, folder, json: flags.json === true };
    await runSweep(task, kit, terminal);
  } finally {
    await place?.leave();
  }
}
