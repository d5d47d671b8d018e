// A bone and a tool's samples, each in an 18-DOP → a lower bound on their distance before any sample is looked at.
//
//      bone's 18-DOP            tool's                18 sides fit bodies well for their cost (J. T. Klosowski et al.,
//       ╭─────────╮     gap    ╭──────╮               1998). The search is warm-started from pose to pose, so a hand
//      │   bone    │ ◀──────▶ │ samples │             moving in air costs two support points and a proof.
//       ╰─────────╯            ╰──────╯
//
// Edits that remove faces leave it true. Faces that edits have added are in a box of their own; the result is the
// smaller of the two gaps.
//
// Slack: a sample is a weighted mean of the DOP's vertices, and the pose's formula moves each of them by less than
// 8·u·M off its exact place, so by 16·u·M off the DOP of the stored coordinates; lengthSlack is four times that.

import { type ConvexBody, kDopBody, PairDistance } from '#convex';
import { isPose, lengthSlack } from '#core';
import type { Surface } from '#records';

const SIDES = 18;

export class FarProxies {
  readonly #bone: ConvexBody;
  readonly #tool: ConvexBody;
  readonly #toBone = new PairDistance();
  readonly #toAdded = new PairDistance();
  /** Box of all faces that edits have added: low x, y, z, high x, y, z; and its body, null if there are none. */
  readonly #box = new Float64Array(6);
  #added: ConvexBody | null = null;

  /** @param points xyz a sample, mm, in the tool's frame. */
  constructor(bone: Surface, points: Float64Array) {
    this.#bone = kDopBody(bone.positions.subarray(0, 3 * bone.vertexCount), SIDES);
    this.#tool = kDopBody(points, SIDES);
  }

  /** Takes note of edits. @param box around the faces they have added; empty (low above high) if none. */
  edit(box: Float64Array): void {
    if (box[0] > box[3]) return;
    const own = this.#box;
    for (let k = 0; k < 3; k++) {
      own[k] = this.#added === null ? box[k] : Math.min(own[k], box[k]);
      own[3 + k] = this.#added === null ? box[3 + k] : Math.max(own[3 + k], box[3 + k]);
    }
    const corners = new Float64Array(24);
    for (let n = 0; n < 24; n++) corners[n] = own[((Math.floor(n / 3) >> (n % 3)) & 1) * 3 + (n % 3)];
    this.#added = kDopBody(corners, 6);
    this.#toAdded.forget();
  }

  /**
   * mm: no sample is nearer to the surface at this pose; if it is above 0, none is inside the bone's solid.
   * @param pose 16 numbers, tool → bone; −∞ for one that is not rigid.
   */
  gapAt(pose: Float64Array): number {
    const gap = this.#gapTo(this.#toBone, this.#bone, pose);
    return this.#added === null || gap <= 0 ? gap : Math.min(gap, this.#gapTo(this.#toAdded, this.#added, pose));
  }

  #gapTo(search: PairDistance, body: ConvexBody, pose: Float64Array): number {
    if (!isPose(pose, search.pair.pose)) return Number.NEGATIVE_INFINITY;
    search.measure(body, this.#tool);
    return search.bounds[0] - lengthSlack(search.pair.magnitude);
  }
}
