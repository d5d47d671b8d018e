// A pose → how far the tool has come into and through the bone, without a report.

import type { BoneBody, ToolBody } from '#bodies';
import { checkPose, emptyPose } from '#core';
import { intersectionSegmentsOf } from '#intersect';
import { type PenetrationOptions, PenetrationQuery } from '#penetration';
import type { Penetration } from '#records';
import { SharedSegment } from '#triangles';
import { hasPartInside } from '../contact-state.ts';
import { IntersectingPairsQuery } from './intersecting-pairs-query.ts';

export class PenetrationFinder {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #intersecting: IntersectingPairsQuery;
  readonly #segment = new SharedSegment();
  readonly #query: PenetrationQuery;
  readonly #pose = emptyPose();

  constructor(bone: BoneBody, tool: ToolBody, options: PenetrationOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#intersecting = new IntersectingPairsQuery(bone, tool);
    this.#query = new PenetrationQuery(bone, tool, options);
  }

  /** @returns null if one of the bodies is no solid. @throws PoseError. */
  find(pose: ArrayLike<number>): Penetration | null {
    const bone = this.#bone;
    const tool = this.#tool;
    const checked = checkPose(pose, this.#pose);
    const pairs = new Uint32Array(2 * this.#intersecting.find(checked));
    this.#intersecting.write(pairs);
    tool.moveTo(checked, bone.magnitude);
    const segments = intersectionSegmentsOf(bone, tool, pairs, this.#segment);
    const isOverlapping = pairs.length > 0 || this.#isEnclosed();
    return this.#query.find({ pairs, segments, isOverlapping });
  }

  /** Whether one of two bodies whose surfaces share no point lies in the other. */
  #isEnclosed(): boolean {
    const [bone, tool] = [this.#bone, this.#tool];
    if (!bone.signed || !tool.signed) return false;
    const isIn = (body: BoneBody | ToolBody, other: BoneBody | ToolBody): boolean =>
      hasPartInside(body, body.topology.representatives(), other.solid.isInside);
    return isIn(tool, bone) || isIn(bone, tool);
  }
}
