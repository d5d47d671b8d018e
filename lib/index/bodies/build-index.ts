// A bone's mesh → its index, step by step.

import { checkFunction, checkOptionNames, checkSignal, type HostSignal, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { BoneBody } from './bone-body.ts';
import { BoneIndex } from './bone-index.ts';
import { checkMesh } from './check-body.ts';
import { fingerprintOf } from './mesh-fingerprint.ts';

const STEPS = 4;

interface BuildOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: HostSignal;
}
const BUILD_OPTIONS: OptionNames<BuildOptions> = { onProgress: true, signal: true };

/**
 * Builds what a detector needs of a bone, for `createDetector({ …, index })` and `saveIndex`. It yields to the event
 * loop between steps.
 * @param options onProgress: steps done, total steps.
 * @throws (as a rejection) OptionError MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION, MeshError as createDetector, the
 * signal's reason.
 */
export async function buildIndex(mesh: TriangleMesh, options: BuildOptions = {}): Promise<BoneIndex> {
  checkOptionNames(options, BUILD_OPTIONS, 'buildIndex');
  const { onProgress, signal } = options;
  checkFunction(onProgress, 'onProgress', 'pass one that takes the steps done and their total, or leave it out');
  checkSignal(signal);
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
  const bvh = await step(() => bone.bvh);
  const topology = await step(() => bone.topology.facts()!);
  const fingerprint = await step(() => fingerprintOf(positions, faces));
  return new BoneIndex(mesh.name, { positions, faces, fingerprint, scanlines, bvh, topology });
}
