// Posed tool faces and the bone's scanlines on the GPU → candidate pairs: the kernels in order, with their bindings.
//
//   count-candidates     one thread per tool face of a pose   how many bone faces' boxes meet its own, inflated
//   (prefix sum of the counts)
//   scatter-candidates   one thread per tool face of a pose   PAIR records in order of pose, tool face, cell, depth;
//                                                             a bit for each face that has one

import faceBits from '#wgsl/bodies/face-bits.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import sceneBodies from '#wgsl/bodies/scene-bodies.wgsl';
import candidates from '#wgsl/candidates/candidates.access.wgsl';
import countCandidates from '#wgsl/candidates/count-candidates.kernel.wgsl';
import markFace from '#wgsl/candidates/mark-face.access.wgsl';
import scatterCandidates from '#wgsl/candidates/scatter-candidates.kernel.wgsl';
import toolFaceBox from '#wgsl/candidates/tool-face-box.access.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import boneIndex from '#wgsl/scanlines/bone-index.access.wgsl';
import scanlines from '#wgsl/scanlines/scanlines.wgsl';
import spanSearch from '#wgsl/scanlines/span-search.access.wgsl';
import { type BuffersOf, type Gpu, groupsOver, KernelSet, type PrefixSum, type StageKernel } from '#gpu';

const walk = [grid, invocation, scanlines, sceneBodies, spanSearch, boneIndex, posedVertices, toolFaceBox, candidates];

/** In dispatch order; the prefix sum turns counts into starts between them. */
const KERNELS = [
  {
    label: 'count candidates',
    parts: [...walk, perItem, countCandidates],
    bindings: { scene: 'uniform', toolGeometry: 'read', posed: 'read', boneIndex: 'read', candidateStarts: 'write' },
  },
  {
    label: 'scatter candidates',
    parts: [...walk, faceBits, markFace, perItem, scatterCandidates],
    bindings: {
      scene: 'uniform',
      toolGeometry: 'read',
      posed: 'read',
      boneIndex: 'read',
      candidateStarts: 'read',
      pairs: 'write',
      candidates: 'atomic',
    },
  },
] as const satisfies readonly StageKernel[];
type KernelBuffer = BuffersOf<(typeof KERNELS)[number]>;

/** `counters` is the prefix sum's. */
export type ScanlinePairBuffer = KernelBuffer | 'counters';

/** Words of `counters`: tool faces of all poses, set by the caller; and the number of pairs. */
interface ScanlinePairCounters {
  readonly toolFaces: number;
  readonly pairs: number;
}

export class GpuScanlinePairs {
  readonly #sum: PrefixSum;
  readonly #kernels: KernelSet<KernelBuffer>;
  readonly #counters: ScanlinePairCounters;
  readonly #workgroupSize: number;

  private constructor(
    sum: PrefixSum,
    kernels: KernelSet<KernelBuffer>,
    counters: ScanlinePairCounters,
    workgroupSize: number,
  ) {
    this.#sum = sum;
    this.#kernels = kernels;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(
    gpu: Gpu,
    sum: PrefixSum,
    counters: ScanlinePairCounters,
    workgroupSize: number,
  ): Promise<GpuScanlinePairs> {
    const kernels = await KernelSet.make<KernelBuffer>(gpu, KERNELS, { workgroupSize });
    return new GpuScanlinePairs(sum, kernels, counters, workgroupSize);
  }

  /** @param capacity the number of tool faces of poses that candidateStarts can hold. */
  prepare(
    label: string,
    buffers: Readonly<Record<ScanlinePairBuffer, GPUBuffer>>,
    { toolFaces: capacity }: { readonly toolFaces: number },
  ) {
    const run = this.#kernels.bind(label, buffers);
    const starts = this.#sum.prepare(`${label}: candidate starts`, {
      counters: buffers.counters,
      countWord: this.#counters.toolFaces,
      totalWord: this.#counters.pairs,
      values: buffers.candidateStarts,
      capacity,
    });
    return {
      frontTotals: [] as readonly number[],
      encode: (pass: GPUComputePassEncoder, { toolFaces }: { readonly toolFaces: number }) => {
        const groups = groupsOver(toolFaces, this.#workgroupSize);
        run(pass, 'count candidates', groups);
        starts.encode(pass, toolFaces);
        run(pass, 'scatter candidates', groups);
      },
      destroy: () => starts.destroy(),
    };
  }
}
