// `kerf assess`: bone, tool and a path → the bone cut along it, and a trainer's measures; table, JSON, CSV, page.

import { OptionError } from '#core';
import { type AssessForces, runAssess } from '../assess/run-assess.ts';
import { openLocked } from '../folder-lock.ts';
import { parseForces } from '../force-file.ts';
import { swappedBodies, unusedIso, warn } from '../input-warnings.ts';
import { type LengthUnit, posesInMillimetres } from '../length-unit.ts';
import {
  feedOption,
  forceOption,
  isoOption,
  lengthOption,
  planeOption,
  structureOptions,
  vertexOption,
} from '../option-values.ts';
import { parsePath } from '../pose-file.ts';
import { loadSurface } from '../surface-file.ts';
import { checkSteps } from '../sweep/check-steps.ts';
import { inputName, readTextInput } from '../text-input.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

export interface AssessFlags {
  readonly bone: string;
  readonly tool: string;
  readonly path: string;
  readonly cell: string;
  readonly plane: readonly string[];
  readonly structure: readonly string[];
  readonly region?: string;
  readonly forces?: string;
  readonly forceLimit?: string;
  readonly feed?: string;
  readonly shank?: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly out?: string;
  readonly json?: boolean;
}

export async function assess(flags: AssessFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const cell = lengthOption(flags.cell, 'cell');
  const planes = flags.plane.map(planeOption);
  const named = structureOptions(flags.structure);
  const feed = flags.feed === undefined ? undefined : feedOption(flags.feed);
  const shank = flags.shank === undefined ? undefined : vertexOption(flags.shank, 'shank');
  const limit = flags.forceLimit === undefined ? null : forceOption(flags.forceLimit, 'force-limit');
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', pathUnit = unit, path, out } = flags;
  const from = inputName(path);
  const poses = posesInMillimetres(parsePath(await readTextInput(path, terminal), from), pathUnit);
  checkSteps(poses, from);
  const forces = await readForces(flags, limit, terminal);
  const place = out === undefined ? undefined : await openLocked(out, 'assess');
  const folder = place?.folder;
  try {
    const load = async (file: string) => ({ mesh: await loadSurface(kit, file, iso, unit), file });
    const bone = await load(flags.bone);
    const tool = await load(flags.tool);
    const structures = [];
    for (const { name, file } of named) structures.push({ name, ...(await load(file)) });
    const region = flags.region === undefined ? null : await load(flags.region);
    const files = [bone, tool, ...structures, ...(region ? [region] : [])].map(({ file }) => file);
    warn(terminal, unusedIso(iso, files));
    warn(terminal, swappedBodies(bone, tool));
    const task = {
      bone,
      tool,
      structures,
      region,
      cell,
      planes,
      feed,
      shank,
      poses,
      pathUnit,
      posesFrom: from,
      forces,
    };
    await runAssess({ ...task, folder, json: flags.json === true }, kit, terminal);
  } finally {
    await place?.leave();
  }
}

/** @throws OptionError BAD_OPTION for a limit without forces; as parseForces. */
async function readForces(
  { forces }: AssessFlags,
  limit: number | null,
  terminal: Terminal,
): Promise<AssessForces | null> {
  if (forces === undefined) {
    if (limit === null) return null;
    throw new OptionError('BAD_OPTION', '--force-limit is given without forces to compare with it; give --forces too.');
  }
  const file = inputName(forces);
  return { file, samples: parseForces(await readTextInput(forces, terminal), file), limit };
}
