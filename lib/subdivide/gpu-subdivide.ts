// Pairs and bitmaps of faces on the GPU → the leaves of the adaptive face subdivision, each with the faces near it: the
// kernels in order, with their buffers.
//
//   count-front    one thread a word of the bitmaps    which faces make the front
//   (prefix sum)
//   count-near     one thread a pair                   how many near faces each has
//   (prefix sum)
//   scatter-near   one thread a pair
//   scatter-front  one thread a word                   rows of level 0
// and level by level
//   test-near      one thread a near face              which may be within reach
//   (prefix sum)
//   ask-rows       one thread a row                    none kept: rays tell the side
//   place-rows     one thread a row                    dropped, finished or split
//   (two prefix sums)
//   scatter-rows   one thread a row                    rows of the next level
//   split-near     one thread a near face              their near faces
// and at the end
//   finish-near    one thread a near face
//
// A row whose face needs no more halving goes on as it is, so that all rows stay in one list and in order.

import {
  type DispatchArgs,
  type DispatchTask,
  type Gpu,
  type Groups,
  groupsOver,
  KernelSet,
  type PrefixSum,
} from '../gpu/index.ts';
import { wordsOf } from '../records/index.ts';
import {
  FINISH_KERNELS,
  type FinishBinding,
  FRONT_KERNELS,
  type FrontBinding,
  LEVEL_KERNELS,
  type LevelBinding,
} from './gpu-kernels.ts';
import { FIRST_LEVEL_COUNTER, SUBDIVISION_LEVEL } from './gpu-records.ts';

/** Bindings that change from level to level. */
type OfLevel = 'level' | 'rows' | 'nextRows' | 'entries' | 'nextEntries';
/** nearStarts and nearFill must be 0 before each encoding. */
export type SubdivideBuffer =
  | Exclude<FrontBinding | LevelBinding | FinishBinding, OfLevel>
  | 'rowsA'
  | 'rowsB'
  | 'entriesA'
  | 'entriesB';

/** Words of `counters`, which has at least COUNTER_WORDS of them and is a uniform too. */
interface SubdivideCounters {
  /** How many pairs there are. */
  readonly pairs: number;
  /** How many words the bitmaps of all poses have: the caller's. */
  readonly bitmapWords: number;
  /** Receives how many leaves there are. */
  readonly leaves: number;
}

/** Items that there is room for in all buffers of them. */
interface SubdivideRoom {
  /** frontStarts, front. */
  readonly bitmapWords: number;
  readonly pairs: number;
  /** rowsA, rowsB, rowStarts, nearStarts, nearFill. */
  readonly rows: number;
  /** entriesA, entriesB, keepStarts, near. */
  readonly near: number;
}

interface PreparedSubdivision {
  /**
   * Words of `counters` that tell how much room was needed, each at least: where one is more than there is, the leaves
   * are void, and more may be needed after it.
   */
  readonly totals: { readonly rows: readonly number[]; readonly near: readonly number[] };
  /** @param bitmapWords words of the bitmaps of all poses. Leaves come to rowsA, their near faces to `near`. */
  encode(pass: GPUComputePassEncoder, bitmapWords: number): void;
  destroy(): void;
}

/** Totals of a level. */
const rowsWord = (level: number) => FIRST_LEVEL_COUNTER + 3 * level;
const nearWord = (level: number) => FIRST_LEVEL_COUNTER + 3 * level + 1;
const keptWord = (level: number) => FIRST_LEVEL_COUNTER + 3 * level + 2;

/** Places of the dispatches. */
const SLOTS = ['pairs', 'rows', 'near', 'rowSums', 'nearSums'] as const;
type Slot = (typeof SLOTS)[number];

/** What a preparation's parts have in common. keep: hands back what destroy is to destroy. */
interface Work {
  readonly label: string;
  readonly room: SubdivideRoom;
  readonly totals: PreparedSubdivision['totals'];
  readonly dispatches: GPUBuffer;
  readonly counters: GPUBuffer;
  readonly keep: <T extends { destroy(): void }>(thing: T) => T;
}

const over = ({ dispatches }: Work, slot: Slot): Groups => ({ buffer: dispatches, offset: 12 * SLOTS.indexOf(slot) });

function taskFor(slot: Slot, countWord: number, capacity: number, itemsPerGroup: number): DispatchTask {
  return { countWord, capacity, itemsPerGroup, slot: SLOTS.indexOf(slot) };
}

interface Kernels {
  readonly front: KernelSet<FrontBinding>;
  readonly level: KernelSet<LevelBinding>;
  readonly finish: KernelSet<FinishBinding>;
}

export class SubdivideStage {
  readonly #gpu: Gpu;
  readonly #sum: PrefixSum;
  readonly #args: DispatchArgs;
  readonly #kernels: Kernels;
  readonly #counters: SubdivideCounters;
  readonly #workgroupSize: number;

  private constructor(
    gpu: Gpu,
    sum: PrefixSum,
    args: DispatchArgs,
    kernels: Kernels,
    counters: SubdivideCounters,
    workgroupSize: number,
  ) {
    this.#gpu = gpu;
    this.#sum = sum;
    this.#args = args;
    this.#kernels = kernels;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(
    gpu: Gpu,
    sum: PrefixSum,
    args: DispatchArgs,
    counters: SubdivideCounters,
    workgroupSize = 64,
  ): Promise<SubdivideStage> {
    const constants = { workgroupSize };
    const [front, level, finish] = await Promise.all([
      KernelSet.make<FrontBinding>(gpu, FRONT_KERNELS, constants),
      KernelSet.make<LevelBinding>(gpu, LEVEL_KERNELS, constants),
      KernelSet.make<FinishBinding>(gpu, FINISH_KERNELS, constants),
    ]);
    return new SubdivideStage(gpu, sum, args, { front, level, finish }, counters, workgroupSize);
  }

  /**
   * Makes what encodings need; valid as long as its buffers are.
   * @param deepest the greatest leaf level of a face, at most DEEPEST_LEVEL.
   */
  prepare(
    label: string,
    buffers: Readonly<Record<SubdivideBuffer, GPUBuffer>>,
    room: SubdivideRoom,
    deepest: number,
  ): PreparedSubdivision {
    const last = deepest + 1;
    const totals = {
      rows: Array.from({ length: last + 1 }, (_, k) => (k === last ? this.#counters.leaves : rowsWord(k))),
      near: Array.from({ length: last + 1 }, (_, k) => nearWord(k)),
    };
    const { INDIRECT, STORAGE } = GPUBufferUsage;
    const dispatches = this.#gpu.buffer(`${label}: dispatches`, 12 * SLOTS.length, INDIRECT | STORAGE);
    const owned: { destroy(): void }[] = [dispatches];
    const work: Work = {
      label,
      room,
      totals,
      dispatches,
      counters: buffers.counters,
      keep: (thing) => {
        owned.push(thing);
        return thing;
      },
    };
    // The last level's rows are those of A.
    const bound = totals.rows.map((_, k) => {
      const isA = (last - k) % 2 === 0;
      return {
        ...buffers,
        rows: isA ? buffers.rowsA : buffers.rowsB,
        nextRows: isA ? buffers.rowsB : buffers.rowsA,
        entries: isA ? buffers.entriesA : buffers.entriesB,
        nextEntries: isA ? buffers.entriesB : buffers.entriesA,
        level: work.keep(this.#levelUniform(work, k)),
      };
    });
    const encodeFront = this.#front(work, bound[0]);
    const encodeLevels = bound.slice(0, last).map((at, k) => this.#level(work, at, k));
    const finish = this.#kernels.finish.bind(label, bound[last]);
    return {
      totals,
      encode: (pass, bitmapWords) => {
        encodeFront(pass, bitmapWords);
        for (const encode of encodeLevels) encode(pass);
        finish(pass, 'finish near', over(work, 'near'));
      },
      destroy: () => {
        for (const thing of owned) thing.destroy();
      },
    };
  }

  #front(work: Work, buffers: Readonly<Record<FrontBinding, GPUBuffer>>) {
    const { totals, room } = work;
    const run = this.#kernels.front.bind(work.label, buffers);
    const rowSum = this.#sumOf(work, buffers.frontStarts, this.#counters.bitmapWords, totals.rows[0], room.bitmapWords);
    const nearSum = this.#sumOf(work, buffers.nearStarts, totals.rows[0], totals.near[0], room.rows);
    const pairTask = taskFor('pairs', this.#counters.pairs, room.pairs, this.#workgroupSize);
    const rowArgs = this.#argsFor(work, [pairTask, ...this.#rowTasks(work, 0)]);
    const nearArgs = this.#argsFor(work, this.#nearTasks(work, 0));
    return (pass: GPUComputePassEncoder, bitmapWords: number) => {
      const words = groupsOver(bitmapWords, this.#workgroupSize);
      run(pass, 'count front', words);
      rowSum.encode(pass, groupsOver(bitmapWords, this.#sum.itemsPerGroup));
      rowArgs.encode(pass);
      run(pass, 'count near', over(work, 'pairs'));
      nearSum.encode(pass, over(work, 'rowSums'));
      run(pass, 'scatter near', over(work, 'pairs'));
      run(pass, 'scatter front', words);
      nearArgs.encode(pass);
    };
  }

  #level(work: Work, buffers: Readonly<Record<LevelBinding, GPUBuffer>>, k: number) {
    const { totals, room } = work;
    const run = this.#kernels.level.bind(`${work.label}: level ${k}`, buffers);
    const keptSum = this.#sumOf(work, buffers.keepStarts, totals.near[k], keptWord(k), room.near);
    const rowSum = this.#sumOf(work, buffers.rowStarts, totals.rows[k], totals.rows[k + 1], room.rows);
    const nearSum = this.#sumOf(work, buffers.nearStarts, totals.rows[k], totals.near[k + 1], room.rows);
    const nextArgs = this.#argsFor(work, [...this.#rowTasks(work, k + 1), ...this.#nearTasks(work, k + 1)]);
    return (pass: GPUComputePassEncoder) => {
      run(pass, 'test near', over(work, 'near'));
      keptSum.encode(pass, over(work, 'nearSums'));
      run(pass, 'ask rows', over(work, 'rows'));
      run(pass, 'place rows', over(work, 'rows'));
      rowSum.encode(pass, over(work, 'rowSums'));
      nearSum.encode(pass, over(work, 'rowSums'));
      run(pass, 'scatter rows', over(work, 'rows'));
      run(pass, 'split near', over(work, 'near'));
      nextArgs.encode(pass);
    };
  }

  #sumOf({ label, counters, keep }: Work, values: GPUBuffer, countWord: number, totalWord: number, capacity: number) {
    return keep(this.#sum.prepare(`${label}: ${values.label}`, { counters, countWord, totalWord, values, capacity }));
  }

  #argsFor({ label, counters, dispatches, keep }: Work, tasks: readonly DispatchTask[]) {
    return keep(this.#args.prepare(label, counters, dispatches, tasks));
  }

  #rowTasks({ totals, room }: Work, k: number): DispatchTask[] {
    return [
      taskFor('rows', totals.rows[k], room.rows, this.#workgroupSize),
      taskFor('rowSums', totals.rows[k], room.rows, this.#sum.itemsPerGroup),
    ];
  }

  #nearTasks({ totals, room }: Work, k: number): DispatchTask[] {
    return [
      taskFor('near', totals.near[k], room.near, this.#workgroupSize),
      taskFor('nearSums', totals.near[k], room.near, this.#sum.itemsPerGroup),
    ];
  }

  #levelUniform({ label, totals, room }: Work, number: number): GPUBuffer {
    const { UNIFORM, COPY_DST } = GPUBufferUsage;
    const uniform = this.#gpu.buffer(`${label}: level ${number}`, 4 * wordsOf(SUBDIVISION_LEVEL), UNIFORM | COPY_DST);
    const record: Record<keyof typeof SUBDIVISION_LEVEL, number> = {
      number,
      pairs: this.#counters.pairs,
      rows: totals.rows[number],
      near: totals.near[number],
      kept: keptWord(number),
      // Behind the last level there is none, and nothing reads it.
      nextRows: totals.rows[number + 1] ?? 0,
      rowRoom: room.rows,
      nearRoom: room.near,
    };
    const words = Object.keys(SUBDIVISION_LEVEL).map((name) => record[name as keyof typeof SUBDIVISION_LEVEL]);
    this.#gpu.device.queue.writeBuffer(uniform, 0, Uint32Array.from(words));
    return uniform;
  }
}
