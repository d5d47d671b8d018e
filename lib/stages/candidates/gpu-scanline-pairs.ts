// Posed tool faces and the bone's scanlines on the GPU → candidate pairs: the kernel with its bindings.
//
//   find-candidates   one thread per tool face of a pose   PAIR records of bone faces whose boxes meet its own,
//                                                          inflated, in any order; a bit for each face that has one

import faceBits from '#wgsl/bodies/face-bits.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import sceneBodies from '#wgsl/bodies/scene-bodies.wgsl';
import candidates from '#wgsl/candidates/candidates.access.wgsl';
import findCandidates from '#wgsl/candidates/find-candidates.kernel.wgsl';
import markFace from '#wgsl/candidates/mark-face.access.wgsl';
import toolFaceBox from '#wgsl/candidates/tool-face-box.access.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import boneIndex from '#wgsl/scanlines/bone-index.access.wgsl';
import scanlines from '#wgsl/scanlines/scanlines.wgsl';
import spanSearch from '#wgsl/scanlines/span-search.access.wgsl';
import { type BuffersOf, type Gpu, groupsOver, KernelSet, type PrefixSum, type StageKernel } from '#gpu';

const KERNEL = {
  label: 'find candidates',
  parts: [
    grid,
    invocation,
    scanlines,
    sceneBodies,
    spanSearch,
    boneIndex,
    posedVertices,
    toolFaceBox,
    candidates,
    faceBits,
    markFace,
    perItem,
    findCandidates,
  ],
  bindings: {
    scene: 'uniform',
    counters: 'atomic',
    toolGeometry: 'read',
    posed: 'read',
    boneIndex: 'read',
    pairs: 'write',
    candidates: 'atomic',
  },
} as const satisfies StageKernel;

export type ScanlinePairBuffer = BuffersOf<typeof KERNEL>;

/** Words of `counters`. */
interface ScanlinePairCounters {
  /** Receives the number of pairs; 0 beforehand. */
  readonly pairs: number;
}

export class GpuScanlinePairs {
  readonly #kernels: KernelSet<ScanlinePairBuffer>;
  readonly #workgroupSize: number;

  private constructor(kernels: KernelSet<ScanlinePairBuffer>, workgroupSize: number) {
    this.#kernels = kernels;
    this.#workgroupSize = workgroupSize;
  }

  /** @param _sum for the other ways to find pairs. */
  static async make(
    gpu: Gpu,
    _sum: PrefixSum,
    counters: ScanlinePairCounters,
    workgroupSize: number,
  ): Promise<GpuScanlinePairs> {
    const constants = { workgroupSize, pairCountWord: counters.pairs };
    const kernels = await KernelSet.make<ScanlinePairBuffer>(gpu, [KERNEL], constants);
    return new GpuScanlinePairs(kernels, workgroupSize);
  }

  prepare(label: string, buffers: Readonly<Record<ScanlinePairBuffer, GPUBuffer>>) {
    const run = this.#kernels.bind(label, buffers);
    return {
      frontTotals: [] as readonly number[],
      encode: (pass: GPUComputePassEncoder, { toolFaces }: { readonly toolFaces: number }) =>
        run(pass, KERNEL.label, groupsOver(toolFaces, this.#workgroupSize)),
      destroy: () => {},
    };
  }
}
