// Posed tool faces and the bone's BVH on the GPU → candidate pairs, by an image of each pose's overlap: the kernels in
// order, with their bindings.
//
//   count-image-layers     one thread per tool face of a pose   how many faces touch each pixel
//   (prefix sum of the counts)
//   scatter-image-layers   one thread per tool face of a pose   IMAGE_LAYER records of each pixel
//   count-image-pairs      one thread per leaf of a pose        how many pairs its faces have: they look through the
//   (prefix sum of the counts)                                  pixels that they touch
//   scatter-image-pairs    one thread per leaf of a pose        PAIR records in order of pose, leaf, bone face, pixel
//   mark-image-pairs       one thread per pair                  a bit for each face that has one
//
// The number of dispatches does not depend on the bodies.

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import faceBits from '#wgsl/bodies/face-bits.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import countImageLayers from '#wgsl/candidates/count-image-layers.kernel.wgsl';
import countImagePairs from '#wgsl/candidates/count-image-pairs.kernel.wgsl';
import drawToolFace from '#wgsl/candidates/draw-tool-face.access.wgsl';
import imageFace from '#wgsl/candidates/image-face.wgsl';
import imagePairs from '#wgsl/candidates/image-pairs.access.wgsl';
import imageToolFace from '#wgsl/candidates/image-tool-face.access.wgsl';
import markFace from '#wgsl/candidates/mark-face.access.wgsl';
import markImagePairs from '#wgsl/candidates/mark-image-pairs.kernel.wgsl';
import scatterImageLayers from '#wgsl/candidates/scatter-image-layers.kernel.wgsl';
import scatterImagePairs from '#wgsl/candidates/scatter-image-pairs.kernel.wgsl';
import toolFaceBox from '#wgsl/candidates/tool-face-box.access.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import {
  type BuffersOf,
  type Gpu,
  groupsFor,
  groupsOver,
  KernelSet,
  owned,
  type PrefixSum,
  type StageKernel,
} from '#gpu';

const image = [grid, invocation, imageFace, posedVertices, imageToolFace, perItem];
const draw = [...image, drawToolFace];
const pairs = [...image, bodyGeometry, toolFaceBox, imagePairs];
const seen = { scene: 'uniform', images: 'uniform', toolGeometry: 'read', posed: 'read' } as const;
const looked = { ...seen, boneBvh: 'read', boneGeometry: 'read', pixelStarts: 'read', layers: 'read' } as const;

/** In dispatch order; prefix sums turn counts into starts between them. */
const KERNELS = [
  {
    label: 'count image layers',
    parts: [...draw, countImageLayers],
    bindings: { ...seen, pixelStarts: 'atomic' },
  },
  {
    label: 'scatter image layers',
    parts: [...draw, scatterImageLayers],
    bindings: { ...seen, pixelStarts: 'read', pixelFill: 'atomic', layers: 'write' },
  },
  {
    label: 'count image pairs',
    parts: [...pairs, countImagePairs],
    bindings: { ...looked, leafStarts: 'write' },
  },
  {
    label: 'scatter image pairs',
    parts: [...pairs, scatterImagePairs],
    bindings: { ...looked, leafStarts: 'read', pairs: 'write' },
  },
] as const satisfies readonly StageKernel[];
const MARK = {
  label: 'mark image pairs',
  parts: [invocation, faceBits, markFace, perItem, markImagePairs],
  bindings: { scene: 'uniform', counters: 'read', pairs: 'read', candidates: 'atomic' },
} as const satisfies StageKernel;
type KernelBuffer = BuffersOf<(typeof KERNELS)[number]>;

/** pixelStarts and pixelFill must be 0 before. */
export type ImagePairBuffer = KernelBuffer | BuffersOf<typeof MARK>;

/**
 * Words of `counters`: pixels of all images plus one, and leaves of the bone's BVH times poses, set by the caller; the
 * number of layers in the pixels, and the number of pairs.
 */
interface ImagePairCounters {
  readonly pixels: number;
  readonly layers: number;
  readonly boneLeaves: number;
  readonly pairs: number;
}

/** Items that the buffers hold: pixelStarts; leafStarts. Layers and pairs may hold any number. */
interface ImagePairCapacity {
  readonly pixels: number;
  readonly boneLeaves: number;
}

/** Sizes of the dispatches; pairs: the usual number (groupsFor). */
interface ImagePairSizes {
  readonly toolFaces: number;
  readonly pixels: number;
  readonly boneLeaves: number;
  readonly pairs: number;
}

export class GpuImagePairs {
  readonly #sum: PrefixSum;
  readonly #kernels: KernelSet<KernelBuffer>;
  readonly #mark: KernelSet<BuffersOf<typeof MARK>>;
  readonly #counters: ImagePairCounters;
  readonly #workgroupSize: number;

  private constructor(
    sum: PrefixSum,
    kernels: KernelSet<KernelBuffer>,
    mark: KernelSet<BuffersOf<typeof MARK>>,
    counters: ImagePairCounters,
    workgroupSize: number,
  ) {
    this.#sum = sum;
    this.#kernels = kernels;
    this.#mark = mark;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(
    gpu: Gpu,
    sum: PrefixSum,
    counters: ImagePairCounters,
    workgroupSize: number,
  ): Promise<GpuImagePairs> {
    const [kernels, mark] = await Promise.all([
      KernelSet.make<KernelBuffer>(gpu, KERNELS, { workgroupSize }),
      KernelSet.make<BuffersOf<typeof MARK>>(gpu, [MARK], { workgroupSize, pairCountWord: counters.pairs }),
    ]);
    return new GpuImagePairs(sum, kernels, mark, counters, workgroupSize);
  }

  /** Makes the state that encodings need; valid as long as its buffers are. */
  prepare(label: string, buffers: Readonly<Record<ImagePairBuffer, GPUBuffer>>, capacity: ImagePairCapacity) {
    return owned((keep) => {
      const { counters, pixelStarts, leafStarts } = buffers;
      const words = this.#counters;
      const run = this.#kernels.bind(label, buffers);
      const mark = this.#mark.bind(label, buffers);
      const pixelSum = keep(
        this.#sum.prepare(`${label}: pixel starts`, {
          ...{ counters, countWord: words.pixels, totalWord: words.layers },
          ...{ values: pixelStarts, capacity: capacity.pixels },
        }),
      );
      const leafSum = keep(
        this.#sum.prepare(`${label}: leaf starts`, {
          ...{ counters, countWord: words.boneLeaves, totalWord: words.pairs },
          ...{ values: leafStarts, capacity: capacity.boneLeaves },
        }),
      );
      return {
        frontTotals: [] as readonly number[],
        encode: (pass: GPUComputePassEncoder, { toolFaces, pixels, boneLeaves, pairs: expected }: ImagePairSizes) => {
          const [overFaces, overLeaves] = [toolFaces, boneLeaves].map((items) =>
            groupsOver(items, this.#workgroupSize),
          );
          run(pass, 'count image layers', overFaces);
          pixelSum.encode(pass, pixels + 1);
          run(pass, 'scatter image layers', overFaces);
          run(pass, 'count image pairs', overLeaves);
          leafSum.encode(pass, boneLeaves);
          run(pass, 'scatter image pairs', overLeaves);
          mark(pass, MARK.label, groupsFor(expected, this.#workgroupSize));
        },
      };
    });
  }
}
