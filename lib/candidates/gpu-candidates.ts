// Poses on the GPU → posed vertices, candidate pairs, and the faces without candidates that lie inside the other solid:
// the kernels in order, with their bindings.
//
//   pose-vertices         one thread a tool vertex of a pose
//   count-candidates      one thread a tool face of a pose      how many bone faces' boxes meet its own, inflated
//   (prefix sum of the counts)
//   scatter-candidates    one thread a tool face of a pose      PAIR records in order of pose, tool face, cell, depth;
//                                                               a bit for each face that has one
//   interior-tool-faces   one thread a tool face of a pose      no candidates: rays through the bone
//   interior-bone-faces   one thread a cell under the tool      no candidates: rays through the tool

import bodyGeometry from '../../wgsl/bodies/body-geometry.access.wgsl';
import bodyMask from '../../wgsl/bodies/body-mask.wgsl';
import faceBits from '../../wgsl/bodies/face-bits.wgsl';
import posePoint from '../../wgsl/bodies/pose-point.wgsl';
import posedVertices from '../../wgsl/bodies/posed-vertices.access.wgsl';
import sceneBodies from '../../wgsl/bodies/scene-bodies.wgsl';
import candidates from '../../wgsl/candidates/candidates.access.wgsl';
import countCandidates from '../../wgsl/candidates/count-candidates.kernel.wgsl';
import interiorBoneFaces from '../../wgsl/candidates/interior-bone-faces.kernel.wgsl';
import interiorFaces from '../../wgsl/candidates/interior-faces.access.wgsl';
import interiorToolFaces from '../../wgsl/candidates/interior-tool-faces.kernel.wgsl';
import poseVertices from '../../wgsl/candidates/pose-vertices.kernel.wgsl';
import scatterCandidates from '../../wgsl/candidates/scatter-candidates.kernel.wgsl';
import grid from '../../wgsl/common/grid.wgsl';
import invocation from '../../wgsl/common/invocation.wgsl';
import perItem from '../../wgsl/common/per-item.wgsl';
import boneIndex from '../../wgsl/scanlines/bone-index.access.wgsl';
import bothIndexes from '../../wgsl/scanlines/both-indexes.access.wgsl';
import scanlines from '../../wgsl/scanlines/scanlines.wgsl';
import spanSearch from '../../wgsl/scanlines/span-search.access.wgsl';
import winding from '../../wgsl/scanlines/winding.wgsl';
import rayBounds from '../../wgsl/triangles/ray-bounds.wgsl';
import rayFace from '../../wgsl/triangles/ray-face.wgsl';
import { type BuffersOf, type Gpu, groupsOver, KernelSet, type PrefixSum, type StageKernel } from '../gpu/index.ts';

const common = [grid, invocation];
const walk = [...common, scanlines, sceneBodies, spanSearch];
const interior = [...walk, posePoint, rayBounds, rayFace, bodyGeometry, winding, faceBits, bodyMask, interiorFaces];

/**
 * Kernels with their buffers, binding 0 first. In the order of their dispatches; the prefix sum turns counts into
 * starts after the second.
 */
const KERNELS = [
  {
    label: 'pose vertices',
    parts: [...common, posePoint, perItem, poseVertices],
    bindings: { scene: 'uniform', poses: 'read', toolGeometry: 'read', posed: 'write' },
  },
  {
    label: 'count candidates',
    parts: [...walk, boneIndex, posedVertices, candidates, perItem, countCandidates],
    bindings: { scene: 'uniform', toolGeometry: 'read', posed: 'read', boneIndex: 'read', candidateStarts: 'write' },
  },
  {
    label: 'scatter candidates',
    parts: [...walk, faceBits, boneIndex, posedVertices, candidates, perItem, scatterCandidates],
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
  {
    label: 'interior tool faces',
    parts: [...interior, boneIndex, posedVertices, perItem, interiorToolFaces],
    bindings: {
      scene: 'uniform',
      boneGeometry: 'read',
      toolGeometry: 'read',
      posed: 'read',
      boneIndex: 'read',
      candidates: 'read',
      inside: 'atomic',
      undecided: 'atomic',
    },
  },
  {
    label: 'interior bone faces',
    parts: [...interior, bothIndexes, interiorBoneFaces],
    bindings: {
      scene: 'uniform',
      poses: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      boneIndex: 'read',
      toolIndex: 'read',
      candidates: 'read',
      inside: 'atomic',
      undecided: 'atomic',
    },
  },
] as const satisfies readonly StageKernel[];

/**
 * `counters` is the prefix sum's. candidates, inside, undecided: bitmaps of faces, see wgsl/bodies/face-bits.wgsl; a
 * face without candidates has at most one of the latter two.
 */
export type CandidateBuffer = BuffersOf<(typeof KERNELS)[number]> | 'counters';

/** Words of `counters`. */
interface CandidateCounters {
  /** Tool faces times poses: the caller's. */
  readonly toolFaces: number;
  /** Receives how many pairs there are: more than `pairs` holds, where that is too small. */
  readonly pairs: number;
}

/**
 * What one submit's dispatches are sized by. footprint: as footprintCells gives it; 0 where the bone's faces are not
 * wanted or the tool has no inside.
 */
interface CandidateSizes {
  readonly poseCount: number;
  readonly toolVertexCount: number;
  readonly toolFaceCount: number;
  readonly footprint: number;
}

export class GpuCandidates {
  readonly #sum: PrefixSum;
  readonly #kernels: KernelSet<CandidateBuffer>;
  readonly #counters: CandidateCounters;
  readonly #workgroupSize: number;

  private constructor(
    sum: PrefixSum,
    kernels: KernelSet<CandidateBuffer>,
    counters: CandidateCounters,
    workgroupSize: number,
  ) {
    this.#sum = sum;
    this.#kernels = kernels;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(gpu: Gpu, sum: PrefixSum, counters: CandidateCounters, workgroupSize = 64): Promise<GpuCandidates> {
    const kernels = await KernelSet.make<CandidateBuffer>(gpu, KERNELS, { workgroupSize });
    return new GpuCandidates(sum, kernels, counters, workgroupSize);
  }

  /**
   * Makes what encodings need; valid as long as its buffers are.
   * @param buffers candidateStarts holds `capacity` tool faces of poses, pairs may hold any number.
   * @returns encodes the stage; the three bitmaps must be 0 before.
   */
  prepare(
    label: string,
    buffers: Readonly<Record<CandidateBuffer, GPUBuffer>>,
    capacity: number,
  ): { encode(pass: GPUComputePassEncoder, sizes: CandidateSizes): void; destroy(): void } {
    const run = this.#kernels.bind(label, buffers);
    const starts = this.#sum.prepare(`${label}: candidate starts`, {
      counters: buffers.counters,
      countWord: this.#counters.toolFaces,
      totalWord: this.#counters.pairs,
      values: buffers.candidateStarts,
      capacity,
    });
    return {
      encode: (pass, { poseCount, toolVertexCount, toolFaceCount, footprint }) => {
        const over = (items: number) => groupsOver(items, this.#workgroupSize);
        const toolFaces = poseCount * toolFaceCount;
        run(pass, 'pose vertices', over(poseCount * toolVertexCount));
        run(pass, 'count candidates', over(toolFaces));
        starts.encode(pass, groupsOver(toolFaces, this.#sum.itemsPerGroup));
        run(pass, 'scatter candidates', over(toolFaces));
        run(pass, 'interior tool faces', over(toolFaces));
        run(pass, 'interior bone faces', [...over(footprint), poseCount]);
      },
      destroy: () => starts.destroy(),
    };
  }
}
