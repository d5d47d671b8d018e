// Posed tool faces and the bone's BVH on the GPU → candidate pairs, by a front that descends breadth first: the kernels
// in order, with their bindings.
//
//   begin-front           one thread per tool face of a pose   the root with each
// and for each level of the tree, from the root down to the leaves
//   test-front-nodes      one thread per pair of the front     which children the tool face may meet
//   (prefix sum of their numbers)
//   scatter-front         one thread per pair of the front     the next front: (child, tool face)
// but in the last round, over leaves,
//   test-front-faces      one thread per pair of the front     which faces of the leaf the tool face may meet
//   (prefix sum of their numbers)
//   scatter-front-pairs   one thread per pair of the front     PAIR records in order of pose, tool face, place in the
//                                                              tree; a bit for each face that has one
//
// Each round reads the number of pairs that the previous round counted: the host never waits, and the number of
// dispatches depends only on the number of tree levels.

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import faceBits from '#wgsl/bodies/face-bits.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import beginFront from '#wgsl/candidates/begin-front.kernel.wgsl';
import frontRound from '#wgsl/candidates/front-round.access.wgsl';
import markFace from '#wgsl/candidates/mark-face.access.wgsl';
import scatterFront from '#wgsl/candidates/scatter-front.kernel.wgsl';
import scatterFrontPairs from '#wgsl/candidates/scatter-front-pairs.kernel.wgsl';
import testFrontFaces from '#wgsl/candidates/test-front-faces.kernel.wgsl';
import testFrontNodes from '#wgsl/candidates/test-front-nodes.kernel.wgsl';
import toolFaceBox from '#wgsl/candidates/tool-face-box.access.wgsl';
import counters from '#wgsl/common/counters.access.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import {
  type BuffersOf,
  type Gpu,
  groupsFor,
  groupsOver,
  type Keep,
  KernelSet,
  owned,
  type PrefixSum,
  type StageKernel,
} from '#gpu';
import { FRONT_ROUND, recordWords, wordsOf } from '#records';

const round = [invocation, counters, frontRound, perItem];
const tested = [posedVertices, toolFaceBox];
const sizes = { scene: 'uniform', counters: 'uniform', round: 'uniform' } as const;
const pairsOfRound = { front: 'write', frontStarts: 'write' } as const;

const BEGIN = {
  label: 'begin front',
  parts: [invocation, perItem, beginFront],
  bindings: { scene: 'uniform', front: 'write' },
} as const satisfies StageKernel;
/** Above the leaves. */
const NODE_KERNELS = [
  {
    label: 'test front nodes',
    parts: [...round, ...tested, testFrontNodes],
    bindings: { ...sizes, toolGeometry: 'read', posed: 'read', boneBvh: 'read', ...pairsOfRound },
  },
  {
    label: 'scatter front',
    parts: [...round, scatterFront],
    bindings: { counters: 'uniform', round: 'uniform', front: 'read', frontStarts: 'read', nextFront: 'write' },
  },
] as const satisfies readonly StageKernel[];
/** At the leaves. */
const FACE_KERNELS = [
  {
    label: 'test front faces',
    parts: [...round, ...tested, bodyGeometry, testFrontFaces],
    bindings: {
      ...sizes,
      toolGeometry: 'read',
      posed: 'read',
      boneBvh: 'read',
      boneGeometry: 'read',
      ...pairsOfRound,
    },
  },
  {
    label: 'scatter front pairs',
    parts: [...round, faceBits, markFace, scatterFrontPairs],
    bindings: {
      ...sizes,
      front: 'read',
      frontStarts: 'read',
      boneBvh: 'read',
      pairs: 'write',
      candidates: 'atomic',
    },
  },
] as const satisfies readonly StageKernel[];
type NodeBuffer = BuffersOf<(typeof NODE_KERNELS)[number]>;
type FaceBuffer = BuffersOf<(typeof FACE_KERNELS)[number]>;

/** Bindings that change from round to round. */
type OfRound = 'round' | 'front' | 'nextFront';
export type FrontPairBuffer = Exclude<NodeBuffer | FaceBuffer, OfRound> | 'frontA' | 'frontB';

/** Words of `counters`: tool faces of all poses, set by the caller; pairs of each later round; and candidate pairs. */
interface FrontCounters {
  readonly toolFaces: number;
  readonly front: number;
  readonly pairs: number;
}

/** Items that frontA, frontB and frontStarts hold; levels of the bone's BVH. */
interface FrontCapacity {
  readonly front: number;
  readonly boneLevels: number;
}

/** Tool faces of all poses; the usual number of pairs in a round (groupsFor). */
interface FrontSizes {
  readonly toolFaces: number;
  readonly front: number;
}

interface Round {
  /** Level of the front's nodes. */
  readonly level: number;
  /** Whether its front is in frontA. */
  readonly isEven: boolean;
  /** Words of `counters`: its pairs, and those of the next round, or candidate pairs. */
  readonly count: number;
  readonly total: number;
  readonly capacity: number;
}

interface Kernels {
  readonly begin: KernelSet<BuffersOf<typeof BEGIN>>;
  readonly nodes: KernelSet<NodeBuffer>;
  readonly faces: KernelSet<FaceBuffer>;
}

export class GpuFrontPairs {
  readonly #gpu: Gpu;
  readonly #sum: PrefixSum;
  readonly #kernels: Kernels;
  readonly #counters: FrontCounters;
  readonly #workgroupSize: number;

  private constructor(gpu: Gpu, sum: PrefixSum, kernels: Kernels, counters: FrontCounters, workgroupSize: number) {
    this.#gpu = gpu;
    this.#sum = sum;
    this.#kernels = kernels;
    this.#counters = counters;
    this.#workgroupSize = workgroupSize;
  }

  static async make(gpu: Gpu, sum: PrefixSum, counters: FrontCounters, workgroupSize: number): Promise<GpuFrontPairs> {
    const constants = { workgroupSize };
    const [begin, nodes, faces] = await Promise.all([
      KernelSet.make<BuffersOf<typeof BEGIN>>(gpu, [BEGIN], constants),
      KernelSet.make<NodeBuffer>(gpu, NODE_KERNELS, constants),
      KernelSet.make<FaceBuffer>(gpu, FACE_KERNELS, constants),
    ]);
    return new GpuFrontPairs(gpu, sum, { begin, nodes, faces }, counters, workgroupSize);
  }

  /** Makes the state that encodings need; valid as long as its buffers are. */
  prepare(label: string, buffers: Readonly<Record<FrontPairBuffer, GPUBuffer>>, capacity: FrontCapacity) {
    return owned((keep) => {
      // The first round's front has each tool face of each pose once; the words of later rounds are consecutive.
      const totals = Array.from({ length: capacity.boneLevels }, (_, k) =>
        k === 0 ? this.#counters.toolFaces : this.#counters.front + k - 1,
      );
      const begin = this.#kernels.begin.bind(label, { ...buffers, front: buffers.frontA });
      const rounds = totals.map((count, k) =>
        this.#round(`${label}: front ${k}`, buffers, keep, {
          level: capacity.boneLevels - 1 - k,
          isEven: k % 2 === 0,
          count,
          total: totals[k + 1] ?? this.#counters.pairs,
          capacity: capacity.front,
        }),
      );
      return {
        frontTotals: totals as readonly number[],
        encode: (pass: GPUComputePassEncoder, { toolFaces, front: expected }: FrontSizes) => {
          begin(pass, BEGIN.label, groupsOver(toolFaces, this.#workgroupSize));
          for (const encode of rounds) encode(pass, Math.max(toolFaces, expected));
        },
      };
    });
  }

  /** One level of the tree: test, sum, scatter. @returns encodes it. */
  #round(
    label: string,
    buffers: Readonly<Record<FrontPairBuffer, GPUBuffer>>,
    keep: Keep,
    { level, isEven, count, total, capacity }: Round,
  ) {
    const [front, nextFront] = isEven ? [buffers.frontA, buffers.frontB] : [buffers.frontB, buffers.frontA];
    const { counters, frontStarts: values } = buffers;
    const bound = { ...buffers, front, nextFront, round: keep(this.#roundUniform(label, level, count, capacity)) };
    const run = level > 0 ? this.#kernels.nodes.bind(label, bound) : this.#kernels.faces.bind(label, bound);
    const [test, scatter] = (level > 0 ? NODE_KERNELS : FACE_KERNELS).map((kernel) => kernel.label);
    const sum = keep(this.#sum.prepare(label, { counters, countWord: count, totalWord: total, values, capacity }));
    return (pass: GPUComputePassEncoder, expected: number) => {
      const groups = groupsFor(expected, this.#workgroupSize);
      run(pass, test, groups);
      sum.encode(pass, expected);
      run(pass, scatter, groups);
    };
  }

  #roundUniform(label: string, level: number, count: number, capacity: number): GPUBuffer {
    const { UNIFORM, COPY_DST } = GPUBufferUsage;
    const uniform = this.#gpu.buffer(label, 4 * wordsOf(FRONT_ROUND), UNIFORM | COPY_DST);
    const words = Uint32Array.from(recordWords(FRONT_ROUND, { level, count, capacity }));
    this.#gpu.device.queue.writeBuffer(uniform, 0, words);
    return uniform;
  }
}
