// Candidate pairs on the GPU → their verdicts, and a compact list of those not proved apart: the kernels in order, with
// their bindings.
//
//   intersect-pairs   one thread per pair   verdict; 1 for each pair that is not proved apart
//   (prefix sum)
//   scatter-hits      one thread per pair   PAIR records in the pairs' order

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import posedGeometry from '#wgsl/bodies/posed-geometry.access.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import intersectPairs from '#wgsl/intersect/intersect-pairs.kernel.wgsl';
import scatterHits from '#wgsl/intersect/scatter-hits.kernel.wgsl';
import planeSide from '#wgsl/triangles/plane-side.wgsl';
import separation from '#wgsl/triangles/separation.wgsl';
import sharePoint from '#wgsl/triangles/share-point.wgsl';
import { type BuffersOf, type Gpu, groupsFor, KernelSet, type PrefixSum, type StageKernel } from '#gpu';

const onPairs = [invocation, grid, bounds, separation, planeSide, sharePoint];

/**
 * Kernels with their buffers, binding 0 first. The prefix sum of hitStarts comes between them.
 */
const PAIR_KERNELS = [
  {
    label: 'intersect pairs',
    parts: [...onPairs, bodyGeometry, posedVertices, posedGeometry, perItem, intersectPairs],
    bindings: {
      scene: 'uniform',
      counters: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      posed: 'read',
      pairs: 'write',
      hitStarts: 'write',
    },
  },
  {
    label: 'scatter hits',
    parts: [...onPairs, perItem, scatterHits],
    bindings: { counters: 'read', pairs: 'read', hitStarts: 'read', hits: 'write' },
  },
] as const satisfies readonly StageKernel[];

type PairBuffer = BuffersOf<(typeof PAIR_KERNELS)[number]>;

/** Words of `counters`. */
interface PairCounters {
  /** The number of pairs. */
  readonly pairs: number;
  /** Receives the number not proved apart: more than `hits` holds if that is too small. */
  readonly hits: number;
}

export class PairStage {
  readonly #workgroupSize: number;
  readonly #kernels: KernelSet<PairBuffer>;
  readonly #sum: PrefixSum;
  readonly #counters: PairCounters;

  private constructor(kernels: KernelSet<PairBuffer>, sum: PrefixSum, counters: PairCounters, workgroupSize: number) {
    this.#kernels = kernels;
    this.#sum = sum;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(gpu: Gpu, sum: PrefixSum, counters: PairCounters, workgroupSize = 64): Promise<PairStage> {
    const constants = { workgroupSize, pairCountWord: counters.pairs };
    const kernels = await KernelSet.make<PairBuffer>(gpu, PAIR_KERNELS, constants);
    return new PairStage(kernels, sum, counters, workgroupSize);
  }

  /**
   * Makes everything that one encoding needs; valid as long as its buffers are.
   * @param buffers pairs and hitStarts (one word per pair) hold `capacity` pairs; hits any number.
   * @returns a function that encodes it; `expected`: the typical number of pairs (groupsFor).
   */
  prepare(
    label: string,
    buffers: Readonly<Record<PairBuffer, GPUBuffer>>,
    capacity: number,
  ): { encode(pass: GPUComputePassEncoder, expected: number): void; destroy(): void } {
    const run = this.#kernels.bind(label, buffers);
    const sum = this.#sum.prepare(`${label}: hits`, {
      counters: buffers.counters,
      countWord: this.#counters.pairs,
      totalWord: this.#counters.hits,
      values: buffers.hitStarts,
      capacity,
    });
    return {
      encode: (pass, expected) => {
        const groups = groupsFor(expected, this.#workgroupSize);
        run(pass, 'intersect pairs', groups);
        sum.encode(pass, expected);
        run(pass, 'scatter hits', groups);
      },
      destroy: () => sum.destroy(),
    };
  }
}
