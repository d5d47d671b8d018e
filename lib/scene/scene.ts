// The public face of a scene: many bones and many tools.

import type { BroadPhaseMethod } from '#broad-phase';
import type { OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import type { Backend, CandidateMethod, ContactReport } from '#records';

export interface SceneOptions {
  /** At least one each. The meshes are copied. */
  readonly bones: readonly TriangleMesh[];
  readonly tools: readonly TriangleMesh[];
  /** δ, mm, ≥ 0. */
  readonly contactDistance: number;
  /** h, mm, > 0: the longest edge of a reported sub-triangle. */
  readonly resolution: number;
  /**
   * A place a tool: its `feed` and its `shank`, as createDetector's, or undefined. With a feed, `penetration` tells
   * insertion and wallAhead.
   */
  readonly feeds?: readonly (ArrayLike<number> | undefined)[];
  readonly shanks?: readonly (number | undefined)[];
  /** As createDetector's, of each pair. Default 'auto'. */
  readonly backend?: Backend | 'auto';
  /** As createDetector's, of each pair. */
  readonly candidates?: CandidateMethod;
  /** How bodies that may touch are found; the answer does not depend on it. Default 'auto'. */
  readonly broadPhase?: BroadPhaseMethod | 'auto';
  /**
   * Whether bodies whose boxes overlap are first compared by their convex hulls: only where these come within δ is a
   * detector asked. The answer does not depend on it. It pays for many bodies that are mostly convex. Default false.
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
  /** Their places in the options' lists. */
  readonly bone: number;
  readonly tool: number;
  /** Tool frame → bone frame, 16 numbers, column-major: what a detector of the two is asked with. */
  readonly pose: Float64Array;
  /** That detector's report, in the bone's frame. */
  readonly report: ContactReport;
}

export interface Scene {
  /**
   * The pairs that touch: near, intersecting or enclosed, by bone, then tool. Every other pair is separated.
   * @param bonePoses 16 numbers a bone, column-major, its frame → the scene's, mm.
   * @param toolPoses likewise, of the tools.
   * @throws (as a rejection) PoseError as detect, BAD_LENGTH; NOT_RIGID also where two poses are as far from rigid as
   * they may be, and the one seen from the other is farther; KerfError DISPOSED.
   */
  detect(bonePoses: ArrayLike<number>, toolPoses: ArrayLike<number>): Promise<readonly SceneContact[]>;
  dispose(): void;
}
