// What past submits needed → the capacity for the next one, and whether what came back fitted.

import { MOST_IMAGE_PIXELS } from '#records';
import type { GpuScene } from './gpu-scene.ts';
import type { Items, Kind } from './gpu-scratch.ts';

/** Kinds of which only the GPU knows how many there are. */
export type Counted = Extract<
  Kind,
  'front' | 'layers' | 'pairs' | 'hits' | 'rows' | 'near' | 'contacts' | 'undecidedRows' | 'undecidedNear'
>;
/** How many there were, of each kind. */
export type Found = Readonly<Record<Counted, number>>;

/** What there is capacity for at any time. */
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

/** Share of LEAST for each pose at least, so that a batch that comes to the bone fits behind one that did not. */
const LEAST_SHARE = 1 / 8;
/** Share of LEAST that a submit's dispatches have threads for at least, each pose. */
const THREADS_SHARE = 0.03;
/** Capacity over what is expected: a tool that moves on along its cut seldom needs twice as much a pose later. */
const SPARE = 1.5;
const KINDS = Object.keys(LEAST) as Counted[];

export class CapacityEstimate {
  /** Items a pose, of the last submit. */
  readonly #perPose: Record<Counted, number> = {
    ...{ front: 0, layers: 0, pairs: 0, hits: 0, rows: 0, near: 0, contacts: 0, undecidedRows: 0, undecidedNear: 0 },
  };
  readonly #least: Found;

  constructor(least: Found = LEAST) {
    this.#least = least;
  }

  /** Capacity for a submit. @param least what is known to be needed of it, where it is run again. */
  items(scene: GpuScene, poseCount: number, least: Found | null): Items {
    const counted = {} as Record<Counted, number>;
    for (const kind of KINDS) {
      const perPose = Math.max(this.#perPose[kind], LEAST_SHARE * this.#least[kind]);
      const expected = Math.max(perPose * poseCount, least?.[kind] ?? 0);
      counted[kind] = this.#least[kind] + Math.ceil(SPARE * expected);
    }
    const [bone, tool] = scene.bitmapWords;
    const toolFaces = poseCount * scene.toolFaceCount;
    const isImage = scene.method === 'image';
    return {
      ...counted,
      // A front begins with every tool face; where pairs are found by scanlines there is none.
      front: scene.method === 'bvh-front' ? Math.max(counted.front, toolFaces) : 0,
      layers: isImage ? counted.layers : 0,
      // One more, which ends the last pixel.
      imagePixels: isImage ? poseCount * MOST_IMAGE_PIXELS + 1 : 0,
      boneLeaves: isImage ? poseCount * scene.bone.bvhLeaves : 0,
      poses: poseCount,
      toolVertices: poseCount * scene.toolVertexCount,
      toolFaces,
      bitmapWords: poseCount * (bone + tool),
    };
  }

  /**
   * How many there may be in a submit, and no fewer a pose than a share of LEAST: what dispatches have threads for,
   * which need not be as many.
   * @param most of each kind.
   */
  expected(poseCount: number, most = Number.POSITIVE_INFINITY): Found {
    const perPose = (kind: Counted): number => Math.max(this.#perPose[kind], THREADS_SHARE * LEAST[kind]);
    const counts = KINDS.map((kind) => Math.min(most, poseCount * perPose(kind)));
    return Object.fromEntries(KINDS.map((kind, k) => [kind, counts[k]])) as Found;
  }

  /** Takes note of what a submit found. */
  learn(found: Found, poseCount: number): void {
    for (const kind of KINDS) this.#perPose[kind] = found[kind] / poseCount;
  }
}

/**
 * Whether all of it fitted. Where one kind did not, there may be more of the kinds that come of it than `found` says.
 */
export function isWithin(found: Found, capacity: Readonly<Record<Counted, number>>): boolean {
  return KINDS.every((kind) => found[kind] <= capacity[kind]);
}
