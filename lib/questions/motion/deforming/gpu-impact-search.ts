// A surface and steps of its vertices → the pairs of its features that a GPU cannot rule out, step after step, in one
// submit and one readback each.
//
// The front stays on the GPU from step to step: a run reads one buffer and writes another, and these swap once the
// whole next front is written. So a step whose buffers were too small is run again from the last whole front (G7). A
// stopped descent leaves what it did not reach in the next front: the step continues from there.

import type { MedianTree } from '#bvh';
import { type Gpu, type GpuChoice, openFaultScopes, openGpu, Readback, type ReadbackPart } from '#gpu';
import { IMPACT_COUNTS } from '#records';
import type { DeformingSurface } from './deforming-surface.ts';
import { BYTES, GpuImpactBuffers, type StreamSizes } from './gpu-impact-buffers.ts';
import { GpuImpactKernels } from './gpu-impact-kernels.ts';

/** By the names of IMPACT_COUNTS. */
type Counts = Readonly<Record<keyof typeof IMPACT_COUNTS, number>>;
const COUNT_NAMES = Object.keys(IMPACT_COUNTS) as (keyof Counts)[];

/** Initial capacity of the streams, and how many tests a descent may make. */
export interface SearchSizes extends StreamSizes {
  readonly mostTests: number;
}

export interface GpuStep {
  /** FEATURE_PAIR records. */
  readonly features: Uint32Array;
  readonly counts: Counts;
  /** Tests of pairs of nodes in all its runs; the runs: one if buffers sufficed and no descent stopped. */
  readonly nodePairs: number;
  readonly runs: number;
}

/** Few descents of a persistent front are this long; none delays the others by milliseconds. */
const MOST_TESTS = 4096;

export class GpuImpactSearch {
  readonly #gpu: Gpu;
  readonly #buffers: GpuImpactBuffers;
  readonly #mostTests: number;
  readonly #readback: Readback;
  /** Pairs of items and remaining pairs of features in the last run. */
  #items = 0;
  #left = 0;

  private constructor(gpu: Gpu, buffers: GpuImpactBuffers, mostTests: number) {
    this.#gpu = gpu;
    this.#buffers = buffers;
    this.#mostTests = mostTests;
    this.#readback = new Readback(gpu);
  }

  /**
   * @param sizes replace the defaults, which suit a surface that lies open.
   * @returns the surface on the GPU, without a tree; or why there is no GPU.
   * @throws DeviceError SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
   */
  static async open(
    surface: DeformingSurface,
    choice: GpuChoice = {},
    sizes: Partial<SearchSizes> = {},
  ): Promise<GpuImpactSearch | { readonly reason: string }> {
    const gpu = await openGpu(choice);
    if ('reason' in gpu) return gpu;
    try {
      const kernels = await GpuImpactKernels.make(gpu);
      const count = surface.itemCount + 1024;
      const { mostTests = MOST_TESTS, ...given } = sizes;
      const first = { front: 16 * count, items: 2 * count, features: count, ...given };
      return new GpuImpactSearch(gpu, new GpuImpactBuffers(gpu, kernels, surface, first), mostTests);
    } catch (error) {
      gpu.dispose();
      throw error;
    }
  }

  /** Pairs that the front holds. */
  get frontLength(): number {
    return this.#buffers.front;
  }

  /** Begins, or restarts, with a tree over the items. @throws DeviceError TOO_LARGE_FOR_DEVICE, DEVICE_LOST. */
  begin(tree: MedianTree): void {
    this.#gpu.checkAlive();
    this.#buffers.begin(tree);
  }

  /**
   * Must not be called again before it has answered.
   * @param start xyz of each vertex at t = 0. @param end at t = 1.
   * @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR (as rejections).
   */
  async find(start: Float64Array, end: Float64Array): Promise<GpuStep> {
    this.#gpu.checkAlive();
    const buffers = this.#buffers;
    buffers.putStep(start, end);
    let nodePairs = 0;
    for (let runs = 1; ; runs++) {
      const capacity = buffers.capacity;
      const [counted, first] = await this.#run(Math.min(Math.ceil(1.25 * this.#left) + 256, capacity.features));
      const counts = Object.fromEntries(COUNT_NAMES.map((name, word) => [name, counted[word]])) as Counts;
      // Each descent is made twice, to count and to write.
      nodePairs += counts.front + 2 * counts.tests;
      this.#items = counts.items;
      this.#left = counts.features;
      const isFrontWhole = counts.kept <= capacity.front;
      if (isFrontWhole) buffers.turn(counts.kept);
      const isHeld = isFrontWhole && counts.items <= capacity.items && counts.features <= capacity.features;
      if (!isHeld) buffers.grow({ front: counts.kept, items: counts.items, features: counts.features });
      else if (counts.stopped === 0)
        return { features: await this.#withRest(first, counts.features), counts, nodePairs, runs };
    }
  }

  dispose(): void {
    this.#buffers.destroy();
    this.#readback.destroy();
    this.#gpu.dispose();
  }

  /** One submit. @param guess how many pairs of features are read with the counts. */
  async #run(guess: number): Promise<readonly [counted: Uint32Array, features: Uint32Array]> {
    const bytes = await this.#submit((encoder) => {
      const pass = encoder.beginComputePass({ label: 'impacts' });
      this.#buffers.encode(pass, this.#mostTests, 2 * this.#items + 1024);
      pass.end();
      return [{ buffer: this.#buffers.counters, offset: 0, bytes: BYTES.counts }, this.#pairs(0, guess)];
    });
    return [new Uint32Array(bytes, 0, BYTES.counts / 4), new Uint32Array(bytes, BYTES.counts)];
  }

  /** `count` pairs of features: the first are at hand, the others are read in another submit. */
  async #withRest(first: Uint32Array, count: number): Promise<Uint32Array> {
    const words = (BYTES.features / 4) * count;
    if (words <= first.length) return first.subarray(0, words);
    const all = new Uint32Array(words);
    const known = first.byteLength / BYTES.features;
    const rest = await this.#submit(() => [this.#pairs(known, count)]);
    all.set(first);
    all.set(new Uint32Array(rest), first.length);
    return all;
  }

  #pairs(from: number, to: number): ReadbackPart {
    const { buffer } = this.#buffers.featurePairs;
    return { buffer, offset: BYTES.features * from, bytes: BYTES.features * (to - from) };
  }

  async #submit(encode: (encoder: GPUCommandEncoder) => ReadbackPart[]): Promise<ArrayBuffer> {
    this.#gpu.checkAlive();
    const scopes = openFaultScopes(this.#gpu);
    let reading: Promise<ArrayBuffer>;
    let fault: Promise<Error | null>;
    try {
      const { device } = this.#gpu;
      const encoder = device.createCommandEncoder({ label: 'impacts' });
      const copied = this.#readback.copy(encoder, encode(encoder));
      device.queue.submit([encoder.finish()]);
      reading = copied.read();
    } finally {
      const held = `a front of ${this.#buffers.front} pairs`;
      fault = scopes.close({ held, work: 'a step of impacts', next: 'use backend "cpu", or take a shorter step' });
    }
    // The refusal's error says more than the readback that fails because of it.
    reading.catch(() => {});
    const refused = await fault;
    if (refused !== null) throw refused;
    return reading;
  }
}
