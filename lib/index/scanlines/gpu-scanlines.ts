// A body's faces on the GPU → its scanline index there; an edit → only the cells that it touches rewritten.
//
//   build:  count-spans     one thread per face           spans of each cell
//           size-cells      one thread per cell           its capacity
//           (prefix sum of the capacities)
//           scatter-spans   one thread per face           spans in their cells, in any order
//           sort-cells      one thread per cell           spans in order, the cell's record
//   edit:   edit-cells      one thread per touched cell   retired faces out, added ones in; a full cell moves
//                                                         after all others

import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import cellOrder from '#wgsl/scanlines/cell-order.access.wgsl';
import countSpans from '#wgsl/scanlines/count-spans.kernel.wgsl';
import editCells from '#wgsl/scanlines/edit-cells.kernel.wgsl';
import indexGeometry from '#wgsl/scanlines/index-geometry.access.wgsl';
import scanlines from '#wgsl/scanlines/scanlines.wgsl';
import scatterSpans from '#wgsl/scanlines/scatter-spans.kernel.wgsl';
import sizeCells from '#wgsl/scanlines/size-cells.kernel.wgsl';
import sortCells from '#wgsl/scanlines/sort-cells.kernel.wgsl';
import { type BuffersOf, type Gpu, groupsOver, KernelSet, type PrefixSum, type StageKernel } from '#gpu';
import {
  INDEX_BUILD,
  INDEX_SPAN,
  recordWords,
  STATE_CELLS,
  STATE_USED,
  STATE_WORDS,
  TOUCHED_CELL,
  wordsOf,
} from '#records';
import { cellCount, type IntegerGrid, levelBit } from './gpu-cells.ts';

/** A cell and a span have the same number of words. */
const WORDS_PER_ENTRY = wordsOf(INDEX_SPAN);
/**
 * Spare capacity after the cells, for those that an edit makes too full, as a share of the cells' capacity. An index
 * that grows by more is rebuilt.
 */
const TAIL_SHARE = 1 / 4;

const common = [grid, invocation, scanlines];
const KERNELS = [
  {
    label: 'count spans',
    parts: [...common, indexGeometry, perItem, countSpans],
    bindings: { build: 'uniform', geometry: 'read', counts: 'atomic' },
  },
  {
    label: 'size cells',
    parts: [...common, cellOrder, perItem, sizeCells],
    bindings: { build: 'uniform', counts: 'read', starts: 'write', index: 'write' },
  },
  {
    label: 'scatter spans',
    parts: [...common, indexGeometry, cellOrder, perItem, scatterSpans],
    bindings: { build: 'uniform', geometry: 'read', starts: 'read', counts: 'atomic', index: 'write' },
  },
  {
    label: 'sort cells',
    parts: [...common, cellOrder, perItem, sortCells],
    bindings: { build: 'uniform', starts: 'read', index: 'write' },
  },
] as const satisfies readonly StageKernel[];
const EDIT_KERNEL = {
  label: 'edit cells',
  parts: [...common, indexGeometry, cellOrder, perItem, editCells],
  bindings: { build: 'uniform', geometry: 'read', touched: 'read', added: 'read', state: 'atomic', index: 'write' },
} as const satisfies StageKernel;
type BuildBuffer = BuffersOf<(typeof KERNELS)[number]>;
type EditBuffer = BuffersOf<typeof EDIT_KERNEL>;

/** A body's geometry buffer. faceOffset: the word at which the faces begin. */
export interface IndexedFaces {
  readonly geometry: GPUBuffer;
  readonly faceOffset: number;
  readonly faceCount: number;
}

export class IndexKernels {
  readonly gpu: Gpu;
  readonly workgroupSize: number;
  readonly sum: PrefixSum;
  readonly build: KernelSet<BuildBuffer>;
  readonly edit: KernelSet<EditBuffer>;

  private constructor(
    gpu: Gpu,
    sum: PrefixSum,
    build: KernelSet<BuildBuffer>,
    edit: KernelSet<EditBuffer>,
    workgroupSize: number,
  ) {
    this.gpu = gpu;
    this.sum = sum;
    this.build = build;
    this.edit = edit;
    this.workgroupSize = workgroupSize;
  }

  static async make(gpu: Gpu, sum: PrefixSum, workgroupSize = 64): Promise<IndexKernels> {
    const [build, edit] = await Promise.all([
      KernelSet.make<BuildBuffer>(gpu, KERNELS, { workgroupSize }),
      KernelSet.make<EditBuffer>(gpu, [EDIT_KERNEL], { workgroupSize }),
    ]);
    return new IndexKernels(gpu, sum, build, edit, workgroupSize);
  }
}

/** The index of one body: `buffer` as shown in wgsl/scanlines/scanlines.wgsl; `state` holds the words STATE_… */
export class GpuIndex {
  readonly grid: IntegerGrid;
  readonly buffer: GPUBuffer;
  readonly state: GPUBuffer;
  readonly #kernels: IndexKernels;
  readonly #label: string;
  readonly #isEdited: boolean;
  #levels: number;

  /**
   * Submits the build.
   * @param capacity, levels from cellCapacity, for these faces, grid and isEdited.
   * @param isEdited whether edits will come: cells and index get spare capacity.
   * @throws DeviceError TOO_LARGE_FOR_DEVICE.
   */
  constructor(
    kernels: IndexKernels,
    label: string,
    faces: IndexedFaces,
    {
      grid,
      capacity,
      levels,
      isEdited,
    }: { readonly grid: IntegerGrid; readonly capacity: number; readonly levels: number; readonly isEdited: boolean },
  ) {
    this.#kernels = kernels;
    this.#label = label;
    this.#isEdited = isEdited;
    this.#levels = levels;
    this.grid = grid;
    const { gpu } = kernels;
    const cells = cellCount(grid);
    const spans = isEdited ? Math.ceil(capacity * (1 + TAIL_SHARE)) : capacity;
    const STORAGE = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    this.buffer = gpu.buffer(`${label}: index`, 4 * WORDS_PER_ENTRY * (cells + spans), STORAGE);
    this.state = gpu.buffer(`${label}: index state`, 4 * STATE_WORDS, STORAGE);
    this.#build(faces, cells);
  }

  /**
   * Submits an edit. The geometry must already be written, with some faces retired and others appended.
   * @param touched from touchedCells. If the word STATE_FULL is 1 afterwards, the index must be rebuilt.
   */
  edit(faces: IndexedFaces, touched: ReadonlyMap<number, readonly number[]>): void {
    if (touched.size === 0) return;
    const { gpu, workgroupSize } = this.#kernels;
    const cells: number[] = [];
    const added: number[] = [];
    for (const [cell, facesThere] of touched) {
      const record = { cell, addedStart: added.length, addedCount: facesThere.length };
      cells.push(...recordWords(TOUCHED_CELL, record));
      for (const face of facesThere) added.push(face);
      if (facesThere.length > 0) this.#levels |= levelBit(this.grid, cell);
    }
    const buffers = {
      build: this.#buildRecord(faces, touched.size),
      geometry: faces.geometry,
      touched: this.#written('touched cells', Uint32Array.from(cells), GPUBufferUsage.STORAGE),
      added: this.#written('added faces', Uint32Array.from(added), GPUBufferUsage.STORAGE),
      state: this.state,
      index: this.buffer,
    };
    const run = this.#kernels.edit.bind(this.#label, buffers);
    const encoder = gpu.device.createCommandEncoder({ label: `${this.#label}: edit` });
    const pass = encoder.beginComputePass();
    run(pass, 'edit cells', groupsOver(touched.size, workgroupSize));
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    for (const buffer of [buffers.build, buffers.touched, buffers.added]) buffer.destroy();
  }

  /** Bit k is set if level k may hold spans. */
  get levels(): number {
    return this.#levels;
  }

  destroy(): void {
    this.buffer.destroy();
    this.state.destroy();
  }

  #build(faces: IndexedFaces, cells: number): void {
    const { gpu, sum, workgroupSize } = this.#kernels;
    const label = this.#label;
    const { state, buffer: index } = this;
    const state0 = new Uint32Array(STATE_WORDS);
    state0[STATE_CELLS] = cells;
    gpu.device.queue.writeBuffer(state, 0, state0);
    // Fresh buffers hold zeros.
    const counts = gpu.buffer(`${label}: span counts`, 4 * cells, GPUBufferUsage.STORAGE);
    const starts = gpu.buffer(`${label}: cell starts`, 4 * cells, GPUBufferUsage.STORAGE);
    const build = this.#buildRecord(faces, 0);
    const capacities = sum.prepare(`${label}: cell starts`, {
      counters: state,
      countWord: STATE_CELLS,
      totalWord: STATE_USED,
      values: starts,
      capacity: cells,
    });
    const run = this.#kernels.build.bind(label, { build, geometry: faces.geometry, counts, starts, index });
    const encoder = gpu.device.createCommandEncoder({ label: `${label}: index` });
    const pass = encoder.beginComputePass();
    const overFaces = groupsOver(faces.faceCount, workgroupSize);
    const overCells = groupsOver(cells, workgroupSize);
    run(pass, 'count spans', overFaces);
    run(pass, 'size cells', overCells);
    capacities.encode(pass, cells);
    run(pass, 'scatter spans', overFaces);
    run(pass, 'sort cells', overCells);
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    for (const used of [build, counts, starts, capacities]) used.destroy();
  }

  #buildRecord({ faceOffset, faceCount }: IndexedFaces, touchedCount: number): GPUBuffer {
    const { axis, u0, v0, cellSize, nu, nv } = this.grid;
    const isEdited = this.#isEdited ? 1 : 0;
    const words = recordWords(INDEX_BUILD, {
      ...{ axis, u0, v0, cellSize, nu, nv, cells: cellCount(this.grid), faceCount, faceOffset, isEdited, touchedCount },
    });
    return this.#written('index build', Uint32Array.from(words), GPUBufferUsage.UNIFORM);
  }

  #written(what: string, words: Uint32Array, usage: GPUBufferUsageFlags): GPUBuffer {
    const { gpu } = this.#kernels;
    const buffer = gpu.buffer(`${this.#label}: ${what}`, words.byteLength, usage | GPUBufferUsage.COPY_DST);
    gpu.device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }
}
