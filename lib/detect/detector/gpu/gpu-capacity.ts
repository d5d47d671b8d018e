// What past submits needed → the capacity for the next one, and whether its results fitted.

import { MOST_IMAGE_PIXELS } from '#records';
import type { GpuScene } from './gpu-scene.ts';
import type { Items, Kind } from './gpu-scratch.ts';

/** Kinds whose number only the GPU knows. */
export type Counted = Extract<
  Kind,
  'front' | 'layers' | 'pairs' | 'hits' | 'rows' | 'near' | 'contacts' | 'undecidedRows' | 'undecidedNear'
>;
/** The number found of each kind. */
export type Found = Readonly<Record<Counted, number>>;

/** The least capacity at any time. */
const LEAST: Found = {
  front: 8192,
  layers: 8192,
  pairs: 4096,
  hits: 256,
  rows: 8192,
  near: 32768,
  contacts: 512,
  undecidedRows: 128,
  undecidedNear: 1024,
};

/** Least share of LEAST for each pose, so that a batch that reaches the bone fits after one that did not. */
const LEAST_SHARE = 1 / 8;
/** Share of LEAST for which a submit's dispatches have threads at least, per pose. */
const THREADS_SHARE = 0.03;
/** Capacity over the expected number: a tool that moves on along its cut seldom needs twice as much a pose later. */
const SPARE = 1.5;
const KINDS = Object.keys(LEAST) as Counted[];

export class CapacityEstimate {
  /** Items per pose in the last submit. */
  readonly #perPose: Record<Counted, number> = {
    ...{ front: 0, layers: 0, pairs: 0, hits: 0, rows: 0, near: 0, contacts: 0, undecidedRows: 0, undecidedNear: 0 },
  };
  readonly #least: Found;

  constructor(least: Found = LEAST) {
    this.#least = least;
  }

  /** Capacity for a submit. @param least what it is known to need, if it is a rerun. */
  items(scene: GpuScene, poseCount: number, least: Found | null): Items {
    const counted = {} as Record<Counted, number>;
    for (const kind of KINDS) {
      const perPose = Math.max(this.#perPose[kind], LEAST_SHARE * this.#least[kind]);
      const expected = Math.max(perPose * poseCount, least?.[kind] ?? 0);
      counted[kind] = this.#least[kind] + Math.ceil(SPARE * expected);
    }
    const [bone, tool] = scene.bitmapWords;
    const isImage = scene.method === 'image';
    return {
      ...counted,
      // A front begins with every tool face; with scanlines there is none.
      front: scene.method === 'bvh-front' ? Math.max(counted.front, poseCount * scene.toolFaceCount) : 0,
      layers: isImage ? counted.layers : 0,
      // One more, to end the last pixel.
      imagePixels: isImage ? poseCount * MOST_IMAGE_PIXELS + 1 : 0,
      boneLeaves: isImage ? poseCount * scene.bone.bvhLeaves : 0,
      poses: poseCount,
      toolVertices: poseCount * scene.toolVertexCount,
      bitmapWords: poseCount * (bone + tool),
    };
  }

  /**
   * The numbers expected in a submit, per pose at least a share of LEAST: dispatches have threads for these, and the
   * actual numbers may be larger.
   * @param most of each kind.
   */
  expected(poseCount: number, most = Number.POSITIVE_INFINITY): Found {
    const perPose = (kind: Counted): number => Math.max(this.#perPose[kind], THREADS_SHARE * LEAST[kind]);
    const counts = KINDS.map((kind) => Math.min(most, poseCount * perPose(kind)));
    return Object.fromEntries(KINDS.map((kind, k) => [kind, counts[k]])) as Found;
  }

  /** Records what a submit found. */
  learn(found: Found, poseCount: number): void {
    for (const kind of KINDS) this.#perPose[kind] = found[kind] / poseCount;
  }
}

/**
 * Whether everything fitted. If one kind did not, there may be more of the kinds derived from it than `found` says.
 */
export function isWithin(found: Found, capacity: Readonly<Record<Counted, number>>): boolean {
  return KINDS.every((kind) => found[kind] <= capacity[kind]);
}
