// Poses on the GPU → posed vertices, candidate pairs, and the faces without candidates that lie inside the other solid:
// the kernels in order, with their bindings.
//
//   pose-vertices         one thread per tool vertex of a pose
//   (candidate pairs: gpu-scanline-pairs.ts, gpu-front-pairs.ts or gpu-image-pairs.ts)
//   interior-tool-faces   one thread per tool face of a pose      sets without candidates: a ray through the bone
//   interior-bone-faces   one thread per cell under the tool      no candidates: rays through the tool
//
// Whichever method finds pairs, each comes once, in any order, and each face that has one gets its bit.

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import bodyMask from '#wgsl/bodies/body-mask.wgsl';
import faceBits from '#wgsl/bodies/face-bits.wgsl';
import posePoint from '#wgsl/bodies/pose-point.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import sceneBodies from '#wgsl/bodies/scene-bodies.wgsl';
import interiorBoneFaces from '#wgsl/candidates/interior-bone-faces.kernel.wgsl';
import interiorFaces from '#wgsl/candidates/interior-faces.access.wgsl';
import interiorToolFaces from '#wgsl/candidates/interior-tool-faces.kernel.wgsl';
import poseVertices from '#wgsl/candidates/pose-vertices.kernel.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import boneIndex from '#wgsl/scanlines/bone-index.access.wgsl';
import bothIndexes from '#wgsl/scanlines/both-indexes.access.wgsl';
import scanlines from '#wgsl/scanlines/scanlines.wgsl';
import spanSearch from '#wgsl/scanlines/span-search.access.wgsl';
import winding from '#wgsl/scanlines/winding.wgsl';
import rayBounds from '#wgsl/triangles/ray-bounds.wgsl';
import rayCopy from '#wgsl/triangles/ray-copy.wgsl';
import rayFace from '#wgsl/triangles/ray-face.wgsl';
import { type BuffersOf, type Gpu, groupsOver, KernelSet, type PrefixSum, type StageKernel } from '#gpu';
import type { CandidateMethod } from '#records';
import { type FrontPairBuffer, GpuFrontPairs } from './gpu-front-pairs.ts';
import { GpuImagePairs, type ImagePairBuffer } from './gpu-image-pairs.ts';
import { GpuScanlinePairs, type ScanlinePairBuffer } from './gpu-scanline-pairs.ts';

const common = [grid, invocation];
const walk = [...common, scanlines, sceneBodies, spanSearch];
const interior = [
  ...walk,
  posePoint,
  rayBounds,
  rayFace,
  rayCopy,
  bodyGeometry,
  winding,
  faceBits,
  bodyMask,
  interiorFaces,
];

/** Kernels with their buffers, binding 0 first, in dispatch order. */
const KERNELS = [
  {
    label: 'pose vertices',
    parts: [...common, posePoint, perItem, poseVertices],
    bindings: { scene: 'uniform', poses: 'read', toolGeometry: 'read', posed: 'write' },
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
      toolSets: 'read',
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
 * candidates, inside, undecided: bitmaps of faces, see wgsl/bodies/face-bits.wgsl; a face without candidates has its
 * bit in at most one of the latter two.
 */
export type CandidateBuffer =
  | BuffersOf<(typeof KERNELS)[number]>
  | ScanlinePairBuffer
  | FrontPairBuffer
  | ImagePairBuffer;

/** Words of `counters`. */
interface CandidateCounters {
  /** Tool faces times poses: set by the caller. */
  readonly toolFaces: number;
  /** Receives the number of pairs, which exceeds the capacity of `pairs` if that is too small. */
  readonly pairs: number;
  /** The first of MOST_BVH_LEVELS words that receive the number of pairs of each round of a front but the first. */
  readonly front: number;
  /** For images: their pixels plus one, and leaves of the bone's BVH times poses, set by the caller. */
  readonly pixels: number;
  readonly boneLeaves: number;
  /** Receives the number of intervals in the pixels: if `layers` holds fewer, the pairs are void. */
  readonly layers: number;
}

/** Items that the buffers hold; pairs may hold any number. */
interface CandidateCapacity {
  /** frontA, frontB, frontStarts; at least the tool faces of all poses if pairs are found by a front. */
  readonly front: number;
  /** Levels of the bone's BVH in use. */
  readonly boneLevels: number;
  /** pixelStarts; leafStarts. */
  readonly pixels: number;
  readonly boneLeaves: number;
}

/**
 * Sizes of one submit's dispatches. footprint: as footprintCells returns it; 0 if the bone's faces are not wanted or
 * the tool has no inside. front, pairs: the usual number of pairs in a round of a front, and of candidate pairs
 * (groupsFor). pixels: of all images; boneLeaves: of the bone's BVH.
 */
interface CandidateSizes {
  readonly poseCount: number;
  readonly toolVertexCount: number;
  readonly toolFaceCount: number;
  readonly footprint: number;
  readonly front: number;
  readonly pairs: number;
  readonly pixels: number;
  readonly boneLeaves: number;
}

interface PreparedCandidates {
  /**
   * Words of `counters` with the capacity that each round of the front needed, at least; if one exceeds the actual
   * capacity, the pairs are void. Empty if there is no front.
   */
  readonly frontTotals: readonly number[];
  /** Encodes the stage; the three bitmaps must be 0 beforehand. */
  encode(pass: GPUComputePassEncoder, sizes: CandidateSizes): void;
  destroy(): void;
}

/** The pair finder: by the bone's scanlines, a front that descends its BVH, or an image of the overlap. */
type PairFinder = GpuScanlinePairs | GpuFrontPairs | GpuImagePairs;
const FINDERS = {
  'bvh-front': GpuFrontPairs,
  image: GpuImagePairs,
  scanlines: GpuScanlinePairs,
  bvh: GpuScanlinePairs,
};

export class GpuCandidates {
  readonly #kernels: KernelSet<BuffersOf<(typeof KERNELS)[number]>>;
  readonly #finder: PairFinder;
  readonly #workgroupSize: number;

  private constructor(
    kernels: KernelSet<BuffersOf<(typeof KERNELS)[number]>>,
    finder: PairFinder,
    workgroupSize: number,
  ) {
    this.#kernels = kernels;
    this.#finder = finder;
    this.#workgroupSize = workgroupSize;
  }

  static async make(
    gpu: Gpu,
    sum: PrefixSum,
    counters: CandidateCounters,
    method: CandidateMethod,
    workgroupSize = 64,
  ): Promise<GpuCandidates> {
    const [kernels, finder] = await Promise.all([
      KernelSet.make<BuffersOf<(typeof KERNELS)[number]>>(gpu, KERNELS, { workgroupSize }),
      FINDERS[method].make(gpu, sum, counters, workgroupSize),
    ]);
    return new GpuCandidates(kernels, finder, workgroupSize);
  }

  /** Makes the state that encodings need; valid as long as its buffers are. */
  prepare(
    label: string,
    buffers: Readonly<Record<CandidateBuffer, GPUBuffer>>,
    capacity: CandidateCapacity,
  ): PreparedCandidates {
    const run = this.#kernels.bind(label, buffers);
    const pairs = this.#finder.prepare(label, buffers, capacity);
    return {
      frontTotals: pairs.frontTotals,
      encode: (pass, { poseCount, toolVertexCount, toolFaceCount, footprint, ...sizes }) => {
        const over = (items: number) => groupsOver(items, this.#workgroupSize);
        const toolFaces = poseCount * toolFaceCount;
        run(pass, 'pose vertices', over(poseCount * toolVertexCount));
        pairs.encode(pass, { ...sizes, toolFaces, boneLeaves: poseCount * sizes.boneLeaves });
        run(pass, 'interior tool faces', over(toolFaces));
        run(pass, 'interior bone faces', [...over(footprint), poseCount]);
      },
      destroy: () => pairs.destroy(),
    };
  }
}
