// A surface → the buffers of its steps on the GPU: constant data, the front in two buffers that swap, and streams of
// pairs that grow.

import type { MedianTree } from '#bvh';
import { type Gpu, GrowingBuffer } from '#gpu';
import {
  DOP_AXES,
  FEATURE_PAIR,
  IMPACT_COUNTS,
  IMPACT_STEP,
  ITEM_PAIR,
  MOVING_POINT,
  recordWords,
  SELF_PAIR,
  wordsOf,
} from '#records';
import type { DeformingSurface } from './deforming-surface.ts';
import type { GpuImpactKernels } from './gpu-impact-kernels.ts';
import { firstFront, leafItems, levelsOver, topologyWords, writeStep } from './gpu-step-words.ts';

/** Pairs of the next front, of items, and of remaining features. */
export interface StreamSizes {
  readonly front: number;
  readonly items: number;
  readonly features: number;
}

/** Bytes of a record, and of all counts. */
export const BYTES = {
  front: 4 * wordsOf(SELF_PAIR),
  items: 4 * wordsOf(ITEM_PAIR),
  features: 4 * wordsOf(FEATURE_PAIR),
  counts: 4 * wordsOf(IMPACT_COUNTS),
} as const;
/** The most pairs a descent leaves beyond one per test: those waiting (MOST_DESCENDED), and its own. */
const MOST_BESIDES = 64;

export class GpuImpactBuffers {
  /** Pairs of the front. */
  front = 0;
  readonly counters: GPUBuffer;
  readonly featurePairs: GrowingBuffer;
  readonly #gpu: Gpu;
  readonly #kernels: GpuImpactKernels;
  readonly #levels: number;
  readonly #faceCount: number;
  readonly #offsets: ReturnType<typeof topologyWords>['offsets'];
  readonly #fixed: Readonly<Record<'impactStep' | 'topology' | 'movingPoints' | 'dops', GPUBuffer>>;
  readonly #streams: Readonly<Record<'keptStarts' | 'toldStarts' | 'itemPairs' | 'featureStarts', GrowingBuffer>>;
  /** The first holds the front, the second receives the next. */
  #fronts: [GrowingBuffer, GrowingBuffer];
  /** Prepared for the fronts as they are, and for the fronts swapped. */
  #prepared: [Prepared | null, Prepared | null] = [null, null];
  readonly #points: Int32Array;

  /** @param first initial capacity of the streams. @throws DeviceError TOO_LARGE_FOR_DEVICE, DEVICE_LOST. */
  constructor(gpu: Gpu, kernels: GpuImpactKernels, surface: DeformingSurface, first: StreamSizes) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#levels = levelsOver(surface.itemCount);
    this.#faceCount = surface.faceCount;
    const { words, offsets } = topologyWords(surface, new Uint32Array(2 ** this.#levels));
    this.#offsets = offsets;
    this.#points = new Int32Array(wordsOf(MOVING_POINT) * surface.vertexCount);
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const fixed = (name: string, bytes: number, usage: number) => gpu.buffer(`impacts: ${name}`, bytes, usage);
    this.#fixed = {
      impactStep: fixed('step', 4 * wordsOf(IMPACT_STEP), UNIFORM | COPY_DST),
      topology: fixed('topology', words.byteLength, STORAGE | COPY_DST),
      movingPoints: fixed('moving points', this.#points.byteLength, STORAGE | COPY_DST),
      dops: fixed('k-DOPs', 16 * DOP_AXES * (2 ** (this.#levels + 1) - 1), STORAGE),
    };
    this.counters = fixed('counters', BYTES.counts, STORAGE | COPY_DST | COPY_SRC);
    gpu.device.queue.writeBuffer(this.#fixed.topology, 0, words);
    const growing = (name: string, bytes: number, usage: number = STORAGE) =>
      new GrowingBuffer(gpu, `impacts: ${name}`, bytes, usage);
    const frontOf = (name: string) => growing(name, BYTES.front * first.front, STORAGE | COPY_DST);
    this.#fronts = [frontOf('front'), frontOf('other front')];
    this.#streams = {
      keptStarts: growing('starts of the next front', 4),
      toldStarts: growing('starts of pairs of items', 4),
      itemPairs: growing('pairs of items', BYTES.items * first.items),
      featureStarts: growing('starts of pairs of features', 4 * first.items),
    };
    this.featurePairs = growing('pairs of features', BYTES.features * first.features, STORAGE | COPY_SRC);
  }

  /** Sets the initial front of a tree over the items. @throws as the constructor. */
  begin(tree: MedianTree): void {
    const { queue } = this.#gpu.device;
    const items = leafItems(tree);
    const pairs = firstFront(items);
    this.#reserve(this.#fronts[0], pairs.byteLength);
    queue.writeBuffer(this.#fixed.topology, 4 * this.#offsets.itemsAt, items);
    queue.writeBuffer(this.#fronts[0].buffer, 0, pairs);
    this.front = pairs.byteLength / BYTES.front;
  }

  /** @param start xyz of each vertex at t = 0. @param end at t = 1. */
  putStep(start: Float64Array, end: Float64Array): void {
    writeStep(start, end, this.#points);
    this.#gpu.device.queue.writeBuffer(this.#fixed.movingPoints, 0, this.#points);
  }

  /** How much the next run may write. */
  get capacity(): StreamSizes {
    const { itemPairs, featureStarts } = this.#streams;
    return {
      front: Math.floor(this.#fronts[1].bytes / BYTES.front),
      items: Math.floor(Math.min(itemPairs.bytes / BYTES.items, featureStarts.bytes / 4)),
      features: Math.floor(this.featurePairs.bytes / BYTES.features),
    };
  }

  /**
   * Grows buffers that are too small. Their contents are lost, but the front stays.
   * @throws DeviceError TOO_LARGE_FOR_DEVICE, DEVICE_LOST.
   */
  grow({ front, items, features }: StreamSizes): void {
    this.#reserve(this.#fronts[1], BYTES.front * front);
    this.#reserve(this.#streams.itemPairs, BYTES.items * items);
    this.#reserve(this.#streams.featureStarts, 4 * items);
    this.#reserve(this.featurePairs, BYTES.features * features);
  }

  /** Swaps in the front just written. @param front number of its pairs. */
  turn(front: number): void {
    this.#fronts.reverse();
    this.#prepared.reverse();
    this.front = front;
  }

  /** Encodes a run. @param mostTests limit per descent. @param items limit on pairs of items. */
  encode(pass: GPUComputePassEncoder, mostTests: number, items: number): void {
    const { keptStarts, toldStarts, itemPairs, featureStarts } = this.#streams;
    this.#reserve(keptStarts, 4 * this.front);
    this.#reserve(toldStarts, 4 * this.front);
    this.#putCounts(mostTests);
    this.#prepared[0] ??= this.#kernels.prepare(
      {
        ...this.#fixed,
        counters: this.counters,
        selfFront: this.#fronts[0].buffer,
        nextSelfFront: this.#fronts[1].buffer,
        keptStarts: keptStarts.buffer,
        toldStarts: toldStarts.buffer,
        itemPairs: itemPairs.buffer,
        featureStarts: featureStarts.buffer,
        featurePairs: this.featurePairs.buffer,
      },
      { levels: this.#levels, front: Math.floor(keptStarts.bytes / 4), items: this.capacity.items },
    );
    this.#prepared[0].encode(pass, { front: this.front, items });
  }

  destroy(): void {
    const streams = [...Object.values(this.#streams), ...this.#fronts, this.featurePairs];
    for (const thing of [...Object.values(this.#fixed), this.counters, ...streams]) thing.destroy();
    this.#forget();
  }

  #putCounts(mostTests: number): void {
    const { queue } = this.#gpu.device;
    const { front, items, features } = this.capacity;
    // The pairs left by all descents add up to less than 2^32.
    const most = Math.min(mostTests, Math.floor((2 ** 32 - 1) / Math.max(1, this.front)) - MOST_BESIDES);
    const step = recordWords(IMPACT_STEP, {
      ...{ levels: this.#levels, faceCount: this.#faceCount, ...this.#offsets },
      ...{ frontCount: this.front, frontCapacity: front, itemCapacity: items, featureCapacity: features },
      mostTests: most,
    });
    queue.writeBuffer(this.#fixed.impactStep, 0, Uint32Array.from(step));
    const none = { kept: 0, items: 0, features: 0, stopped: 0, tests: 0, brought: 0, met: 0 };
    queue.writeBuffer(this.counters, 0, Uint32Array.from(recordWords(IMPACT_COUNTS, { front: this.front, ...none })));
  }

  #reserve(buffer: GrowingBuffer, bytes: number): void {
    if (buffer.reserve(bytes)) this.#forget();
  }

  #forget(): void {
    for (const prepared of this.#prepared) prepared?.destroy();
    this.#prepared = [null, null];
  }
}

type Prepared = ReturnType<GpuImpactKernels['prepare']>;
