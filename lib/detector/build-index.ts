// A bone's mesh → its index, step by step.

import type { TriangleMesh } from '../mesh/index.ts';
import { BoneBody } from './bodies.ts';
import { BoneIndex } from './bone-index.ts';
import { checkMesh } from './check-options.ts';
import { markOf } from './mesh-mark.ts';

const STEPS = 4;

/**
 * Builds what a detector needs of a bone, for `createDetector({ …, index })` and `saveIndex`. The event loop turns between steps.
 * @param options onProgress: steps done, steps in all.
 * @throws (as a rejection) OptionError MISSING_MESH, MeshError as createDetector, the signal's reason.
 */
export async function buildIndex(
  mesh: TriangleMesh,
  { onProgress, signal }: { onProgress?: (done: number, total: number) => void; signal?: AbortSignal } = {},
): Promise<BoneIndex> {
  let done = 0;
  async function step<T>(make: () => T): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    const made = make();
    onProgress?.(++done, STEPS);
    return made;
  }
  signal?.throwIfAborted();
  checkMesh(mesh, 'mesh');
  const bone = new BoneBody(mesh);
  const { positions, faces } = bone;
  const scanlines = await step(() => bone.scanlines);
  const clusters = await step(() => bone.clusters);
  const topology = await step(() => bone.topology.facts()!);
  const mark = await step(() => markOf(positions, faces));
  return new BoneIndex(mesh.name, { positions, faces, mark, scanlines, clusters, topology });
}
