// A body and a box along the tool's axes → the body's faces in the box, or also those over and under it, as u, v, depth
// of their corners.

import { GrowingArray, grown, stopIfUnwanted } from '#core';
import { BRANCHING, type Surface } from '#records';
import { turnSlack } from './rounding.ts';
import { BoxTurn, type ToolView } from './tool-view.ts';

/** Numbers per face. */
export const FACE = 9;

export class ColumnFaces {
  /** Nine numbers per face. */
  readonly corners = new GrowingArray(new Float64Array(2048));
  /** The faces' numbers. */
  readonly numbers = new GrowingArray(new Uint32Array(256));
  /** mm: the widening of the box in which faces are sought; at least twice the slack of the body's frame. */
  slack = 0;
  readonly #turn = new BoxTurn();
  readonly #face = new Float64Array(FACE);
  readonly #box = new Float64Array(6);
  #nodes = new Uint32Array(256);
  #children = new Uint32Array(256);
  #column: Float64Array = new Float64Array(6);

  /**
   * Finds the faces that no edit has removed and whose box along the tool's axes comes within `slack` of the given one,
   * level by level down the body's BVH.
   * @param column low u, v, depth, high u, v, depth.
   * @param isOpen whether faces over and under the box are sought too.
   */
  find(body: Surface, view: ToolView, column: Float64Array, isOpen: boolean): void {
    const { bvh, frame } = body;
    this.corners.length = 0;
    this.numbers.length = 0;
    this.#column = column;
    this.slack = slackOf(body, view);
    this.#turn.set(view, frame, this.slack);
    let count = 1;
    this.#nodes[0] = 0;
    for (let level = bvh.levels.length - 1; count > 0; level--) {
      const nodes = this.#nodes;
      let kept = 0;
      for (let i = 0; i < count; i++)
        if (this.#isNear(bvh.levels[level], 6 * nodes[i], isOpen)) nodes[kept++] = nodes[i];
      if (level === 0) {
        for (let i = 0; i < kept; i++) this.#addLeaf(body, view, nodes[i], isOpen);
        return;
      }
      count = this.#expand(kept, bvh.sizes[level - 1]);
    }
  }

  /** Replaces the first `count` nodes with their children. @returns the number of children. */
  #expand(count: number, size: number): number {
    const parents = this.#nodes;
    const children = grown(this.#children, 0, BRANCHING * count);
    let made = 0;
    for (let i = 0; i < count; i++) {
      const end = Math.min(size, BRANCHING * (parents[i] + 1));
      for (let child = BRANCHING * parents[i]; child < end; child++) children[made++] = child;
    }
    this.#nodes = children;
    this.#children = parents;
    return made;
  }

  #isNear(boxes: Float32Array, at: number, isOpen: boolean): boolean {
    // Then all faces below have been removed.
    if (boxes[at] > boxes[at + 3]) return false;
    const box = this.#box;
    const column = this.#column;
    this.#turn.turn(boxes, at, box);
    if (box[0] > column[3] || box[3] < column[0] || box[1] > column[4] || box[4] < column[1]) return false;
    return isOpen || (box[2] <= column[5] && box[5] >= column[2]);
  }

  #addLeaf(body: Surface, view: ToolView, leaf: number, isOpen: boolean): void {
    const { bvh, retired, faces, positions } = body;
    const end = Math.min(bvh.count, BRANCHING * (leaf + 1));
    stopIfUnwanted();
    for (let place = BRANCHING * leaf; place < end; place++) {
      const face = bvh.order[place];
      if (retired !== null && retired[face] === 1) continue;
      for (let n = 0; n < 3; n++) view.point(positions, 3 * faces[3 * face + n], this.#face, 3 * n);
      if (this.#put(isOpen)) this.numbers.push(face);
    }
  }

  /** Adds #face if it is near the box. @returns whether it is. */
  #put(isOpen: boolean): boolean {
    const c = this.#face;
    const column = this.#column;
    const { slack } = this;
    for (let k = 0; k < (isOpen ? 2 : 3); k++) {
      if (Math.max(c[k], c[3 + k], c[6 + k]) < column[k] - slack) return false;
      if (Math.min(c[k], c[3 + k], c[6 + k]) > column[3 + k] + slack) return false;
    }
    const list = this.corners;
    list.reserve(FACE);
    const { values, length } = list;
    for (let k = 0; k < FACE; k++) values[length + k] = c[k];
    list.length += FACE;
    return true;
  }
}

/**
 * Corners and boxes are turned by the same matrix, with an error as in movedVolume (a): < 8u of the coordinates before.
 * A body's boxes contain its stored coordinates to within its frame's slack, and the product of both matrices has no
 * greater error.
 */
export function slackOf({ magnitude, frame }: Surface, { origin }: ToolView): number {
  const reach = Math.abs(origin[0]) + Math.abs(origin[1]) + Math.abs(origin[2]) + 3 * magnitude;
  return 2 * frame.slack + turnSlack(2 * reach);
}
