// Leaves and the faces near them on the GPU → a LEAF_GAP record each, and what is known of their corners: the kernel
// with its bindings.

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import bodyMask from '#wgsl/bodies/body-mask.wgsl';
import divisions from '#wgsl/bodies/divisions.access.wgsl';
import leafCorners from '#wgsl/bodies/leaf-corners.wgsl';
import posedGeometry from '#wgsl/bodies/posed-geometry.access.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import bounds from '#wgsl/common/bounds.wgsl';
import counters from '#wgsl/common/counters.access.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import firstStates from '#wgsl/measure/first-states.wgsl';
import leafGapKernel from '#wgsl/measure/leaf-gap.kernel.wgsl';
import leafGap from '#wgsl/measure/leaf-gap.wgsl';
import leafCount from '#wgsl/records/leaf-count.access.wgsl';
import leafRecords from '#wgsl/records/leaf-records.wgsl';
import planeSide from '#wgsl/triangles/plane-side.wgsl';
import pointTriangle from '#wgsl/triangles/point-triangle.wgsl';
import segmentSegment from '#wgsl/triangles/segment-segment.wgsl';
import separation from '#wgsl/triangles/separation.wgsl';
import sharePoint from '#wgsl/triangles/share-point.wgsl';
import triangleDistance from '#wgsl/triangles/triangle-distance.wgsl';
import { type BuffersOf, type Gpu, groupsFor, KernelSet, type StageKernel } from '#gpu';

/** The parts that measure two triangles, without bindings. */
const TRIANGLE_PARTS = [
  grid,
  bounds,
  separation,
  planeSide,
  sharePoint,
  pointTriangle,
  segmentSegment,
  triangleDistance,
];

/** The kernel with its buffers, binding 0 first. */
const LEAF_GAP_KERNEL = {
  label: 'leaf gap',
  parts: [
    invocation,
    counters,
    leafRecords,
    leafCount,
    ...TRIANGLE_PARTS,
    bodyGeometry,
    posedVertices,
    posedGeometry,
    divisions,
    leafCorners,
    leafGap,
    bodyMask,
    firstStates,
    perItem,
    leafGapKernel,
  ],
  bindings: {
    scene: 'uniform',
    counters: 'uniform',
    rows: 'read',
    near: 'read',
    boneGeometry: 'read',
    toolGeometry: 'read',
    posed: 'read',
    gaps: 'write',
    corners: 'write',
  },
} as const satisfies StageKernel;

type LeafGapBuffer = BuffersOf<typeof LEAF_GAP_KERNEL>;

export class LeafGapStage {
  readonly #workgroupSize: number;
  readonly #kernels: KernelSet<LeafGapBuffer>;

  private constructor(kernels: KernelSet<LeafGapBuffer>, workgroupSize: number) {
    this.#kernels = kernels;
    this.#workgroupSize = workgroupSize;
  }

  /** @param leafCountWord word of `counters` that holds the number of leaves. */
  static async make(gpu: Gpu, leafCountWord: number, workgroupSize = 64): Promise<LeafGapStage> {
    const constants = { workgroupSize, leafCountWord };
    return new LeafGapStage(await KernelSet.make<LeafGapBuffer>(gpu, [LEAF_GAP_KERNEL], constants), workgroupSize);
  }

  /**
   * Makes everything that one encoding needs; valid as long as its buffers are.
   * @param buffers rows, gaps and corners (3 a leaf) hold all leaves, counters COUNTER_WORDS words.
   * @returns a function that encodes it; `expected`: the typical number of leaves (groupsFor).
   */
  prepare(
    label: string,
    buffers: Readonly<Record<LeafGapBuffer, GPUBuffer>>,
  ): { encode(pass: GPUComputePassEncoder, expected: number): void } {
    const run = this.#kernels.bind(label, buffers);
    return {
      encode: (pass, expected) => run(pass, LEAF_GAP_KERNEL.label, groupsFor(expected, this.#workgroupSize)),
    };
  }
}
