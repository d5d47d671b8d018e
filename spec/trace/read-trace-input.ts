// The words of `npm run trace` → bodies, a pose and lengths: files as the command kerf reads them, or the datasets.

import { readFile } from 'node:fs/promises';
import { parsePose } from '#cli/pose-file.ts';
import { cuttingPath, sawBlade, skullPhantom } from '#datasets';
import { loadMesh } from '#io';
import type { TraceInput } from './trace-pose.ts';

export interface TraceWords {
  readonly pose?: string;
  readonly bone?: string;
  readonly tool?: string;
  readonly distance: string;
  readonly resolution: string;
}

const FACES = { bone: 10_000, tool: 5_000 };
const POSES = 60;
/** Of the dataset's path: the saw is through the bone's outer table. */
const SHOWN = 30;

export async function readTraceInput({ pose, bone, tool, distance, resolution }: TraceWords): Promise<TraceInput> {
  // Before the bodies, which take seconds to make.
  const matrix =
    pose === undefined
      ? cuttingPath({ poses: POSES }).subarray(16 * SHOWN, 16 * SHOWN + 16)
      : parsePose(await readFile(pose, 'utf8'), pose).matrices;
  return {
    bone: bone === undefined ? skullPhantom({ targetFaces: FACES.bone }) : await loadMesh(bone),
    tool: tool === undefined ? sawBlade({ targetFaces: FACES.tool }) : await loadMesh(tool),
    pose: matrix,
    contactDistance: Number(distance),
    resolution: Number(resolution),
  };
}
