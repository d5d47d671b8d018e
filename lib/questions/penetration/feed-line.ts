// A line along the feed × a body → the faces that it crosses above some height, in order, and whether rounding leaves
// any of them undecided. The line is a point (u, v); a BVH node is skipped if its shadow does not contain the point.

import type { FeedSpace, PlacedBody } from './feed-space.ts';
import { PLACED } from './feed-space.ts';
import { heightOn, isWithin, shadowArea, steepness } from './shadow-overlap.ts';
import { eachChild, eachFace } from './tool-nodes.ts';

/** A face that the line crosses at height s. turn: 1 if it leaves the solid there, −1 if it enters. */
interface LineCrossing {
  readonly face: number;
  readonly s: number;
  readonly turn: 1 | -1;
  /** mm: the error bound of s. */
  readonly wrong: number;
}

export class FeedLine {
  /** By ascending s. */
  readonly crossings: LineCrossing[] = [];
  /** Whether rounding decides any face: then `crossings` may miss one or contain one too many. */
  isUndecided = false;
  readonly #space: FeedSpace;
  readonly #placed: PlacedBody;
  readonly #corners = new Float64Array(PLACED);

  constructor(space: FeedSpace, placed: PlacedBody) {
    this.#space = space;
    this.#placed = placed;
  }

  /** Finds the crossings at heights above `from` on the line through u, v. */
  find(u: number, v: number, from: number): void {
    this.crossings.length = 0;
    this.isUndecided = false;
    const top = this.#placed.body.bvh.levels.length - 1;
    this.#visit(top, 0, u, v, from);
    this.crossings.sort((a, b) => a.s - b.s || a.face - b.face);
  }

  #visit(level: number, node: number, u: number, v: number, from: number): void {
    const { body, boxes } = this.#placed;
    boxes.make(level, node);
    const box = boxes.levels[level];
    const o = 6 * node;
    if (box[o + 3] < from || u < box[o + 1] || u > box[o + 4] || v < box[o + 2] || v > box[o + 5]) return;
    if (level > 0) eachChild(body, level, node, (child) => this.#visit(level - 1, child, u, v, from));
    else eachFace(body, node, (face) => this.#tryFace(face, u, v, from));
  }

  #tryFace(face: number, u: number, v: number, from: number): void {
    const { slack } = this.#space;
    const corners = this.#corners;
    this.#space.placeFace(this.#placed.body, face, corners, 0);
    if (Math.max(corners[0], corners[3], corners[6]) + slack <= from) return;
    // The nodes' boxes contain this box, so which faces are tested does not depend on the tree.
    for (const [k, x] of [
      [1, u],
      [2, v],
    ])
      if (
        x < Math.min(corners[k], corners[k + 3], corners[k + 6]) - slack ||
        x > Math.max(corners[k], corners[k + 3], corners[k + 6]) + slack
      )
        return;
    if (!isWithin(corners, 0, u, v, -slack)) return;
    const steep = steepness(corners, 0, slack);
    const isSure = steep < Number.POSITIVE_INFINITY && isWithin(corners, 0, u, v, slack);
    if (!isSure) {
      this.isUndecided = true;
      return;
    }
    const s = heightOn(corners, 0, u, v);
    const wrong = 4 * slack * (2 + steep);
    if (s + wrong <= from) return;
    if (s - wrong <= from) this.isUndecided = true;
    else this.crossings.push({ face, s, turn: shadowArea(corners, 0) > 0 ? 1 : -1, wrong });
  }
}
