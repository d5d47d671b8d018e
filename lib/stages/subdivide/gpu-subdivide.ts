// Pairs and bitmaps of faces on the GPU → the leaves of the adaptive face subdivision, each with the faces near its
// face: the kernels in order, with their buffers.
//
//   count-active     one thread per word of the bitmaps   which faces are active
//   (prefix sum)
//   count-near       one thread per pair                  how many near faces each has
//   (prefix sum)
//   scatter-near     one thread per pair
//   scatter-active   one thread per word                  a row for each active face; how many branches, which are
//                                                         pieces of at most BRANCH_LEAVES leaves, and tests it has
//   (prefix sum of both)
//   test-branches    one thread per branch and            which leaves a near face may reach
//                    NEAR_OF_TEST near faces
//   ask-branches     one thread per branch                of pieces that none does, which lie inside, by rays
//   (prefix sum)
//   place-leaves     one thread per leaf                  its row, in order of pose, body, face and path; how many of
//                                                         its pose
//
// The kernels are the same at any h and for all bodies: a large face has many branches and many tests, each with a
// thread of its own, and no part of a piece is tested that no face reaches.

import { type Gpu, groupsFor, groupsOver, KernelSet, type PrefixSum } from '#gpu';
import { NEAR_OF_TEST, recordWords, SUBDIVISION, wordsOf } from '#records';
import { SUBDIVIDE_KERNELS, type SubdivideBuffer as KernelBuffer } from './gpu-kernels.ts';

/** nearStarts, nearFill and branchStarts, and poseCounts' numbers of leaves, must be 0 before each encoding. */
export type SubdivideBuffer = Exclude<KernelBuffer, 'subdivision'>;

/** Words of `counters`, which has at least COUNTER_WORDS words and is also bound as a uniform. */
interface SubdivideCounters {
  /** The number of pairs. */
  readonly pairs: number;
  /** The number of words in the bitmaps of all poses, set by the caller. */
  readonly bitmapWords: number;
  /**
   * Receive the numbers of active faces, of the faces near them, of branches and, in the next word, their tests, of
   * leaves.
   */
  readonly active: number;
  readonly near: number;
  readonly branches: number;
  readonly tests: number;
  readonly leaves: number;
}

/** The number of items that each of these buffers holds. */
interface SubdivideCapacity {
  /** activeStarts, activeFaces. */
  readonly bitmapWords: number;
  /** rows, activeRows, branches, branchFirst (of two words), branchStarts, nearStarts, nearFill. */
  readonly rows: number;
  readonly near: number;
}

/** Typical numbers of pairs, of rows and of near faces (groupsFor). */
type SubdivideExpected = Readonly<Record<'pairs' | 'rows' | 'near', number>>;

interface PreparedSubdivision {
  /** Words of `counters` with the capacity that was needed. If one exceeds the capacity, the leaves are void. */
  readonly totals: { readonly rows: readonly number[]; readonly near: readonly number[] };
  /** @param bitmapWords words of the bitmaps of all poses. */
  encode(pass: GPUComputePassEncoder, bitmapWords: number, expected: SubdivideExpected): void;
  destroy(): void;
}

export class SubdivideStage {
  readonly #gpu: Gpu;
  readonly #sum: PrefixSum;
  readonly #kernels: KernelSet<KernelBuffer>;
  readonly #counters: SubdivideCounters;
  readonly #workgroupSize: number;

  private constructor(
    gpu: Gpu,
    sum: PrefixSum,
    kernels: KernelSet<KernelBuffer>,
    counters: SubdivideCounters,
    workgroupSize: number,
  ) {
    this.#gpu = gpu;
    this.#sum = sum;
    this.#kernels = kernels;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(
    gpu: Gpu,
    sum: PrefixSum,
    counters: SubdivideCounters,
    workgroupSize = 64,
  ): Promise<SubdivideStage> {
    const kernels = await KernelSet.make<KernelBuffer>(gpu, SUBDIVIDE_KERNELS, { workgroupSize });
    return new SubdivideStage(gpu, sum, kernels, counters, workgroupSize);
  }

  /** Makes everything that encodings need; valid as long as its buffers are. */
  prepare(
    label: string,
    buffers: Readonly<Record<SubdivideBuffer, GPUBuffer>>,
    capacity: SubdivideCapacity,
  ): PreparedSubdivision {
    const { bitmapWords: words, active, near, branches, leaves } = this.#counters;
    const subdivision = this.#uniform(label, capacity);
    const run = this.#kernels.bind(label, { ...buffers, subdivision });
    const sumOf = (values: GPUBuffer, countWord: number, totalWord: number, room: number, sums = 1) => {
      const task = { counters: buffers.counters, countWord, totalWord, values, capacity: room, sums };
      return this.#sum.prepare(`${label}: ${values.label}`, task);
    };
    const sums = {
      active: sumOf(buffers.activeStarts, words, active, capacity.bitmapWords),
      near: sumOf(buffers.nearStarts, active, near, capacity.rows),
      branches: sumOf(buffers.branchFirst, active, branches, capacity.rows, 2),
      leaves: sumOf(buffers.branchStarts, branches, leaves, capacity.rows),
    };
    return {
      totals: { rows: [active, branches, leaves], near: [near] },
      encode: (pass, bitmapWords, expected) => {
        const overWords = groupsOver(bitmapWords, this.#workgroupSize);
        const pairs = groupsFor(expected.pairs, this.#workgroupSize);
        const rows = groupsFor(expected.rows, this.#workgroupSize);
        run(pass, 'count active', overWords);
        sums.active.encode(pass, bitmapWords);
        run(pass, 'count near', pairs);
        sums.near.encode(pass, expected.rows);
        run(pass, 'scatter near', pairs);
        run(pass, 'scatter active', overWords);
        sums.branches.encode(pass, expected.rows);
        // A branch has a test more for each NEAR_OF_TEST of its face's near faces.
        run(pass, 'test branches', groupsFor(expected.rows + expected.near / NEAR_OF_TEST, this.#workgroupSize));
        run(pass, 'ask branches', rows);
        sums.leaves.encode(pass, expected.rows);
        run(pass, 'place leaves', rows);
      },
      destroy: () => {
        for (const owned of [subdivision, ...Object.values(sums)]) owned.destroy();
      },
    };
  }

  #uniform(label: string, capacity: SubdivideCapacity): GPUBuffer {
    const { UNIFORM, COPY_DST } = GPUBufferUsage;
    const uniform = this.#gpu.buffer(`${label}: subdivision`, 4 * wordsOf(SUBDIVISION), UNIFORM | COPY_DST);
    const { pairs, active, branches, tests, leaves, near } = this.#counters;
    const room = { rowCapacity: capacity.rows, nearCapacity: capacity.near };
    const words = recordWords(SUBDIVISION, { pairs, faces: active, branches, tests, leaves, near, ...room });
    this.#gpu.device.queue.writeBuffer(uniform, 0, Uint32Array.from(words));
    return uniform;
  }
}
