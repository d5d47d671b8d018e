// A line along the feed and a point of the tool on it → the distance from there to where the line leaves the bone, if
// the point certainly is the tool's last one on the line and certainly lies in the bone.
//
// Three certified steps: the point is far enough from the bone's surface that rounding does not move it across, so its
// winding number is exact; the tool has no crossing ahead of it; and the winding number, carried along the line from
// crossing to crossing of the bone, becomes 0 where the line leaves the bone. If the next crossing is within rounding
// of that one, the line may not have left it there.

import type { SolidTest } from '#records';
import { BoneDistance } from './bone-distance.ts';
import { FeedLine } from './feed-line.ts';
import type { FeedSpace } from './feed-space.ts';

export class LastPoints {
  readonly #space: FeedSpace;
  readonly #boneLine: FeedLine;
  readonly #toolLine: FeedLine;
  readonly #solid: SolidTest;
  readonly #distance: BoneDistance;
  readonly #point = new Float64Array(3);

  constructor(space: FeedSpace) {
    this.#space = space;
    this.#boneLine = new FeedLine(space, space.bone);
    this.#toolLine = new FeedLine(space, space.tool);
    this.#solid = space.bone.body.solid;
    this.#distance = new BoneDistance(space.bone.body);
  }

  /** Takes the pose of the space's last `begin`. */
  begin(): void {
    this.#distance.begin();
  }

  /**
   * An upper bound, mm, on the distance from the point at s, u, v to where the line leaves the bone; Infinity if the
   * point may lie outside the bone, if the tool may continue ahead of it, or if rounding decides a crossing.
   * @param beyond mm: crossings of the tool no farther ahead than this are the point itself.
   */
  mostBone(s: number, u: number, v: number, beyond: number): number {
    const p = this.#point;
    this.#space.pointAt(s, u, v, p);
    this.#distance.measure(p, 0);
    if (this.#distance.low <= 2 * this.#space.slack) return Number.POSITIVE_INFINITY;
    let winding = this.#solid.windingAt(p[0], p[1], p[2]);
    if (winding === 0) return Number.POSITIVE_INFINITY;
    const tool = this.#toolLine;
    tool.find(u, v, s + beyond);
    if (tool.isUndecided || tool.crossings.length > 0) return Number.POSITIVE_INFINITY;
    const bone = this.#boneLine;
    bone.find(u, v, s);
    if (bone.isUndecided) return Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (const [i, { s: height, turn, wrong }] of bone.crossings.entries()) {
      winding -= turn;
      highest = Math.max(highest, height + wrong);
      const next = bone.crossings.at(i + 1);
      if (winding === 0 && (next === undefined || next.s - next.wrong > highest))
        return highest - s + this.#space.slack;
    }
    return Number.POSITIVE_INFINITY;
  }
}
