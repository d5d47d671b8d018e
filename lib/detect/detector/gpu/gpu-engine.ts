// A device, a bone and a tool → an engine: resident bodies kept up with edits, queries in submits of bounded size.

import type { BoneBody, ToolBody } from '#bodies';
import { DeviceError, type RigidPose } from '#core';
import { type Gpu, type GpuChoice, openGpu, POSE_WORDS } from '#gpu';
import { MOST_IMAGES } from '#records';
import type { QueryOptions } from '../query-options.ts';
import type { Engine } from './engine.ts';
import { emptyAnswer } from './gpu-batch.ts';
import { GpuPipeline } from './gpu-pipeline.ts';
import { GpuScene } from './gpu-scene.ts';
import { GpuSubmits } from './gpu-submits.ts';
import type { PoseAnswer } from './pose-answer.ts';

/** Bytes that a submit may reserve for its poses before any of them touches anything. */
const POSES_MEMORY = 2 ** 26;
/** Most poses of one submit: as many as there are images. */
const MOST_POSES = MOST_IMAGES;

/**
 * @returns the engine, or why there is none.
 * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
 */
export async function makeGpuEngine(
  bone: BoneBody,
  tool: ToolBody,
  options: QueryOptions,
  choice: GpuChoice,
): Promise<GpuEngine | { readonly reason: string }> {
  const gpu = await openGpu(choice);
  if ('reason' in gpu) return gpu;
  try {
    return new GpuEngine(gpu, await GpuPipeline.make(gpu, bone.method), bone, tool, options);
  } catch (error) {
    gpu.dispose();
    throw error;
  }
}

export class GpuEngine implements Engine {
  readonly name: string;
  readonly #gpu: Gpu;
  readonly #pipeline: GpuPipeline;
  readonly #submits: GpuSubmits;
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  /** Null if the bone has become too large for the device: the CPU answers then. */
  #scene: GpuScene | null;

  /** @throws DeviceError TOO_LARGE_FOR_DEVICE, DEVICE_LOST. */
  constructor(gpu: Gpu, pipeline: GpuPipeline, bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.name = gpu.name;
    this.#gpu = gpu;
    this.#pipeline = pipeline;
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#scene = new GpuScene(gpu, pipeline.index, bone, tool, options);
    this.#submits = new GpuSubmits(gpu, pipeline);
  }

  get mostPoses(): number {
    if (this.#scene === null) return 1;
    return Math.max(1, Math.min(MOST_POSES, Math.floor(POSES_MEMORY / this.#scene.bytesPerPose)));
  }

  async answer(poses: readonly RigidPose[]): Promise<readonly (PoseAnswer | null)[]> {
    const answers = new Array<PoseAnswer | null>(poses.length).fill(null);
    const scene = this.#scene;
    if (scene === null) return answers;
    const words = new Int32Array(POSE_WORDS * poses.length);
    const asked: number[] = [];
    poses.forEach((pose, i) => {
      const place = scene.place(pose, words, asked.length);
      if (place === 'written') asked.push(i);
      if (place === 'separated') answers[i] = emptyAnswer(scene.width);
    });
    const submits: Promise<void>[] = [];
    for (let first = 0; first < asked.length; first += this.mostPoses)
      submits.push(this.#answer(scene, words, asked.slice(first, first + this.mostPoses), first, answers));
    await Promise.all(submits);
    return answers;
  }

  boneEdited(removed: Uint32Array, firstVertex: number, firstFace: number): void {
    this.#takeOver((scene) => scene.edit(removed, firstVertex, firstFace));
  }

  boneRenumbered(): void {
    this.#takeOver((scene) => scene.remakeBone(this.#gpu, this.#pipeline.index));
  }

  /** @param change changes the scene's bone; returns false if a new scene must be made. */
  #takeOver(change: (scene: GpuScene) => boolean): void {
    if (this.#gpu.lost !== null) return;
    const scene = this.#scene;
    try {
      if (scene !== null && change(scene)) return;
      scene?.destroy();
      this.#scene = null;
      this.#scene = new GpuScene(this.#gpu, this.#pipeline.index, this.#bone, this.#tool, this.#options);
    } catch (error) {
      // A lost device is noticed by the next query; a bone too large for this device goes to the CPU from now on.
      if (!(error instanceof DeviceError)) throw error;
    }
  }

  dispose(): void {
    this.#scene?.destroy();
    this.#submits.destroy();
    this.#gpu.dispose();
  }

  /**
   * Answers the poses whose records begin with number `first`; in halves if the device has no memory for all, and not
   * at all if it has none for one.
   */
  async #answer(
    scene: GpuScene,
    words: Int32Array,
    asked: readonly number[],
    first: number,
    answers: (PoseAnswer | null)[],
  ): Promise<void> {
    try {
      const records = words.subarray(POSE_WORDS * first, POSE_WORDS * (first + asked.length));
      const found = await this.#submits.answer(scene, records, asked.length);
      found?.forEach((answer, k) => {
        answers[asked[k]] = answer;
      });
    } catch (error) {
      if (!(error instanceof DeviceError && error.code === 'TOO_LARGE_FOR_DEVICE')) throw error;
      if (asked.length === 1) return;
      const half = asked.length >> 1;
      await this.#answer(scene, words, asked.slice(0, half), first, answers);
      await this.#answer(scene, words, asked.slice(half), first + half, answers);
    }
  }
}
