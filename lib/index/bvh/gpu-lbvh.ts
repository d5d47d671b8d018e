// Boxes in a buffer → a tree over them in the order of their Morton codes (LBVH), on the GPU: the kernels in order,
// with their bindings.
//
//   morton-codes   one thread per box                     its code
//   (radix sort)                                          the order
//   order-boxes    one thread per place                   boxes in order
//   unite-ranges   one thread per range, level by level   boxes of 8 places, of 64, …
//   code-nodes     one thread per node                    first child, end of its range, box
//
//   places    0     1     2     3     4
//   codes     00    01    01    10    11      A node's row shows its two children: nodes by their numbers, boxes as
//   node 0    └──────2──────┘   └──3──┘       dots. Node i has a range that begins or ends at place i, node 0 has all
//   node 2    ·     └───1───┘                 places: a first child has the number of its last place, a second child
//   node 1          ·     ·                   that of its first. So a node names its first child, and what begins
//   node 3                      ·     ·       after the end of a range is found by its place.
//
// Sources: T. Karras, HPG 2012; C. Lauterbach et al., 2009. CPU twin: morton-order.ts.

import boxWords from '#wgsl/bvh/box-words.wgsl';
import codeNodes from '#wgsl/bvh/code-nodes.kernel.wgsl';
import mortonCodes from '#wgsl/bvh/morton-codes.kernel.wgsl';
import orderBoxes from '#wgsl/bvh/order-boxes.kernel.wgsl';
import rangeBoxes from '#wgsl/bvh/range-boxes.access.wgsl';
import uniteRanges from '#wgsl/bvh/unite-ranges.kernel.wgsl';
import writeRangeBox from '#wgsl/bvh/write-range-box.access.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import { type BuffersOf, type Gpu, groupsOver, KernelSet, owned, type RadixSort, type StageKernel } from '#gpu';
import { CODE_NODE, LBVH, MORTON_BITS, RANGE_BOX, RANGE_LEVEL, recordWords, wordsOf } from '#records';
import { levelSizes } from './level-sizes.ts';

const common = [invocation, perItem];
const KERNELS = [
  {
    label: 'morton codes',
    parts: [...common, mortonCodes],
    bindings: { lbvh: 'uniform', boxes: 'read', keys: 'write', payloads: 'write' },
  },
  {
    label: 'order boxes',
    parts: [...common, boxWords, writeRangeBox, orderBoxes],
    bindings: { lbvh: 'uniform', boxes: 'read', order: 'read', rangeBoxes: 'write' },
  },
  {
    label: 'code nodes',
    parts: [...common, boxWords, rangeBoxes, codeNodes],
    bindings: { lbvh: 'uniform', keys: 'read', rangeBoxes: 'read', codeNodes: 'write' },
  },
] as const satisfies readonly StageKernel[];
const RANGE_KERNELS = [
  {
    label: 'unite ranges',
    parts: [...common, boxWords, rangeBoxes, writeRangeBox, uniteRanges],
    bindings: { rangeLevel: 'uniform', rangeBoxes: 'write' },
  },
] as const satisfies readonly StageKernel[];
type TreeBuffer = BuffersOf<(typeof KERNELS)[number]>;
type RangeBuffer = BuffersOf<(typeof RANGE_KERNELS)[number]>;

const CODE_BITS = 3 * MORTON_BITS;

/** A tree on the GPU: `lbvh` is a uniform, `order` the items by place. */
export type LbvhBuffers = Readonly<Record<'lbvh' | 'order' | 'rangeBoxes' | 'codeNodes', GPUBuffer>>;

export class GpuLbvh {
  readonly #gpu: Gpu;
  readonly #sort: RadixSort;
  readonly #tree: KernelSet<TreeBuffer>;
  readonly #ranges: KernelSet<RangeBuffer>;
  readonly #workgroupSize: number;

  private constructor(
    gpu: Gpu,
    sort: RadixSort,
    tree: KernelSet<TreeBuffer>,
    ranges: KernelSet<RangeBuffer>,
    workgroupSize: number,
  ) {
    this.#gpu = gpu;
    this.#sort = sort;
    this.#tree = tree;
    this.#ranges = ranges;
    this.#workgroupSize = workgroupSize;
  }

  static async make(gpu: Gpu, sort: RadixSort, workgroupSize = 64): Promise<GpuLbvh> {
    const [tree, ranges] = await Promise.all([
      KernelSet.make<TreeBuffer>(gpu, KERNELS, { workgroupSize }),
      KernelSet.make<RangeBuffer>(gpu, RANGE_KERNELS, { workgroupSize }),
    ]);
    return new GpuLbvh(gpu, sort, tree, ranges, workgroupSize);
  }

  /**
   * Makes everything that one tree needs, including its buffers.
   * @param boxes RANGE_BOX records: bits of f32 numbers from 0 to 1. @param count at least 1.
   * @throws DeviceError TOO_LARGE_FOR_DEVICE, DEVICE_LOST.
   */
  prepare(
    label: string,
    boxes: GPUBuffer,
    count: number,
  ): { readonly buffers: LbvhBuffers; encode(pass: GPUComputePassEncoder): void; destroy(): void } {
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    return owned((keep) => {
      const buffer = (name: string, words: number) =>
        keep(this.#gpu.buffer(`${label}: ${name}`, 4 * words, STORAGE | COPY_SRC));
      const uniform = (name: string, words: readonly number[]) => {
        const made = keep(this.#gpu.buffer(`${label}: ${name}`, 4 * words.length, UNIFORM | COPY_DST));
        this.#gpu.device.queue.writeBuffer(made, 0, Uint32Array.from(words));
        return made;
      };
      // Ranges of one place, of eight, and so on up to all of them.
      const sizes = [count, ...levelSizes(count)];
      const buffers = {
        boxes,
        lbvh: uniform('tree', recordWords(LBVH, { count })),
        keys: buffer('codes', count),
        order: buffer('order', count),
        rangeBoxes: buffer('range boxes', wordsOf(RANGE_BOX) * sizes.reduce((sum, size) => sum + size)),
        codeNodes: buffer('nodes', wordsOf(CODE_NODE) * Math.max(1, count - 1)),
      };
      const payloads = buffers.order;
      const sort = keep(this.#sort.prepare(label, { keys: buffers.keys, payloads, count, bits: CODE_BITS }));
      const run = this.#tree.bind(label, { ...buffers, payloads });
      let start = 0;
      const ranges = sizes.slice(0, -1).map((size, k) => {
        const unitedStart = start + size;
        const rangeLevel = uniform(`ranges ${k}`, recordWords(RANGE_LEVEL, { start, count: size, unitedStart }));
        start = unitedStart;
        const unite = this.#ranges.bind(`${label}: ranges ${k}`, { rangeLevel, rangeBoxes: buffers.rangeBoxes });
        return { unite, count: sizes[k + 1] };
      });
      return {
        buffers,
        encode: (pass: GPUComputePassEncoder) => {
          const over = (items: number) => groupsOver(items, this.#workgroupSize);
          run(pass, 'morton codes', over(count));
          sort.encode(pass);
          run(pass, 'order boxes', over(count));
          for (const level of ranges) level.unite(pass, 'unite ranges', over(level.count));
          run(pass, 'code nodes', over(count - 1));
        },
      };
    });
  }
}
