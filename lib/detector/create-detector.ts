// Options → a detector.

import { checkPose, DeviceError, KerfError } from '../core/index.ts';
import { MinimumDistance } from '../distance/index.ts';
import { candidatePairs, type ContactReport, IndexList, type Pose } from '../records/index.ts';
import { findCandidates } from '../regions/index.ts';
import { BoneBody, ToolBody } from './bodies.ts';
import { checkOptions } from './check-options.ts';
import { CpuQuery } from './cpu-query.ts';
import type { BoneEdit, Detector, DetectorOptions, NearestPoints } from './detector.ts';
import { editBone } from './edit-bone.ts';
import { PairIntersector } from './intersect-pairs.ts';

/** detectMany lets the event loop turn (abort signals, progress bars) at least this often, ms. */
const TURN = 16;

/**
 * Makes a detector for one bone and one tool. The meshes are copied: later changes to their arrays have no effect.
 * @throws MeshError, OptionError, DeviceError (as a rejection).
 */
export async function createDetector(options: DetectorOptions): Promise<Detector> {
  checkOptions(options);
  if (options.backend === 'webgpu')
    throw new DeviceError(
      'NO_WEBGPU_BACKEND',
      'Backend webgpu was asked for, but this version of kerf computes on the CPU only; use backend "auto" or "cpu".',
    );
  return new CpuDetector(options);
}

class CpuDetector implements Detector {
  readonly backend = 'cpu';
  readonly backendReason: string;
  readonly #options: DetectorOptions;
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #pairs = candidatePairs();
  readonly #groups = new IndexList();
  readonly #intersector = new PairIntersector();
  #query: CpuQuery | null = null;
  #distance: MinimumDistance | null = null;
  #disposed = false;

  constructor(options: DetectorOptions) {
    this.#options = options;
    this.#bone = new BoneBody(options.bone);
    this.#tool = new ToolBody(options.tool);
    this.backendReason =
      options.backend === 'cpu' ? 'the CPU was asked for' : 'this version of kerf computes on the CPU only';
  }

  async detect(pose: Pose): Promise<ContactReport> {
    return this.detectSync(pose);
  }

  async *detectMany(
    poses: ArrayLike<number>,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
  ): AsyncGenerator<ContactReport> {
    this.#checkAlive();
    if (poses.length % 16 !== 0)
      throw new KerfError(
        'BAD_LENGTH',
        `detectMany was given ${poses.length} numbers, expected 16 a pose; check the path's rows.`,
      );
    const total = poses.length / 16;
    const pose = new Float64Array(16);
    let turned = performance.now();
    for (let i = 0; i < total; i++) {
      signal?.throwIfAborted();
      for (let k = 0; k < 16; k++) pose[k] = poses[16 * i + k];
      const report = this.detectSync(pose);
      onProgress?.(i + 1, total);
      yield report;
      if (performance.now() - turned > TURN) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        turned = performance.now();
      }
    }
  }

  detectSync(pose: Pose): ContactReport {
    const started = performance.now();
    this.#moveTo(pose);
    const { sides = 'both', contactDistance, resolution } = this.#options;
    this.#query ??= new CpuQuery(this.#bone, this.#tool, { sides, contactDistance, resolution });
    return this.#query.report(started);
  }

  intersectingFaces(pose: Pose): Uint32Array {
    this.#checkAlive();
    this.#tool.moveLazily(checkPose(pose), this.#bone.magnitude);
    findCandidates(this.#bone, this.#tool, 0, this.#groups, this.#pairs);
    return this.#intersector.find(this.#bone, this.#tool, this.#pairs);
  }

  minimumDistance(pose: Pose): NearestPoints {
    this.#moveTo(pose);
    this.#distance ??= new MinimumDistance(this.#bone, this.#tool);
    const found = this.#distance;
    found.find();
    return {
      distance: found.distance,
      bonePoint: found.points.slice(0, 3),
      toolPoint: found.points.slice(3, 6),
      boneFace: found.boneFace,
      toolFace: found.toolFace,
    };
  }

  editBone(edit: BoneEdit): void {
    this.#checkAlive();
    editBone(this.#bone, edit);
    this.#query = null;
    this.#distance = null;
  }

  dispose(): void {
    this.#disposed = true;
    this.#query = null;
    this.#distance = null;
  }

  #moveTo(pose: Pose): void {
    this.#checkAlive();
    this.#tool.moveTo(checkPose(pose), this.#bone.magnitude);
  }

  #checkAlive(): void {
    if (this.#disposed)
      throw new KerfError('DISPOSED', 'This detector was disposed; make a new one with createDetector.');
  }
}
