// `kerf detect`: bone, tool and poses → table, JSON, files.

import { readFile } from 'node:fs/promises';
import type { BoneIndex } from '#bodies';
import type { TriangleMesh } from '#mesh';
import { UsageError, withFileErrors } from '../exit-code.ts';
import { openLocked } from '../folder-lock.ts';
import { swappedBodies, unusedIso, warn } from '../input-warnings.ts';
import { type LengthUnit, posesInMillimetres } from '../length-unit.ts';
import { contactDistance, countOption, feedOption, isoOption, resolution, vertexOption } from '../option-values.ts';
import { type PoseList, parsePath, parsePose } from '../pose-file.ts';
import { runDetection } from '../run-detection.ts';
import { loadSurface } from '../surface-file.ts';
import { inputName, readTextInput } from '../text-input.ts';
import type { BackendChoice, CandidateChoice, Sides, Terminal, Toolkit } from '../toolkit.ts';

export interface DetectFlags {
  readonly bone: string;
  readonly tool: string;
  readonly pose?: string;
  readonly path?: string;
  readonly distance: string;
  readonly resolution: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  /** The unit of the poses. Default: `unit`. */
  readonly pathUnit?: LengthUnit;
  readonly sides: Sides;
  readonly feed?: string;
  readonly shank?: string;
  readonly volume?: boolean;
  readonly backend: BackendChoice;
  readonly candidates?: CandidateChoice;
  readonly index?: string;
  readonly workers: string;
  readonly out?: string;
  readonly series?: boolean;
  readonly fresh?: boolean;
  readonly json?: boolean;
}

export async function detect(flags: DetectFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const options = {
    contactDistance: contactDistance(flags.distance),
    resolution: resolution(flags.resolution),
    sides: flags.sides,
    ...(flags.feed === undefined ? {} : { feed: feedOption(flags.feed) }),
    ...(flags.shank === undefined ? {} : { shank: vertexOption(flags.shank, 'shank') }),
    ...(flags.volume ? { volume: true as const } : {}),
  };
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm', pathUnit = unit } = flags;
  const workers = countOption(flags.workers, 'workers');
  const { out, series = false, fresh = false } = flags;
  if (series && (out === undefined || flags.path === undefined))
    throw new UsageError('--series writes a file a pose of a path: give --path FILE and --out DIR with it.');
  if (fresh && out === undefined) throw new UsageError('--fresh belongs to --out DIR; leave it out.');
  const poses = posesInMillimetres(await readPoses(flags, terminal), pathUnit);
  const place = out === undefined ? undefined : await openLocked(out, 'detect');
  const folder = place?.folder;
  try {
    const bone = await loadSurface(kit, flags.bone, iso, unit);
    const tool = await loadSurface(kit, flags.tool, iso, unit);
    warn(terminal, unusedIso(iso, [flags.bone, flags.tool]));
    warn(terminal, swappedBodies({ mesh: bone, file: flags.bone }, { mesh: tool, file: flags.tool }));
    const index = flags.index === undefined ? undefined : await loadIndexFile(flags.index, bone, kit);
    await runDetection(
      {
        bone: { mesh: bone, file: flags.bone },
        tool: { mesh: tool, file: flags.tool },
        options,
        backend: flags.backend,
        candidates: flags.candidates,
        index,
        workers,
        poses,
        pathUnit,
        posesFrom: inputName((flags.pose ?? flags.path)!),
        folder,
        keep: { fresh, series },
        json: flags.json === true,
      },
      kit,
      terminal,
    );
  } finally {
    await place?.leave();
  }
}

async function loadIndexFile(file: string, bone: TriangleMesh, kit: Toolkit): Promise<BoneIndex> {
  const bytes = await withFileErrors('read', file, () => readFile(file));
  return kit.loadIndex(bytes, bone, { name: file });
}

async function readPoses(flags: DetectFlags, terminal: Terminal): Promise<PoseList> {
  if ((flags.pose === undefined) === (flags.path === undefined))
    throw new UsageError('Give one of --pose FILE and --path FILE; kerf detect --help shows both.');
  const file = (flags.pose ?? flags.path)!;
  const text = await readTextInput(file, terminal);
  return (flags.pose === undefined ? parsePath : parsePose)(text, inputName(file));
}
