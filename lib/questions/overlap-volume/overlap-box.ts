// A bone and a posed tool → a box along the tool's axes that contains the overlap of the two solids.
//
//      ┌───────────────┐ tool's box   All faces of the bone in the box lie in a smaller one. The rest of the box on one
//      │    ┌─────┐    │              side of that one, say to the left, contains no face of the bone, so it lies all
//      │left│╲___╱│    │              inside the bone or all outside: one point decides, exactly. If it is outside, the
//      └────┴─────┴────┘              box ends there.

import type { Surface } from '#records';
import { type ColumnFaces, slackOf } from './column-faces.ts';
import { BOX } from './pieces.ts';
import { BoxTurn, type ToolView } from './tool-view.ts';

/** A side is tried if it is wider than this many times the slack of boxes: its middle is then clear of every face. */
const LEAST_WIDTH = 2 ** 10;

export class OverlapBox {
  /** Low u, v, depth, high u, v, depth. */
  readonly box = new Float64Array(BOX);
  /** The intersection of both bodies' boxes along the bone's axes: low x, y, z, high x, y, z. */
  readonly common = new Float64Array(BOX);
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #faces: ColumnFaces;
  readonly #turn = new BoxTurn();
  readonly #part = new Float64Array(BOX);
  readonly #local = new Float64Array(3);
  readonly #point = new Float64Array(3);

  /** @param faces scratch. */
  constructor(bone: Surface, tool: Surface, faces: ColumnFaces) {
    this.#bone = bone;
    this.#tool = tool;
    this.#faces = faces;
  }

  /** Whether the bodies' boxes along the bone's axes share a volume. If not, their overlap has none. */
  meet(): boolean {
    const { common } = this;
    const a = this.#bone.bounds;
    const b = this.#tool.bounds;
    for (let k = 0; k < 3; k++) {
      common[k] = Math.max(a[k], b[k]);
      common[3 + k] = Math.min(a[3 + k], b[3 + k]);
    }
    return isBox(common);
  }

  /** @param view from the middle of `common`. @returns false if the overlap certainly has no volume. */
  find(view: ToolView): boolean {
    const { box } = this;
    this.#begin(view);
    if (!isBox(box)) return false;
    const faces = this.#faces;
    faces.find(this.#bone, view, box, false);
    if (faces.corners.length === 0) {
      this.#part.set(box);
      return this.#isBoneInPart(view);
    }
    this.#trim(view);
    return true;
  }

  /** Sets the box to the tool's, intersected with that of `common`. */
  #begin(view: ToolView): void {
    const { box, common } = this;
    const tool = this.#tool;
    const part = this.#part;
    const { levels } = tool.bvh;
    this.#turn.set(view, tool.frame, slackOf(tool, view));
    this.#turn.turn(levels[levels.length - 1], 0, box);
    this.#turn.set(view, this.#bone.frame, slackOf(this.#bone, view));
    this.#turn.turn(common, 0, part);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.max(box[k], part[k]);
      box[3 + k] = Math.min(box[3 + k], part[3 + k]);
    }
  }

  /** Removes from the box the parts beyond the faces found that are not bone. */
  #trim(view: ToolView): void {
    const { box } = this;
    const part = this.#part;
    const { values, length } = this.#faces.corners;
    const { slack } = this.#faces;
    const least = LEAST_WIDTH * slack;
    for (let side = 0; side < 6; side++) {
      const k = side % 3;
      const isLow = side < 3;
      let end = isLow ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      for (let at = k; at < length; at += 3) end = isLow ? Math.min(end, values[at]) : Math.max(end, values[at]);
      if (isLow ? end - box[k] < least : box[3 + k] - end < least) continue;
      part.set(box);
      part[isLow ? 3 + k : k] = end;
      if (!this.#isBoneInPart(view)) box[side] = isLow ? end - slack : end + slack;
    }
  }

  /** Whether the middle of #part is inside the bone, exactly; then all of it is, as it contains no face of the bone. */
  #isBoneInPart(view: ToolView): boolean {
    const part = this.#part;
    const point = this.#point;
    for (let k = 0; k < 3; k++) this.#local[k] = part[k] / 2 + part[3 + k] / 2;
    view.pointBack(this.#local, point);
    return this.#bone.solid.isInside(point[0], point[1], point[2]);
  }
}

function isBox(box: Float64Array): boolean {
  return box[0] < box[3] && box[1] < box[4] && box[2] < box[5];
}
