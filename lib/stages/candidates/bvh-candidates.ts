// Bone's BVH × the tool's BVH under a pose → the pairs of faces that may come within maxDistance of each other, each
// once.
//
// The test of two hierarchies (S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996), led by the bone's tree,
// top down: each of its nodes has a front, the nodes of the tool's tree near its box. The box is transformed to the
// tool's frame and tested against its parent's front; front nodes larger than the box are replaced by their children. A
// node with an empty front is dropped; the faces of a leaf descend the tool's tree from the leaf's front.
//
// Before that, a node apart from the whole tool's box in the bone's frame is dropped.
//
//   bone's tree              front
//      root                  tool's root
//     ╱    ╲
//   node   node              t1 t2 t5               nodes of the tool's tree, none below another
//   ╱  ╲
//  …   leaf                  t11 t12 t52 ─▶ each face of the leaf: FaceDescent, down to tool faces
//
// Complete: a box transformed to the tool's frame, and inflated like a face there, contains its faces so inflated. Each
// pair once: a bone face is in one leaf, and a tool face below one node of a front.

import { grown, posedBox, stopIfUnwanted, UNIT_ROUNDOFF } from '#core';
import { BRANCHING, type CandidatePairs, type CandidateStage, NODE_BITS, type Surface } from '#records';
import { FaceDescent } from './face-descent.ts';

const NODE_MASK = 2 ** NODE_BITS - 1;
/** Room for the tool's nodes that wait to be tested: fewer than a node's children on each level of one descent. */
const DEEPEST = 128;

type IsEnough = ((first: number) => boolean) | undefined;

export class BvhCandidates implements CandidateStage {
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #descent = new FaceDescent();
  /** The whole tool's box in the bone's frame, inflated by #margin: maxDistance and rounding, mm. */
  readonly #bounds = new Float64Array(6);
  readonly #margin = new Float64Array(1);
  /** The transform from the bone's frame to the tool's. */
  readonly #back: { forward: Float64Array } = { forward: new Float64Array(0) };
  /** The current bone node's box, in the tool's frame. */
  readonly #box = new Float64Array(6);
  /** The fronts of the nodes on the current path, one after another: level and node of the tool in a word. */
  #fronts = new Uint32Array(1024);
  readonly #waiting = new Uint32Array(DEEPEST);
  /** The bone's leaf at which isEnough ended the last search: the next begins there. */
  #likely = 0;

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /** As specified in CandidateStage. The tool faces of one bone face come in the order of the fronts. */
  find(maxDistance: number, out: CandidatePairs, isEnough?: (first: number) => boolean): void {
    const tool = this.#tool;
    const { bvh, frame } = tool;
    const top = bvh.levels.length - 1;
    this.#descent.begin(tool, maxDistance);
    this.#margin[0] = (maxDistance + frame.slack) * (1 + 4 * UNIT_ROUNDOFF);
    posedBox(bvh.levels[top], 0, frame, this.#margin, this.#bounds, 0);
    this.#back.forward = frame.inverse;
    out.clear();
    this.#fronts[0] = top << NODE_BITS;
    const { levels } = this.#bone.bvh;
    if (!this.#isApart(levels[levels.length - 1], 0)) this.#visit(levels.length - 1, 0, 0, 1, out, isEnough);
    if (isEnough === undefined) tool.poseFaces?.(out.columns.toolFace, 0, out.length);
  }

  /**
   * Visits a node of the bone, with the front of its parent: #fronts[start … end − 1].
   * @returns whether isEnough ended the search.
   */
  #visit(level: number, node: number, start: number, end: number, out: CandidatePairs, isEnough: IsEnough): boolean {
    stopIfUnwanted();
    const { bvh } = this.#bone;
    this.#toToolFrame(bvh.levels[level], 6 * node);
    const own = this.#advance(start, end);
    if (own === end) return false;
    if (level === 0) return this.#addFaces(node, end, own, out, isEnough);
    const first = BRANCHING * node;
    const count = Math.min(BRANCHING, bvh.sizes[level - 1] - first);
    const likely = isEnough === undefined ? 0 : this.#childTowards(first, count, level - 1);
    const below = bvh.levels[level - 1];
    for (let i = 0; i < count; i++) {
      const child = first + ((likely + i) % count);
      if (!this.#isApart(below, 6 * child) && this.#visit(level - 1, child, end, own, out, isEnough)) return true;
    }
    return false;
  }

  /** Whether a box of the bone is apart from the whole tool's: cheaper than transforming it to the tool's frame. */
  #isApart(boxes: Float32Array, i: number): boolean {
    const b = this.#bounds;
    return (
      boxes[i] > b[3] ||
      boxes[i + 3] < b[0] ||
      boxes[i + 1] > b[4] ||
      boxes[i + 4] < b[1] ||
      boxes[i + 2] > b[5] ||
      boxes[i + 5] < b[2]
    );
  }

  #toToolFrame(boxes: Float32Array, at: number): void {
    posedBox(boxes, at, this.#back, this.#descent.inflation, this.#box, 0);
  }

  /** Writes the nodes near #box in or below the front #fronts[start … end − 1] behind it. @returns their end. */
  #advance(start: number, end: number): number {
    const { levels, sizes } = this.#tool.bvh;
    const box = this.#box;
    const x0 = box[0];
    const y0 = box[1];
    const z0 = box[2];
    const x1 = box[3];
    const y1 = box[4];
    const z1 = box[5];
    const extent = x1 - x0 + (y1 - y0) + (z1 - z0);
    const waiting = this.#waiting;
    let to = end;
    for (let from = start; from < end; from++) {
      let depth = 0;
      waiting[depth++] = this.#fronts[from];
      while (depth > 0) {
        const entry = waiting[--depth];
        const level = entry >>> NODE_BITS;
        const node = entry & NODE_MASK;
        const b = levels[level];
        const i = 6 * node;
        if (b[i] > x1 || b[i + 3] < x0 || b[i + 1] > y1 || b[i + 4] < y0 || b[i + 2] > z1 || b[i + 5] < z0) continue;
        if (level === 0 || b[i + 3] - b[i] + (b[i + 4] - b[i + 1]) + (b[i + 5] - b[i + 2]) <= extent) {
          if (to === this.#fronts.length) this.#fronts = grown(this.#fronts, to, to + 1);
          this.#fronts[to++] = entry;
          continue;
        }
        const first = BRANCHING * node;
        const last = Math.min(first + BRANCHING, sizes[level - 1]) - 1;
        for (let child = last; child >= first; child--) waiting[depth++] = ((level - 1) << NODE_BITS) | child;
      }
    }
    return to;
  }

  /** Adds the pairs of a leaf of the bone, whose front is #fronts[start … end − 1]. @returns as #visit. */
  #addFaces(leaf: number, start: number, end: number, out: CandidatePairs, isEnough: IsEnough): boolean {
    const { bvh, positions, faces, retired } = this.#bone;
    const tool = this.#tool;
    const last = Math.min(BRANCHING * (leaf + 1), bvh.count);
    for (let place = BRANCHING * leaf; place < last; place++) {
      const face = bvh.order[place];
      if (retired?.[face] === 1) continue;
      const f = 3 * face;
      if (!this.#descent.take(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2])) continue;
      const first = out.length;
      for (let i = start; i < end; i++) {
        const level = this.#fronts[i] >>> NODE_BITS;
        const node = this.#fronts[i] & NODE_MASK;
        if (this.#descent.isNear(level, node)) this.#descent.descend(face, level, node, out);
      }
      if (isEnough === undefined || out.length === first) continue;
      tool.poseFaces?.(out.columns.toolFace, first, out.length);
      if (!isEnough(first)) continue;
      this.#likely = leaf;
      return true;
    }
    return false;
  }

  /** The offset from `begin` of the node, among `count`, that contains the likely leaf; 0 if none does. */
  #childTowards(begin: number, count: number, level: number): number {
    const child = Math.floor(this.#likely / BRANCHING ** level) - begin;
    return child > 0 && child < count ? child : 0;
  }
}
