// Leaves, their gaps and corners on the GPU → signs and distances of the corners, and from these the contacts,
// compacted: the kernels in order, with their bindings.
//
//   group-corners              one workgroup per block of leaves   each point once: its side by a ray; the cells that
//                                                                  hold one whose distance is wanted
//   list-faces                 one workgroup per new cell          the other body's faces near it
//   corner-distance            one thread per corner               nearest face of the cell's list
//   search-corners             one thread per corner               nearest face of all, if no list suffices
//   reduce-leaves              one thread per leaf                 contact, dropped or undecided; counts
//   (prefix sums of the three counts, in one)
//   scatter-results            one thread per leaf                 LEAF_RESULT records of contacts; rows and near faces
//                                                                  of undecided leaves, in the leaves' order

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import bodyMask from '#wgsl/bodies/body-mask.wgsl';
import divisions from '#wgsl/bodies/divisions.access.wgsl';
import leafCorners from '#wgsl/bodies/leaf-corners.wgsl';
import ownPoint from '#wgsl/bodies/own-point.access.wgsl';
import posePoint from '#wgsl/bodies/pose-point.wgsl';
import posedGeometry from '#wgsl/bodies/posed-geometry.access.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import sceneBodies from '#wgsl/bodies/scene-bodies.wgsl';
import bounds from '#wgsl/common/bounds.wgsl';
import counters from '#wgsl/common/counters.access.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import cornerDistance from '#wgsl/measure/corner-distance.kernel.wgsl';
import groupCorners from '#wgsl/measure/group-corners.kernel.wgsl';
import listFaces from '#wgsl/measure/list-faces.kernel.wgsl';
import reduceLeaf from '#wgsl/measure/reduce-leaf.wgsl';
import reduceLeaves from '#wgsl/measure/reduce-leaves.kernel.wgsl';
import scatterResults from '#wgsl/measure/scatter-results.kernel.wgsl';
import searchCorners from '#wgsl/measure/search-corners.kernel.wgsl';
import cornerCells from '#wgsl/proximity/corner-cells.wgsl';
import nearestFace from '#wgsl/proximity/nearest-face.wgsl';
import nearestFaceBounds from '#wgsl/proximity/nearest-face-bounds.wgsl';
import nearestSoFar from '#wgsl/proximity/nearest-so-far.wgsl';
import nodeBox from '#wgsl/proximity/node-box.access.wgsl';
import pointFace from '#wgsl/proximity/point-face.wgsl';
import leafCount from '#wgsl/records/leaf-count.access.wgsl';
import leafRecords from '#wgsl/records/leaf-records.wgsl';
import bothIndexes from '#wgsl/scanlines/both-indexes.access.wgsl';
import scanlines from '#wgsl/scanlines/scanlines.wgsl';
import signedBodies from '#wgsl/scanlines/signed-bodies.access.wgsl';
import spanSearch from '#wgsl/scanlines/span-search.access.wgsl';
import winding from '#wgsl/scanlines/winding.wgsl';
import pointTriangle from '#wgsl/triangles/point-triangle.wgsl';
import rayBounds from '#wgsl/triangles/ray-bounds.wgsl';
import rayCopy from '#wgsl/triangles/ray-copy.wgsl';
import rayFace from '#wgsl/triangles/ray-face.wgsl';
import { type BuffersOf, type Gpu, groupsFor, KernelSet, type PrefixSum, type StageKernel } from '#gpu';
import { BLOCK_LEAVES, RESULT_SUMS } from '#records';

const onLeaves = [invocation, counters, leafRecords, leafCount];
const onBodies = [grid, posePoint, ownPoint, leafCorners, bodyGeometry, divisions];
const cellsOfBodies = [scanlines, sceneBodies, cornerCells];
/** Bindings of the kernels that take corners of leaves to the other body. */
const ofCorners = {
  scene: 'uniform',
  counters: 'uniform',
  poses: 'read',
  rows: 'read',
  boneGeometry: 'read',
  toolGeometry: 'read',
  posed: 'read',
} as const;
const onNearest = [
  posedVertices,
  posedGeometry,
  bounds,
  pointTriangle,
  ...cellsOfBodies,
  nearestFaceBounds,
  pointFace,
  nearestSoFar,
];

/**
 * The kernels in dispatch order, each with its buffers, binding 0 first. Before the last, a prefix sum turns counts
 * into starts.
 */
export const CORNER_KERNELS = [
  {
    label: 'group corners',
    parts: [
      ...onLeaves,
      ...onBodies,
      rayBounds,
      rayFace,
      rayCopy,
      ...cellsOfBodies,
      bothIndexes,
      spanSearch,
      winding,
      signedBodies,
      groupCorners,
    ],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      poses: 'read',
      rows: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      boneIndex: 'read',
      toolIndex: 'read',
      corners: 'write',
      cells: 'atomic',
    },
  },
  {
    label: 'list faces',
    parts: [
      invocation,
      leafRecords,
      grid,
      bodyGeometry,
      bounds,
      pointTriangle,
      ...cellsOfBodies,
      nearestFaceBounds,
      pointFace,
      nodeBox,
      listFaces,
    ],
    bindings: {
      scene: 'uniform',
      boneGeometry: 'read',
      toolGeometry: 'read',
      boneBvh: 'read',
      toolBvh: 'read',
      cells: 'atomic',
      cellFaces: 'write',
    },
  },
  {
    label: 'corner distance',
    parts: [...onLeaves, ...onBodies, ...onNearest, perItem, cornerDistance],
    bindings: {
      ...ofCorners,
      cells: 'read',
      cellFaces: 'read',
      corners: 'write',
    },
  },
  {
    label: 'search corners',
    parts: [...onLeaves, ...onBodies, ...onNearest, nodeBox, nearestFace, perItem, searchCorners],
    bindings: {
      ...ofCorners,
      boneBvh: 'read',
      toolBvh: 'read',
      corners: 'write',
    },
  },
  {
    label: 'reduce leaves',
    parts: [...onLeaves, bodyMask, reduceLeaf, perItem, reduceLeaves],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      rows: 'read',
      gaps: 'read',
      corners: 'read',
      results: 'write',
      resultStarts: 'write',
    },
  },
  {
    label: 'scatter results',
    parts: [...onLeaves, perItem, scatterResults],
    bindings: {
      counters: 'uniform',
      rows: 'read',
      near: 'read',
      results: 'read',
      resultStarts: 'read',
      contacts: 'write',
      undecidedRows: 'write',
      undecidedNear: 'write',
    },
  },
] as const satisfies readonly StageKernel[];

/** The typical number of leaves whose corners lie in one cell: cells are two h wide. */
const LEAVES_A_LIST = 64;

export type CornerBuffer = BuffersOf<(typeof CORNER_KERNELS)[number]>;

/** Words of `counters`, which has COUNTER_WORDS. */
interface CornerCounters {
  /** The number of leaves. */
  readonly leaves: number;
  /**
   * The first of RESULT_SUMS words that receive the numbers of contacts, undecided leaves and their near faces. If a
   * buffer is too small, its number is more than it holds.
   */
  readonly contacts: number;
}

export class CornerStage {
  readonly #workgroupSize: number;
  readonly #kernels: KernelSet<CornerBuffer>;
  readonly #sum: PrefixSum;
  readonly #counters: CornerCounters;

  private constructor(
    kernels: KernelSet<CornerBuffer>,
    sum: PrefixSum,
    counters: CornerCounters,
    workgroupSize: number,
  ) {
    this.#kernels = kernels;
    this.#sum = sum;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(gpu: Gpu, sum: PrefixSum, counters: CornerCounters, workgroupSize = 64): Promise<CornerStage> {
    const constants = { workgroupSize, leafCountWord: counters.leaves };
    const kernels = await KernelSet.make<CornerBuffer>(gpu, CORNER_KERNELS, constants);
    return new CornerStage(kernels, sum, counters, workgroupSize);
  }

  /**
   * Makes everything that one encoding needs; valid as long as its buffers are.
   * @param buffers rows, gaps, corners (3 a leaf), results and resultStarts (RESULT_SUMS a leaf) hold `capacity`
   * leaves; cells, cellFaces, contacts, undecidedRows and undecidedNear any number. `cells` must be 0 at first, and
   * after a body, the scene's grid or either buffer has changed; between encodings both keep the lists of cells.
   * @returns `encode` with `expected`, the typical number of leaves (groupsFor); and `destroy`.
   */
  prepare(
    label: string,
    buffers: Readonly<Record<CornerBuffer, GPUBuffer>>,
    capacity: number,
  ): { encode(pass: GPUComputePassEncoder, expected: number): void; destroy(): void } {
    const run = this.#kernels.bind(label, buffers);
    const sum = this.#sum.prepare(`${label}: result starts`, {
      counters: buffers.counters,
      countWord: this.#counters.leaves,
      totalWord: this.#counters.contacts,
      values: buffers.resultStarts,
      capacity,
      sums: RESULT_SUMS,
    });
    return {
      encode: (pass, expected) => {
        const leaves = groupsFor(expected, this.#workgroupSize);
        const overCorners = groupsFor(3 * expected, this.#workgroupSize);
        run(pass, 'group corners', groupsFor(expected, BLOCK_LEAVES));
        run(pass, 'list faces', groupsFor(expected, LEAVES_A_LIST));
        run(pass, 'corner distance', overCorners);
        run(pass, 'search corners', overCorners);
        run(pass, 'reduce leaves', leaves);
        sum.encode(pass, expected);
        run(pass, 'scatter results', leaves);
      },
      destroy: () => sum.destroy(),
    };
  }
}
