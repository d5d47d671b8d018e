// A scene and scratch buffers → the commands of one submit: all stages over all its poses.

import { GpuCandidates, IMAGE_WORDS, imagePlanes } from '#candidates';
import { type Gpu, inflation, POSE_WORDS, PrefixSum, type StageTimer } from '#gpu';
import { PairStage } from '#intersect';
import { CornerStage, LeafGapStage } from '#measure';
import { type CandidateMethod, COUNTER_WORDS } from '#records';
import { footprintCells, IndexKernels } from '#scanlines';
import { SubdivideStage } from '#subdivide';
import type { GpuScene } from './gpu-scene.ts';
import type { GpuScratch } from './gpu-scratch.ts';

/**
 * Words of `counters`. The host writes the first two, and an image's pixels and boneLeaves; contacts, undecided and
 * undecidedNear follow one another, as one prefix sum writes them.
 */
export const COUNTERS = {
  ...({ toolFaces: 0, bitmapWords: 1, pairs: 2, hits: 3 } as const),
  ...({ leaves: 4, contacts: 5, undecided: 6, undecidedNear: 7 } as const),
  ...({ pixels: 8, boneLeaves: 9, layers: 10 } as const),
  ...({ active: 11, near: 12, branches: 13, tests: 14 } as const),
  /** The first of MOST_BVH_LEVELS. */
  front: 15,
};

type Expected = Readonly<Record<'front' | 'pairs' | 'rows' | 'near', number>>;

/** A submit's commands, valid while scene and buffers stay. */
export interface PreparedQuery {
  /**
   * @param expected the numbers usually found: dispatches have as many threads.
   * @param forget whether lists of faces near cells are dropped, as they must be when a body or a buffer has changed.
   */
  encode(
    encoder: GPUCommandEncoder,
    timer: StageTimer,
    poses: Int32Array,
    poseCount: number,
    expected: Expected,
    forget: boolean,
  ): void;
  /**
   * Words of `counters` with the numbers of rows of each kind and of near faces of the subdivision, and the number of
   * pairs in each round of the front.
   */
  readonly totals: Readonly<Record<'rows' | 'near' | 'front', readonly number[]>>;
  destroy(): void;
}

export class GpuPipeline {
  readonly index: IndexKernels;
  readonly #gpu: Gpu;
  readonly #candidates: GpuCandidates;
  readonly #pairs: PairStage;
  readonly #subdivide: SubdivideStage;
  readonly #leafGap: LeafGapStage;
  readonly #corners: CornerStage;

  private constructor(stages: {
    readonly gpu: Gpu;
    readonly index: IndexKernels;
    readonly candidates: GpuCandidates;
    readonly pairs: PairStage;
    readonly subdivide: SubdivideStage;
    readonly leafGap: LeafGapStage;
    readonly corners: CornerStage;
  }) {
    this.#gpu = stages.gpu;
    this.index = stages.index;
    this.#candidates = stages.candidates;
    this.#pairs = stages.pairs;
    this.#subdivide = stages.subdivide;
    this.#leafGap = stages.leafGap;
    this.#corners = stages.corners;
  }

  /** Compiles all kernels. @param method of stage 1. @throws DeviceError SHADER_ERROR, DEVICE_LOST (as rejections). */
  static async make(gpu: Gpu, method: CandidateMethod, workgroupSize = 64): Promise<GpuPipeline> {
    const sum = await PrefixSum.make(gpu);
    const [index, candidates, pairs, subdivide, leafGap, corners] = await Promise.all([
      IndexKernels.make(gpu, sum, workgroupSize),
      GpuCandidates.make(gpu, sum, COUNTERS, method, workgroupSize),
      PairStage.make(gpu, COUNTERS, workgroupSize),
      SubdivideStage.make(gpu, sum, COUNTERS, workgroupSize),
      LeafGapStage.make(gpu, COUNTERS.leaves, workgroupSize),
      CornerStage.make(gpu, sum, COUNTERS, workgroupSize),
    ]);
    return new GpuPipeline({ gpu, index, candidates, pairs, subdivide, leafGap, corners });
  }

  prepare(scene: GpuScene, scratch: GpuScratch): PreparedQuery {
    const label = 'query';
    const buffers = buffersOf(scene, scratch);
    const rowCapacity = scratch.capacityOf('rows');
    const candidates = this.#candidates.prepare(label, buffers, {
      front: scratch.capacityOf('front'),
      ...{ pixels: scratch.capacityOf('imagePixels'), boneLeaves: scratch.capacityOf('boneLeaves') },
      boneLevels: scene.bone.bvhLevels,
    });
    const pairs = this.#pairs.prepare(label, buffers);
    const capacities = {
      rows: rowCapacity,
      near: scratch.capacityOf('near'),
      bitmapWords: scratch.capacityOf('bitmapWords'),
    };
    const subdivide = this.#subdivide.prepare(label, buffers, capacities);
    const leafGap = this.#leafGap.prepare(label, buffers);
    const corners = this.#corners.prepare(label, buffers, rowCapacity);
    return {
      totals: { ...subdivide.totals, front: candidates.frontTotals },
      encode: (encoder, timer, poses, poseCount, expected, forget) => {
        if (forget) encoder.clearBuffer(buffers.cells);
        const { bitmapWords, pixels } = this.#writeInputs(scene, buffers, encoder, poses, poseCount);
        const inPass = (stage: string, ...parts: readonly ((pass: GPUComputePassEncoder) => void)[]) => {
          const pass = timer.begin(encoder, stage);
          for (const encodePart of parts) encodePart(pass);
          pass.end();
        };
        const sizes = { ...candidateSizes(scene, poses, poseCount), ...expected, pixels };
        inPass('regions', (pass) => candidates.encode(pass, sizes));
        inPass('distance', (pass) => pairs.encode(pass, expected.pairs));
        inPass('subdivide', (pass) => subdivide.encode(pass, bitmapWords, expected));
        inPass(
          'distance',
          (pass) => leafGap.encode(pass, expected.rows),
          (pass) => corners.encode(pass, expected.rows),
        );
      },
      destroy: () => {
        for (const owned of [candidates, subdivide, corners]) owned.destroy();
      },
    };
  }

  /**
   * Writes scene, poses, images and counters, and clears what kernels add to.
   * @returns the words of all poses' bitmaps, and the pixels of their images.
   */
  #writeInputs(
    scene: GpuScene,
    buffers: QueryBuffers,
    encoder: GPUCommandEncoder,
    poses: Int32Array,
    poseCount: number,
  ): { bitmapWords: number; pixels: number } {
    const { queue } = this.#gpu.device;
    const [boneWords, toolWords] = scene.bitmapWords;
    const bitmapWords = poseCount * (boneWords + toolWords);
    const counts = new Uint32Array(COUNTER_WORDS);
    counts[COUNTERS.toolFaces] = poseCount * scene.toolFaceCount;
    counts[COUNTERS.bitmapWords] = bitmapWords;
    const pixels = scene.method === 'image' ? this.#writeImages(scene, buffers, encoder, poses, poseCount) : 0;
    counts[COUNTERS.pixels] = pixels + 1;
    counts[COUNTERS.boneLeaves] = poseCount * scene.bone.bvhLeaves;
    queue.writeBuffer(buffers.scene, 0, scene.words(poseCount));
    queue.writeBuffer(buffers.poses, 0, poses, 0, POSE_WORDS * poseCount);
    queue.writeBuffer(buffers.counters, 0, counts);
    for (const bitmap of [buffers.candidates, buffers.inside, buffers.undecided])
      encoder.clearBuffer(bitmap, 0, 4 * bitmapWords);
    encoder.clearBuffer(buffers.poseCounts);
    encoder.clearBuffer(buffers.nearStarts);
    encoder.clearBuffer(buffers.nearFill);
    encoder.clearBuffer(buffers.branchStarts);
    return { bitmapWords, pixels };
  }

  /** @returns the number of pixels of all images. */
  #writeImages(
    scene: GpuScene,
    { images, pixelStarts, pixelFill }: QueryBuffers,
    encoder: GPUCommandEncoder,
    poses: Int32Array,
    poseCount: number,
  ): number {
    const planes = new Int32Array(IMAGE_WORDS * poseCount);
    const aim = { bounds: scene.bone.bounds, reach: inflation(scene.grid), pixel: scene.imagePixel };
    const pixels = imagePlanes(aim, poses.subarray(0, POSE_WORDS * poseCount), planes);
    this.#gpu.device.queue.writeBuffer(images, 0, planes);
    encoder.clearBuffer(pixelStarts, 0, 4 * (pixels + 1));
    encoder.clearBuffer(pixelFill, 0, 4 * (pixels + 1));
    return pixels;
  }
}

type QueryBuffers = ReturnType<typeof buffersOf>;

/** A submit's scratch buffers and the resident ones, by the names of the kernels' bindings. */
function buffersOf(scene: GpuScene, scratch: GpuScratch) {
  return {
    ...scratch.buffers,
    boneGeometry: scene.bone.geometry,
    boneIndex: scene.bone.index.buffer,
    boneBvh: scene.bone.bvh,
    toolGeometry: scene.tool.geometry,
    toolIndex: scene.tool.index.buffer,
    toolBvh: scene.tool.bvh,
    toolSets: scene.toolSets,
  };
}

function candidateSizes(scene: GpuScene, poses: Int32Array, poseCount: number) {
  const { toolVertexCount, toolFaceCount, needsBoneInterior } = scene;
  const { grid, levels } = scene.bone.index;
  const footprint = needsBoneInterior ? footprintCells(grid, levels, poses, poseCount) : 0;
  return { poseCount, toolVertexCount, toolFaceCount, footprint, boneLeaves: scene.bone.bvhLeaves };
}
