// Candidate pairs on the GPU → their verdicts, and a list of those not proved apart: the kernel with its bindings.
//
//   intersect-pairs   one thread per pair   its verdict; a PAIR record, in any order, unless it is proved apart; the
//                                           number of pairs of each pose

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import posedGeometry from '#wgsl/bodies/posed-geometry.access.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import intersectPairs from '#wgsl/intersect/intersect-pairs.kernel.wgsl';
import planeSide from '#wgsl/triangles/plane-side.wgsl';
import separation from '#wgsl/triangles/separation.wgsl';
import sharePoint from '#wgsl/triangles/share-point.wgsl';
import { type BuffersOf, type Gpu, groupsFor, KernelSet, type StageKernel } from '#gpu';

/** The kernel with its buffers, binding 0 first. */
const PAIR_KERNEL = {
  label: 'intersect pairs',
  parts: [
    invocation,
    grid,
    bounds,
    separation,
    planeSide,
    sharePoint,
    bodyGeometry,
    posedVertices,
    posedGeometry,
    perItem,
    intersectPairs,
  ],
  bindings: {
    scene: 'uniform',
    counters: 'atomic',
    boneGeometry: 'read',
    toolGeometry: 'read',
    posed: 'read',
    pairs: 'write',
    hits: 'write',
    poseCounts: 'atomic',
  },
} as const satisfies StageKernel;

type PairBuffer = BuffersOf<typeof PAIR_KERNEL>;

/** Words of `counters`. */
interface PairCounters {
  /** The number of pairs. */
  readonly pairs: number;
  /** Receives the number not proved apart: more than `hits` holds if that is too small. 0 beforehand. */
  readonly hits: number;
}

export class PairStage {
  readonly #workgroupSize: number;
  readonly #kernels: KernelSet<PairBuffer>;

  private constructor(kernels: KernelSet<PairBuffer>, workgroupSize: number) {
    this.#kernels = kernels;
    this.#workgroupSize = workgroupSize;
  }

  static async make(gpu: Gpu, counters: PairCounters, workgroupSize = 64): Promise<PairStage> {
    const constants = { workgroupSize, pairCountWord: counters.pairs, hitCountWord: counters.hits };
    return new PairStage(await KernelSet.make<PairBuffer>(gpu, [PAIR_KERNEL], constants), workgroupSize);
  }

  /**
   * Makes everything that one encoding needs; valid as long as its buffers are.
   * @param buffers `pairs` and `hits` hold any number, poseCounts one record a pose, 0 beforehand.
   * @returns a function that encodes it; `expected`: the typical number of pairs (groupsFor).
   */
  prepare(
    label: string,
    buffers: Readonly<Record<PairBuffer, GPUBuffer>>,
  ): { encode(pass: GPUComputePassEncoder, expected: number): void } {
    const run = this.#kernels.bind(label, buffers);
    return {
      encode: (pass, expected) => run(pass, PAIR_KERNEL.label, groupsFor(expected, this.#workgroupSize)),
    };
  }
}
