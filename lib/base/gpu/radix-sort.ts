// Keys and their payloads, in buffers → the same in ascending order of the keys, stable.
//
// By digits of DIGIT_BITS bits, the lowest first; each pass keeps the order of the previous ones. Source: N. Satish, M.
// Harris, M. Garland, "Designing efficient sorting algorithms for manycore GPUs", IPDPS 2009.
//
//   count-digits   one thread KEYS_PER_THREAD keys   counts, digit by digit, in each the blocks in order
//   (prefix sum)                                     where a block's keys of a digit go
//   scatter-keys   one thread KEYS_PER_THREAD keys   a key's rank among its block's of the digit, and the key there
//
// No workgroup waits for another. The number of passes is even, so that the result lies where the keys were.

import invocation from '#wgsl/common/invocation.wgsl';
import countDigits from '#wgsl/gpu/count-digits.kernel.wgsl';
import digits from '#wgsl/gpu/digits.wgsl';
import scatterKeys from '#wgsl/gpu/scatter-keys.kernel.wgsl';
import { DIGIT_BITS, DIGITS, KEYS_PER_THREAD, recordWords, SORT_PASS, wordsOf } from '#records';
import { groupsOver } from './dispatch.ts';
import type { Gpu } from './gpu.ts';
import { type BuffersOf, KernelSet, type StageKernel } from './kernel-set.ts';
import { owned } from './owned.ts';
import type { PrefixSum } from './prefix-sum.ts';

const parts = [invocation, digits];
/** In the order of their dispatches; the prefix sum comes between them. */
const KERNELS = [
  {
    label: 'count digits',
    parts: [...parts, countDigits],
    bindings: { sort: 'uniform', keys: 'read', digitStarts: 'write' },
  },
  {
    label: 'scatter keys',
    parts: [...parts, scatterKeys],
    bindings: {
      sort: 'uniform',
      keys: 'read',
      payloads: 'read',
      digitStarts: 'read',
      sortedKeys: 'write',
      sortedPayloads: 'write',
    },
  },
] as const satisfies readonly StageKernel[];
type SortBuffer = BuffersOf<(typeof KERNELS)[number]>;

/** Words of the counters of a sort's prefix sums. */
const COUNTERS = { digits: 0, total: 1 } as const;

interface SortTask {
  /** u32 each; replaced by the sorted ones. */
  readonly keys: GPUBuffer;
  readonly payloads: GPUBuffer;
  /** The number of keys, at most as many as the buffers hold. */
  readonly count: number;
  /** Bits of a key that may be set, from the lowest; the others are 0. Default 32. */
  readonly bits?: number;
}

export class RadixSort {
  readonly #gpu: Gpu;
  readonly #sum: PrefixSum;
  readonly #kernels: KernelSet<SortBuffer>;
  readonly #keysPerGroup: number;

  private constructor(gpu: Gpu, sum: PrefixSum, kernels: KernelSet<SortBuffer>, workgroupSize: number) {
    this.#gpu = gpu;
    this.#sum = sum;
    this.#kernels = kernels;
    this.#keysPerGroup = workgroupSize * KEYS_PER_THREAD;
  }

  /** @param workgroupSize at least DIGITS. @throws DeviceError SHADER_ERROR (as a rejection). */
  static async make(gpu: Gpu, sum: PrefixSum, workgroupSize = 256): Promise<RadixSort> {
    return new RadixSort(gpu, sum, await KernelSet.make<SortBuffer>(gpu, KERNELS, { workgroupSize }), workgroupSize);
  }

  /**
   * Makes what one sort needs, including two buffers as large as the keys. Valid as long as the task's buffers are.
   * @throws DeviceError TOO_LARGE_FOR_DEVICE, DEVICE_LOST.
   */
  prepare(
    label: string,
    { keys, payloads, count, bits = 32 }: SortTask,
  ): { encode(pass: GPUComputePassEncoder): void; destroy(): void } {
    const { device } = this.#gpu;
    const { STORAGE, COPY_DST, UNIFORM } = GPUBufferUsage;
    const blocks = Math.ceil(count / this.#keysPerGroup);
    const counted = DIGITS * blocks;
    return owned((keep) => {
      const buffer = (name: string, words: number, usage: GPUBufferUsageFlags): GPUBuffer =>
        keep(this.#gpu.buffer(`${label}: ${name}`, 4 * words, usage));
      const digitStarts = buffer('digit starts', counted, STORAGE);
      const counters = buffer('counters', Object.keys(COUNTERS).length, STORAGE | COPY_DST);
      device.queue.writeBuffer(counters, 4 * COUNTERS.digits, Uint32Array.of(counted));
      const there = { keys, payloads };
      const back = { keys: buffer('keys', count, STORAGE), payloads: buffer('payloads', count, STORAGE) };
      const sum = keep(
        this.#sum.prepare(`${label}: digit starts`, {
          counters,
          countWord: COUNTERS.digits,
          totalWord: COUNTERS.total,
          values: digitStarts,
          capacity: counted,
        }),
      );
      const passes = Array.from({ length: 2 * Math.ceil(bits / DIGIT_BITS / 2) }, (_, k) => {
        const sort = buffer(`pass ${k}`, wordsOf(SORT_PASS), UNIFORM | COPY_DST);
        const words = recordWords(SORT_PASS, { count, blocks, shift: DIGIT_BITS * k });
        device.queue.writeBuffer(sort, 0, Uint32Array.from(words));
        const [from, to] = k % 2 === 0 ? [there, back] : [back, there];
        const sorted = { sortedKeys: to.keys, sortedPayloads: to.payloads };
        return this.#kernels.bind(`${label}: pass ${k}`, { sort, digitStarts, ...from, ...sorted });
      });
      return {
        encode: (pass: GPUComputePassEncoder) => {
          for (const run of passes) {
            run(pass, 'count digits', groupsOver(count, this.#keysPerGroup));
            sum.encode(pass, counted);
            run(pass, 'scatter keys', groupsOver(count, this.#keysPerGroup));
          }
        },
      };
    });
  }
}
