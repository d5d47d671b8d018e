// The kernels of a step, their bindings, and the encoder of one pass: the dispatch count is the same for any surface.
//
//   fit-leaves          one thread per leaf               k-DOP of its item at both times
//   refit-dops          BANDS times, one workgroup per node of a band's first level: the nodes above, upwards
//   count-self-front    one thread per pair of the front  how many pairs of the next, and of items, it yields
//   (prefix sums of both)
//   scatter-self-front  one thread per pair of the front  the next front; pairs of items
//   test-features       one thread per pair of items      which of their features may meet
//   (prefix sum of their numbers)
//   scatter-features    one thread per pair of items      pairs of features
//
// Streams are registered by count, prefix sum, scatter: no slot depends on the order of threads, and the sums give the
// size needed even if a buffer is too small. (M. Tang et al., Chinese J. Computers, 2010, have each thread write to its
// own segment and close the gaps. In most steps a pair of the front leaves itself, so counting costs nothing here; and
// a segment would have to hold the most that any pair leaves.)

import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import coplanarity from '#wgsl/motion/coplanarity.wgsl';
import countSelfFront from '#wgsl/motion/count-self-front.kernel.wgsl';
import featureOwners from '#wgsl/motion/feature-owners.access.wgsl';
import fitLeaves from '#wgsl/motion/fit-leaves.kernel.wgsl';
import items from '#wgsl/motion/items.access.wgsl';
import movingDop from '#wgsl/motion/moving-dop.wgsl';
import movingPoints from '#wgsl/motion/moving-points.access.wgsl';
import neverMeet from '#wgsl/motion/never-meet.wgsl';
import nodeDops from '#wgsl/motion/node-dops.access.wgsl';
import refitDops from '#wgsl/motion/refit-dops.kernel.wgsl';
import scatterFeatures from '#wgsl/motion/scatter-features.kernel.wgsl';
import scatterSelfFront from '#wgsl/motion/scatter-self-front.kernel.wgsl';
import selfFront from '#wgsl/motion/self-front.access.wgsl';
import testFeatures from '#wgsl/motion/test-features.kernel.wgsl';
import { type BuffersOf, type Gpu, groupsFor, groupsOver, KernelSet, owned, PrefixSum, type StageKernel } from '#gpu';
import { DOP_BAND, IMPACT_COUNTS, recordWords, wordOffsets, wordsOf } from '#records';

const one = [invocation, perItem];
const dops = [movingDop, nodeDops];
/** The parts that tests of the bounds use too. */
export const COPLANARITY_PARTS = [grid, bounds, movingDop, coplanarity, neverMeet];
const surface = { impactStep: 'uniform', topology: 'read' } as const;
const counted = { keptStarts: 'read', toldStarts: 'read' } as const;
const STEP_KERNELS = [
  {
    label: 'fit leaves',
    parts: [...one, ...dops, items, movingPoints, fitLeaves],
    bindings: { ...surface, movingPoints: 'read', dops: 'write' },
  },
  {
    label: 'count self front',
    parts: [...one, ...dops, items, selfFront, countSelfFront],
    bindings: {
      ...{ ...surface, dops: 'read', selfFront: 'write' },
      ...{ keptStarts: 'write', toldStarts: 'write', counters: 'atomic' },
    },
  },
  {
    label: 'scatter self front',
    parts: [...one, ...dops, items, selfFront, scatterSelfFront],
    bindings: {
      ...{ ...surface, dops: 'read', selfFront: 'read', ...counted },
      ...{ nextSelfFront: 'write', itemPairs: 'write' },
    },
  },
  {
    label: 'test features',
    parts: [...one, ...COPLANARITY_PARTS, nodeDops, items, movingPoints, featureOwners, testFeatures],
    bindings: {
      ...{ ...surface, movingPoints: 'read', dops: 'read' },
      ...{ counters: 'atomic', itemPairs: 'write', featureStarts: 'write' },
    },
  },
  {
    label: 'scatter features',
    parts: [...one, items, scatterFeatures],
    bindings: { ...surface, counters: 'read', itemPairs: 'read', featureStarts: 'read', featurePairs: 'write' },
  },
] as const satisfies readonly StageKernel[];
const REFIT = {
  label: 'refit dops',
  parts: [invocation, movingDop, refitDops],
  bindings: { dopBand: 'uniform', dops: 'write' },
} as const satisfies StageKernel;
export type ImpactBuffer = BuffersOf<(typeof STEP_KERNELS)[number]>;

const WORKGROUP_SIZE = 64;
/** A band has 8 of 24 levels. */
const BANDS = 3;
const COUNT = wordOffsets(IMPACT_COUNTS);

/** Number of pairs: of the front; of items, usually (groupsFor). */
interface StepSizes {
  readonly front: number;
  readonly items: number;
}

/** Capacity of the buffers. */
interface StepCapacity {
  readonly levels: number;
  readonly front: number;
  readonly items: number;
}

export class GpuImpactKernels {
  readonly #gpu: Gpu;
  readonly #sum: PrefixSum;
  readonly #step: KernelSet<ImpactBuffer>;
  readonly #refit: KernelSet<BuffersOf<typeof REFIT>>;

  private constructor(
    gpu: Gpu,
    sum: PrefixSum,
    step: KernelSet<ImpactBuffer>,
    refit: KernelSet<BuffersOf<typeof REFIT>>,
  ) {
    this.#gpu = gpu;
    this.#sum = sum;
    this.#step = step;
    this.#refit = refit;
  }

  /** @throws DeviceError SHADER_ERROR, DEVICE_LOST (as rejections). */
  static async make(gpu: Gpu): Promise<GpuImpactKernels> {
    const constants = { workgroupSize: WORKGROUP_SIZE };
    const [sum, step, refit] = await Promise.all([
      PrefixSum.make(gpu),
      KernelSet.make<ImpactBuffer>(gpu, STEP_KERNELS, constants),
      KernelSet.make<BuffersOf<typeof REFIT>>(gpu, [REFIT], constants),
    ]);
    return new GpuImpactKernels(gpu, sum, step, refit);
  }

  /** Prepares the encoding; valid as long as its buffers are. */
  prepare(buffers: Readonly<Record<ImpactBuffer, GPUBuffer>>, { levels, front, items }: StepCapacity) {
    const label = 'impacts';
    return owned((keep) => {
      const { counters, keptStarts, toldStarts, featureStarts } = buffers;
      const sumOf = (name: string, values: GPUBuffer, countWord: number, totalWord: number, capacity: number) =>
        keep(this.#sum.prepare(`${label}: ${name}`, { counters, values, countWord, totalWord, capacity }));
      const sums = {
        kept: sumOf('next front', keptStarts, COUNT.front, COUNT.kept, front),
        told: sumOf('pairs of items', toldStarts, COUNT.front, COUNT.items, front),
        features: sumOf('pairs of features', featureStarts, COUNT.items, COUNT.features, items),
      };
      const run = this.#step.bind(label, buffers);
      const refits = Array.from({ length: BANDS }, (_, k) => {
        const first = Math.floor(((BANDS - 1 - k) * levels) / BANDS);
        const end = Math.floor(((BANDS - k) * levels) / BANDS);
        const dopBand = keep(this.#band(first, end));
        return { run: this.#refit.bind(`${label}: band ${k}`, { dopBand, dops: buffers.dops }), tops: 2 ** first };
      });
      return {
        encode: (pass: GPUComputePassEncoder, sizes: StepSizes) => {
          run(pass, 'fit leaves', groupsOver(2 ** levels, WORKGROUP_SIZE));
          for (const band of refits) band.run(pass, REFIT.label, groupsOver(band.tops, 1));
          const ofFront = groupsOver(sizes.front, WORKGROUP_SIZE);
          run(pass, 'count self front', ofFront);
          sums.kept.encode(pass, sizes.front);
          sums.told.encode(pass, sizes.front);
          run(pass, 'scatter self front', ofFront);
          const ofItems = groupsFor(sizes.items, WORKGROUP_SIZE);
          run(pass, 'test features', ofItems);
          sums.features.encode(pass, sizes.items);
          run(pass, 'scatter features', ofItems);
        },
      };
    });
  }

  #band(first: number, end: number): GPUBuffer {
    const { UNIFORM, COPY_DST } = GPUBufferUsage;
    const uniform = this.#gpu.buffer('impacts: band', 4 * wordsOf(DOP_BAND), UNIFORM | COPY_DST);
    this.#gpu.device.queue.writeBuffer(uniform, 0, Uint32Array.from(recordWords(DOP_BAND, { first, end })));
    return uniform;
  }
}
