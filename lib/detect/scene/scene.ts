// The public face of a scene: many bones and many tools.

import type { BroadPhaseMethod } from '#broad-phase';
import type { OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Backend, CandidateMethod, ContactReport } from '#records';

export interface SceneOptions {
  /** At least one of each. The meshes are copied. */
  readonly bones: readonly TriangleMesh[];
  readonly tools: readonly TriangleMesh[];
  /** δ, mm, ≥ 0. */
  readonly contactDistance: number;
  /** h, mm, > 0: the longest edge of a reported sub-triangle. */
  readonly resolution: number;
  /**
   * One entry a tool: its `feed` and its `shank`, as in createDetector, or undefined. With a feed, `penetration`
   * includes insertion and wallAhead.
   */
  readonly feeds?: readonly (ArrayLike<number> | undefined)[];
  readonly shanks?: readonly (number | undefined)[];
  /** As in createDetector, for each pair. Default 'auto'. */
  readonly backend?: Backend | 'auto';
  /** As in createDetector, for each pair. */
  readonly candidates?: CandidateMethod;
  /** How bodies that may touch are found; the answer does not depend on it. Default 'auto'. */
  readonly broadPhase?: BroadPhaseMethod | 'auto';
  /**
   * Whether the convex hulls of bodies whose boxes overlap are compared first: a detector runs only if these come
   * within δ. The answer does not depend on it. It pays for many bodies that are mostly convex. Default false.
   */
  readonly hulls?: boolean;
}

export const SCENE_OPTIONS: OptionNames<SceneOptions> = {
  bones: true,
  tools: true,
  contactDistance: true,
  resolution: true,
  feeds: true,
  shanks: true,
  backend: true,
  candidates: true,
  broadPhase: true,
  hulls: true,
};

/** A bone and a tool that are not separated. */
export interface SceneContact {
  /** Their indices in the options' lists. */
  readonly bone: number;
  readonly tool: number;
  /** Tool frame → bone frame, 16 numbers, column-major: the pose given to a detector of the two. */
  readonly pose: Float64Array;
  /** That detector's report, in the bone's frame. */
  readonly report: ContactReport;
}

export interface Scene {
  /**
   * The pairs that touch (near, intersecting or enclosed), ordered by bone, then tool. Every other pair is separated.
   * @param bonePoses 16 numbers a bone, column-major, its frame → the scene's, mm.
   * @param toolPoses likewise, of the tools.
   * @throws (as a rejection) PoseError as detect, BAD_LENGTH; NOT_RIGID also if two poses are as far from rigid as
   * allowed, and their relative pose is farther; KerfError DISPOSED.
   */
  detect(bonePoses: ArrayLike<number>, toolPoses: ArrayLike<number>): Promise<readonly SceneContact[]>;
  dispose(): void;
}
