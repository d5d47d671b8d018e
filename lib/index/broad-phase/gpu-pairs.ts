// Boxes → overlapping pairs, by a tree of Morton codes on the GPU: the kernels in order, with their bindings.
//
//   (tree)              ../bvh/gpu-lbvh.ts
//   count-overlaps      one thread per box    how many boxes at later places of the order it overlaps
//   (prefix sum)        their total is read, and memory for the pairs is allocated
//   scatter-overlaps    one thread per box    pairs i < j
//   (two radix sorts)   by j, then by i: ascending pairs
//
// On the GPU boxes are f32, and those that overlap still do (local-boxes.ts); the pairs that come back are compared as
// given, so that the set is exact.

import countOverlaps from '#wgsl/broad-phase/count-overlaps.kernel.wgsl';
import laterOverlaps from '#wgsl/broad-phase/later-overlaps.access.wgsl';
import scatterOverlaps from '#wgsl/broad-phase/scatter-overlaps.kernel.wgsl';
import boxWords from '#wgsl/bvh/box-words.wgsl';
import rangeBoxes from '#wgsl/bvh/range-boxes.access.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import { GpuLbvh, type LbvhBuffers } from '#bvh';
import { DeviceError } from '#core';
import {
  type BuffersOf,
  type Gpu,
  groupsOver,
  type Keep,
  KernelSet,
  openFaultScopes,
  PrefixSum,
  RadixSort,
  Readback,
  type StageKernel,
} from '#gpu';
import { type Boxes, overlap } from './boxes.ts';
import { localBoxes } from './local-boxes.ts';

const parts = [invocation, perItem, boxWords, rangeBoxes, laterOverlaps];
const tree = { lbvh: 'uniform', rangeBoxes: 'read', codeNodes: 'read' } as const;
export const COUNT = {
  label: 'count overlaps',
  parts: [...parts, countOverlaps],
  bindings: { ...tree, overlapStarts: 'write', counters: 'atomic' },
} as const satisfies StageKernel;
const SCATTER = {
  label: 'scatter overlaps',
  parts: [...parts, scatterOverlaps],
  bindings: { ...tree, order: 'read', overlapStarts: 'read', firstBodies: 'write', secondBodies: 'write' },
} as const satisfies StageKernel;

/** Words of the counters. pairs: modulo 2^32, as a prefix sum returns it; low, high: the same in 64 bits. */
export const COUNTERS = { boxes: 0, pairs: 1, low: 2, high: 3 } as const;

interface Kernels {
  readonly count: KernelSet<BuffersOf<typeof COUNT>>;
  readonly scatter: KernelSet<BuffersOf<typeof SCATTER>>;
}

export class GpuPairs {
  readonly #gpu: Gpu;
  readonly #sum: PrefixSum;
  readonly #sort: RadixSort;
  readonly #lbvh: GpuLbvh;
  readonly #kernels: Kernels;
  readonly #readback: Readback;
  readonly #workgroupSize: number;

  private constructor(
    gpu: Gpu,
    sum: PrefixSum,
    sort: RadixSort,
    lbvh: GpuLbvh,
    kernels: Kernels,
    workgroupSize: number,
  ) {
    this.#gpu = gpu;
    this.#sum = sum;
    this.#sort = sort;
    this.#lbvh = lbvh;
    this.#kernels = kernels;
    this.#readback = new Readback(gpu);
    this.#workgroupSize = workgroupSize;
  }

  /** @throws DeviceError SHADER_ERROR, DEVICE_LOST (as rejections). */
  static async make(gpu: Gpu, workgroupSize = 64): Promise<GpuPairs> {
    const sum = await PrefixSum.make(gpu);
    const sort = await RadixSort.make(gpu, sum);
    const [lbvh, count, scatter] = await Promise.all([
      GpuLbvh.make(gpu, sort, workgroupSize),
      KernelSet.make<BuffersOf<typeof COUNT>>(gpu, [COUNT], {
        ...{ workgroupSize, lowWord: COUNTERS.low, highWord: COUNTERS.high },
      }),
      KernelSet.make<BuffersOf<typeof SCATTER>>(gpu, [SCATTER], { workgroupSize }),
    ]);
    return new GpuPairs(gpu, sum, sort, lbvh, { count, scatter }, workgroupSize);
  }

  /**
   * i, j, i, j, … of all pairs i < j that overlap, ascending. The boxes must not change until then.
   * @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR (as rejections).
   */
  async pairs(boxes: Boxes): Promise<Uint32Array> {
    if (boxes.count < 2) return new Uint32Array(0);
    const things: { destroy(): void }[] = [];
    try {
      return await this.#found(boxes, (thing) => {
        things.push(thing);
        return thing;
      });
    } finally {
      for (const thing of things) thing.destroy();
    }
  }

  dispose(): void {
    this.#readback.destroy();
    this.#gpu.dispose();
  }

  async #found(boxes: Boxes, keep: Keep): Promise<Uint32Array> {
    const { count } = boxes;
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const { queue } = this.#gpu.device;
    const counterWords = Object.keys(COUNTERS).length;
    const { bytes, made: tree } = await this.#submit(`${count} boxes`, () => {
      const words = new Uint32Array(localBoxes(boxes).buffer);
      const given = keep(this.#gpu.buffer('broad phase: boxes', words.byteLength, STORAGE | COPY_DST));
      queue.writeBuffer(given, 0, words);
      const lbvh = keep(this.#lbvh.prepare('broad phase', given, count));
      const overlapStarts = keep(this.#gpu.buffer('broad phase: overlap starts', 4 * count, STORAGE));
      const counters = keep(this.#gpu.buffer('broad phase: counters', 4 * counterWords, STORAGE | COPY_DST | COPY_SRC));
      queue.writeBuffer(counters, 4 * COUNTERS.boxes, Uint32Array.of(count));
      const made = { ...lbvh.buffers, overlapStarts };
      const run = this.#kernels.count.bind('broad phase', { ...made, counters });
      const [countWord, totalWord] = [COUNTERS.boxes, COUNTERS.pairs];
      const sum = { counters, countWord, totalWord, values: overlapStarts, capacity: count };
      const starts = keep(this.#sum.prepare('broad phase: overlap starts', sum));
      return {
        made,
        read: [{ buffer: counters, words: counterWords }],
        encode: (pass) => {
          lbvh.encode(pass);
          run(pass, COUNT.label, groupsOver(count, this.#workgroupSize));
          starts.encode(pass, count);
        },
      };
    });
    const counted = new Uint32Array(bytes);
    if (counted[COUNTERS.high] > 0)
      throw new DeviceError(
        'TOO_LARGE_FOR_DEVICE',
        `Of ${count} boxes ${2 ** 32 * counted[COUNTERS.high] + counted[COUNTERS.low]} pairs overlap, backend webgpu holds fewer than ${2 ** 32}; split the boxes into groups.`,
      );
    const total = counted[COUNTERS.pairs];
    return total === 0 ? new Uint32Array(0) : this.#write(boxes, tree, total, keep);
  }

  /** @param total pairs, at least 1. */
  async #write(
    boxes: Boxes,
    tree: LbvhBuffers & { readonly overlapStarts: GPUBuffer },
    total: number,
    keep: Keep,
  ): Promise<Uint32Array> {
    const { STORAGE, COPY_SRC } = GPUBufferUsage;
    const { bytes } = await this.#submit(`${total} pairs of boxes`, () => {
      const firstBodies = keep(this.#gpu.buffer('broad phase: first bodies', 4 * total, STORAGE | COPY_SRC));
      const secondBodies = keep(this.#gpu.buffer('broad phase: second bodies', 4 * total, STORAGE | COPY_SRC));
      const bits = 32 - Math.clz32(boxes.count - 1);
      const bySecond = { keys: secondBodies, payloads: firstBodies, count: total, bits };
      const byFirst = { keys: firstBodies, payloads: secondBodies, count: total, bits };
      const sorts = [bySecond, byFirst].map((task) => keep(this.#sort.prepare('broad phase: pairs', task)));
      const run = this.#kernels.scatter.bind('broad phase', { ...tree, firstBodies, secondBodies });
      return {
        made: null,
        read: [firstBodies, secondBodies].map((buffer) => ({ buffer, words: total })),
        encode: (pass) => {
          run(pass, SCATTER.label, groupsOver(boxes.count, this.#workgroupSize));
          for (const sort of sorts) sort.encode(pass);
        },
      };
    });
    return overlapping(boxes, new Uint32Array(bytes, 0, total), new Uint32Array(bytes, 4 * total, total));
  }

  /** One submit and one readback. @param held what an error message names. */
  async #submit<T>(held: string, prepare: () => Work<T>): Promise<{ readonly bytes: ArrayBuffer; readonly made: T }> {
    this.#gpu.checkAlive();
    const scopes = openFaultScopes(this.#gpu);
    let reading: Promise<ArrayBuffer>;
    let work: Work<T>;
    let fault: Promise<DeviceError | null>;
    try {
      work = prepare();
      const encoder = this.#gpu.device.createCommandEncoder({ label: 'broad phase' });
      const pass = encoder.beginComputePass();
      work.encode(pass);
      pass.end();
      const parts = work.read.map(({ buffer, words }) => ({ buffer, offset: 0, bytes: 4 * words }));
      const copied = this.#readback.copy(encoder, parts);
      this.#gpu.device.queue.submit([encoder.finish()]);
      reading = copied.read();
    } finally {
      fault = scopes.close({ held, work: 'a broad phase', next: 'use backend "cpu", or split the boxes into groups' });
    }
    // The fault says more than the readback that fails because of it.
    reading.catch(() => {});
    const refused = await fault;
    if (refused !== null) throw refused;
    return { bytes: await reading, made: work.made };
  }
}

/** One submit: its passes, the buffers whose first words come back, and the data that later submits need. */
interface Work<T> {
  readonly made: T;
  readonly read: readonly { readonly buffer: GPUBuffer; readonly words: number }[];
  readonly encode: (pass: GPUComputePassEncoder) => void;
}

/** The pairs whose boxes, as given, overlap. */
function overlapping(boxes: Boxes, first: Uint32Array, second: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(2 * first.length);
  let end = 0;
  for (let n = 0; n < first.length; n++) {
    if (!overlap(boxes, first[n], second[n])) continue;
    pairs[end++] = first[n];
    pairs[end++] = second[n];
  }
  return pairs.slice(0, end);
}
