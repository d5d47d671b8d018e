// Pairs and bitmaps of faces on the GPU → the leaves of the adaptive face subdivision, each with the faces near it: the
// kernels in order, with their buffers.
//
//   count-active     one thread per word of the bitmaps   which faces are active
//   (prefix sum)
//   count-near       one thread per pair                  how many near faces each has
//   (prefix sum)
//   scatter-near     one thread per pair
//   scatter-active   one thread per word                  rows of level 0
// and level by level
//   test-near        one thread per near face             which may come within δ'
//   (prefix sum)
//   ask-rows         one thread per row                   if none is kept, rays decide the side
//   place-rows       one thread per row                   dropped, finished or split
//   (two prefix sums)
//   scatter-rows     one thread per row                   rows of the next level
//   split-near       one thread per near face             their near faces
// and at the end
//   finish-near      one thread per near face
//
// A leaf is carried over to the next level, so that all rows stay in one list and in order.

import { type Gpu, groupsFor, groupsOver, KernelSet, type PrefixSum } from '#gpu';
import { FIRST_LEVEL_COUNTER, LEVEL_TOTALS, recordWords, SUBDIVISION_LEVEL, wordOffsets, wordsOf } from '#records';
import {
  ACTIVE_KERNELS,
  type ActiveBinding,
  FINISH_KERNELS,
  type FinishBinding,
  LEVEL_KERNELS,
  type LevelBinding,
} from './gpu-kernels.ts';

/** Bindings that change from level to level. */
type OfLevel = 'level' | 'rows' | 'nextRows' | 'entries' | 'nextEntries';
/** nearStarts and nearFill must be 0 before each encoding. */
export type SubdivideBuffer =
  | Exclude<ActiveBinding | LevelBinding | FinishBinding, OfLevel>
  | 'rowsA'
  | 'rowsB'
  | 'entriesA'
  | 'entriesB';

/** Words of `counters`, which has at least COUNTER_WORDS words and is also bound as a uniform. */
interface SubdivideCounters {
  /** The number of pairs. */
  readonly pairs: number;
  /** The number of words in the bitmaps of all poses, set by the caller. */
  readonly bitmapWords: number;
  /** Receives the number of leaves. */
  readonly leaves: number;
}

/** The number of items that each of these buffers holds. */
interface SubdivideCapacity {
  /** activeStarts, activeFaces. */
  readonly bitmapWords: number;
  /** rowsA, rowsB, rowStarts, nearStarts, nearFill. */
  readonly rows: number;
  /** entriesA, entriesB, keepStarts, near. */
  readonly near: number;
}

/** Typical numbers of pairs, and of rows and near faces of a level (groupsFor). */
type SubdivideExpected = Readonly<Record<'pairs' | 'rows' | 'near', number>>;

interface PreparedSubdivision {
  /**
   * Words of `counters` with lower bounds of the capacity that was needed. If one exceeds the capacity, the leaves are
   * void, and later levels may need more than is stated.
   */
  readonly totals: { readonly rows: readonly number[]; readonly near: readonly number[] };
  /** @param bitmapWords words of the bitmaps of all poses. Leaves are written to rowsA, their near faces to `near`. */
  encode(pass: GPUComputePassEncoder, bitmapWords: number, expected: SubdivideExpected): void;
  destroy(): void;
}

/** Totals of a level: words of `counters`. */
const TOTAL_AT = wordOffsets(LEVEL_TOTALS);
const totalsWord = (level: number) => FIRST_LEVEL_COUNTER + wordsOf(LEVEL_TOTALS) * level;
const rowsWord = (level: number) => totalsWord(level) + TOTAL_AT.rows;
const nearWord = (level: number) => totalsWord(level) + TOTAL_AT.near;
const keptWord = (level: number) => totalsWord(level) + TOTAL_AT.kept;

/** What a preparation's parts have in common. keep: returns its argument, which destroy will destroy. */
interface Preparation {
  readonly label: string;
  readonly capacity: SubdivideCapacity;
  readonly totals: PreparedSubdivision['totals'];
  readonly counters: GPUBuffer;
  readonly keep: <T extends { destroy(): void }>(thing: T) => T;
}

interface Kernels {
  readonly active: KernelSet<ActiveBinding>;
  readonly level: KernelSet<LevelBinding>;
  readonly finish: KernelSet<FinishBinding>;
}

export class SubdivideStage {
  readonly #gpu: Gpu;
  readonly #sum: PrefixSum;
  readonly #kernels: Kernels;
  readonly #counters: SubdivideCounters;
  readonly #workgroupSize: number;

  private constructor(gpu: Gpu, sum: PrefixSum, kernels: Kernels, counters: SubdivideCounters, workgroupSize: number) {
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
    const constants = { workgroupSize };
    const [active, level, finish] = await Promise.all([
      KernelSet.make<ActiveBinding>(gpu, ACTIVE_KERNELS, constants),
      KernelSet.make<LevelBinding>(gpu, LEVEL_KERNELS, constants),
      KernelSet.make<FinishBinding>(gpu, FINISH_KERNELS, constants),
    ]);
    return new SubdivideStage(gpu, sum, { active, level, finish }, counters, workgroupSize);
  }

  /**
   * Makes everything that encodings need; valid as long as its buffers are.
   * @param deepest the most splits from a face to a leaf, at most MOST_DEPTH of lib/geometry/divisions.
   */
  prepare(
    label: string,
    buffers: Readonly<Record<SubdivideBuffer, GPUBuffer>>,
    capacity: SubdivideCapacity,
    deepest: number,
  ): PreparedSubdivision {
    const last = deepest + 1;
    const totals = {
      rows: Array.from({ length: last + 1 }, (_, k) => (k === last ? this.#counters.leaves : rowsWord(k))),
      near: Array.from({ length: last + 1 }, (_, k) => nearWord(k)),
    };
    const owned: { destroy(): void }[] = [];
    const preparation: Preparation = {
      label,
      capacity,
      totals,
      counters: buffers.counters,
      keep: (thing) => {
        owned.push(thing);
        return thing;
      },
    };
    // The last level's rows are in A.
    const bound = totals.rows.map((_, k) => {
      const isA = (last - k) % 2 === 0;
      return {
        ...buffers,
        rows: isA ? buffers.rowsA : buffers.rowsB,
        nextRows: isA ? buffers.rowsB : buffers.rowsA,
        entries: isA ? buffers.entriesA : buffers.entriesB,
        nextEntries: isA ? buffers.entriesB : buffers.entriesA,
        level: preparation.keep(this.#levelUniform(preparation, k)),
      };
    });
    const encodeActive = this.#active(preparation, bound[0]);
    const encodeLevels = bound.slice(0, last).map((at, k) => this.#level(preparation, at, k));
    const finish = this.#kernels.finish.bind(label, bound[last]);
    return {
      totals,
      encode: (pass, bitmapWords, expected) => {
        encodeActive(pass, bitmapWords, expected);
        for (const encode of encodeLevels) encode(pass, expected);
        finish(pass, 'finish near', groupsFor(expected.near, this.#workgroupSize));
      },
      destroy: () => {
        for (const thing of owned) thing.destroy();
      },
    };
  }

  #active(preparation: Preparation, buffers: Readonly<Record<ActiveBinding, GPUBuffer>>) {
    const { totals, capacity } = preparation;
    const run = this.#kernels.active.bind(preparation.label, buffers);
    const rowSum = this.#sumOf(
      preparation,
      buffers.activeStarts,
      this.#counters.bitmapWords,
      totals.rows[0],
      capacity.bitmapWords,
    );
    const nearSum = this.#sumOf(preparation, buffers.nearStarts, totals.rows[0], totals.near[0], capacity.rows);
    return (pass: GPUComputePassEncoder, bitmapWords: number, expected: SubdivideExpected) => {
      const pairs = groupsFor(expected.pairs, this.#workgroupSize);
      const words = groupsOver(bitmapWords, this.#workgroupSize);
      run(pass, 'count active', words);
      rowSum.encode(pass, bitmapWords);
      run(pass, 'count near', pairs);
      nearSum.encode(pass, expected.rows);
      run(pass, 'scatter near', pairs);
      run(pass, 'scatter active', words);
    };
  }

  #level(preparation: Preparation, buffers: Readonly<Record<LevelBinding, GPUBuffer>>, k: number) {
    const { totals, capacity } = preparation;
    const run = this.#kernels.level.bind(`${preparation.label}: level ${k}`, buffers);
    const keptSum = this.#sumOf(preparation, buffers.keepStarts, totals.near[k], keptWord(k), capacity.near);
    const rowSum = this.#sumOf(preparation, buffers.rowStarts, totals.rows[k], totals.rows[k + 1], capacity.rows);
    const nearSum = this.#sumOf(preparation, buffers.nearStarts, totals.rows[k], totals.near[k + 1], capacity.rows);
    return (pass: GPUComputePassEncoder, expected: SubdivideExpected) => {
      const rows = groupsFor(expected.rows, this.#workgroupSize);
      const near = groupsFor(expected.near, this.#workgroupSize);
      run(pass, 'test near', near);
      keptSum.encode(pass, expected.near);
      run(pass, 'ask rows', rows);
      run(pass, 'place rows', rows);
      rowSum.encode(pass, expected.rows);
      nearSum.encode(pass, expected.rows);
      run(pass, 'scatter rows', rows);
      run(pass, 'split near', near);
    };
  }

  #sumOf(
    { label, counters, keep }: Preparation,
    values: GPUBuffer,
    countWord: number,
    totalWord: number,
    capacity: number,
  ) {
    return keep(this.#sum.prepare(`${label}: ${values.label}`, { counters, countWord, totalWord, values, capacity }));
  }

  #levelUniform({ label, totals, capacity }: Preparation, number: number): GPUBuffer {
    const { UNIFORM, COPY_DST } = GPUBufferUsage;
    const uniform = this.#gpu.buffer(`${label}: level ${number}`, 4 * wordsOf(SUBDIVISION_LEVEL), UNIFORM | COPY_DST);
    const words = recordWords(SUBDIVISION_LEVEL, {
      pairs: this.#counters.pairs,
      rows: totals.rows[number],
      near: totals.near[number],
      kept: keptWord(number),
      // The last level has no next rows, and nothing reads this word.
      nextRows: totals.rows[number + 1] ?? 0,
      rowCapacity: capacity.rows,
      nearCapacity: capacity.near,
    });
    this.#gpu.device.queue.writeBuffer(uniform, 0, Uint32Array.from(words));
    return uniform;
  }
}
