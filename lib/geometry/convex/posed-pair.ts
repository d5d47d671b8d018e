// Two bodies and a pose → their stored coordinates, and the gap between them along a direction.
//
// It all follows from the set W of differences b − a, b in the posed second body and a in the first, without radii:
//
//        W           the bodies share a point if W holds the origin; else their distance is W's
//      ╱───╲
//     │  ·  │        along a unit n, W lies at min n·b − max n·a and beyond. The greatest of these gaps over all n is
//      ╲___╱         the signed distance: the distance if they are apart, else minus the least translation that
//                    takes the origin out of W. Each gap is a lower bound on it, whatever n is.
//
// Radii subtract r = rA + rB from the gap along every n, so from the greatest: the signed distance of the round bodies
// is the hulls' signed distance less r, for gaps and for penetrations.

import { emptyPose, poseVertex } from '#core';
import { gapSlack, pairMagnitude, tieSlack } from './bounds.ts';
import type { ConvexBody } from './convex-body.ts';
import { SupportSearch } from './support-search.ts';

export class PosedPair {
  first!: ConvexBody;
  second!: ConvexBody;
  /** The caller checks a pose into it before `load`. */
  readonly pose = emptyPose();
  /** M of bounds.ts. */
  magnitude = 0;
  /** gapSlack(magnitude). */
  slack = 0;
  /** Unit, first → second, in the first body's frame. */
  readonly normal = new Float64Array(3);
  /** min n·b − max n·a, as computed, without radii. */
  readonly gap = new Float64Array(1);
  readonly searchFirst = new SupportSearch();
  readonly searchSecond = new SupportSearch();

  load(first: ConvexBody, second: ConvexBody): void {
    const { matrix: m } = this.pose;
    this.first = first;
    this.second = second;
    const translation = Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]));
    this.magnitude = pairMagnitude(first.magnitude, second.magnitude, translation);
    this.slack = gapSlack(this.magnitude);
    this.searchFirst.load(first);
    this.searchSecond.load(second);
    this.searchFirst.tie[0] = this.searchSecond.tie[0] = tieSlack(this.magnitude);
  }

  /** Finds the two vertices that are nearest along `normal`, and the gap; by hill climbing, not proved. */
  seek(): void {
    this.#aim();
    this.searchFirst.climb();
    this.searchSecond.climb();
    this.#measure();
  }

  /** As seek, and no gap along `normal` is less than `gap` − `slack`. */
  prove(): void {
    this.seek();
    this.confirm();
  }

  /** Proves what seek found. */
  confirm(): void {
    this.searchFirst.confirm();
    this.searchSecond.confirm();
    this.#measure();
  }

  /** The stored coordinates of a vertex of the second body, to out[at …]. */
  store(vertex: number, out: Float64Array, at: number): void {
    poseVertex(this.pose.matrix, this.second.points, 3 * vertex, out, at);
  }

  #aim(): void {
    const { normal: n } = this;
    const { matrix: m } = this.pose;
    const a = this.searchFirst.direction;
    const b = this.searchSecond.direction;
    a[0] = n[0];
    a[1] = n[1];
    a[2] = n[2];
    b[0] = -(n[0] * m[0] + n[1] * m[1] + n[2] * m[2]);
    b[1] = -(n[0] * m[4] + n[1] * m[5] + n[2] * m[6]);
    b[2] = -(n[0] * m[8] + n[1] * m[9] + n[2] * m[10]);
  }

  #measure(): void {
    const { normal: n } = this;
    const { matrix: m } = this.pose;
    const along = n[0] * m[12] + n[1] * m[13] + n[2] * m[14];
    this.gap[0] = along - this.searchSecond.value[0] - this.searchFirst.value[0];
  }
}
