// The bone's BVH × the tool's triangles as a plain list → candidate pairs, by a front that descends breadth first.
//
// The one-sided form: a tree over one body only. A front of (node, triangle) pairs starts as the root × all triangles;
// each round tests every pair, drops those that are apart, and replaces the others' nodes by their children; when only
// leaves remain, their faces are tested in the same way.
//
//   round 0    (root, t0) (root, t1) (root, t2) …
//   round 1    (n0, t0) (n3, t0)   (n3, t2) …                 t1 was apart from the root
//   …
//   leaves     (leaf, t0) …   ─▶  (face, t0) …   ─▶  by bone face, ascending
//
// All pairs of a round are independent, which suits a machine with many lanes. A box is tested on its three axes; a
// leaf's box on all thirteen of a triangle and a box (triangles/triangle-box.ts), and a face's box likewise. Everything
// is in the bone's frame: nothing is transformed between frames, so nothing but SLACK is added to the distance.

import { faceBoxes } from '#bvh';
import { GrowingArray, sortByKey, stopIfUnwanted } from '#core';
import { BRANCHING, type Bvh, type CandidatePairs, type CandidateStage, type Surface } from '#records';
import { TriangleInBoxes } from '#triangles';

/** Pairs in two parallel arrays: a node or a face of the bone, and a tool face. */
class Front {
  readonly nodes = new GrowingArray(new Uint32Array(1024));
  readonly triangles = new GrowingArray(new Uint32Array(1024));

  get length(): number {
    return this.nodes.length;
  }

  clear(): void {
    this.nodes.length = 0;
    this.triangles.length = 0;
  }

  push(node: number, triangle: number): void {
    this.nodes.push(node);
    this.triangles.push(triangle);
  }
}

export class BvhFrontCandidates implements CandidateStage {
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #triangle = new TriangleInBoxes();
  #front = new Front();
  #next = new Front();
  #maxDistance = 0;
  #magnitude = 0;
  /** Boxes of the bone's faces in the order of its BVH, and the edit count that they belong to. */
  #faceBoxes: Float32Array = new Float32Array(0);
  #edits = -1;

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /** As specified in CandidateStage. Bone faces come in ascending order, and so do the tool faces of each. */
  find(maxDistance: number, out: CandidatePairs, isEnough?: (first: number) => boolean): void {
    const bone = this.#bone;
    const tool = this.#tool;
    this.#maxDistance = maxDistance;
    this.#magnitude = Math.max(bone.magnitude, tool.magnitude, maxDistance);
    if (this.#edits !== bone.edits) {
      this.#faceBoxes = faceBoxes(bone.bvh, bone.ownPositions(), bone.faces);
      this.#edits = bone.edits;
    }
    // The tool's faces in the order of its own BVH, which contains each once.
    tool.poseFaces?.(tool.bvh.order, 0, tool.bvh.count);
    const { levels } = bone.bvh;
    this.#front.clear();
    for (let face = 0; face < tool.faceCount; face++) this.#front.push(0, face);
    for (let level = levels.length - 1; level >= 0; level--) this.#advance(bone.bvh, level);
    this.#write(out, isEnough);
  }

  /** One round: from pairs of nodes of a level to pairs of their children, or of the faces of a leaf. */
  #advance(bvh: Bvh, level: number): void {
    const { nodes, triangles } = this.#front;
    const boxes = bvh.levels[level];
    const below = level > 0 ? bvh.sizes[level - 1] : bvh.count;
    this.#next.clear();
    let taken = -1;
    for (let i = 0; i < this.#front.length; i++) {
      if (i % 4096 === 0) stopIfUnwanted();
      const triangle = triangles.values[i];
      if (triangle !== taken) this.#take(triangle);
      taken = triangle;
      const node = nodes.values[i];
      const isApart = level > 0 ? this.#triangle.isBoxApart(boxes, 6 * node) : this.#triangle.isApart(boxes, 6 * node);
      if (isApart) continue;
      const first = BRANCHING * node;
      const end = Math.min(first + BRANCHING, below);
      for (let child = first; child < end; child++)
        if (level > 0) this.#next.push(child, triangle);
        else if (!this.#triangle.isApart(this.#faceBoxes, 6 * child)) this.#next.push(bvh.order[child], triangle);
    }
    [this.#front, this.#next] = [this.#next, this.#front];
  }

  #take(triangle: number): void {
    const { positions, faces } = this.#tool;
    const f = 3 * triangle;
    const corners = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    this.#triangle.take(positions, corners[0], corners[1], corners[2], this.#maxDistance, this.#magnitude);
  }

  /** Writes the front's pairs by bone face. The sort is stable, and the tool faces came in ascending order. */
  #write(out: CandidatePairs, isEnough?: (first: number) => boolean): void {
    const { retired } = this.#bone;
    const { nodes, triangles, length } = this.#front;
    const order = sortByKey(nodes.values, length);
    out.clear();
    out.reserve(length);
    const { boneFace, toolFace } = out.columns;
    let first = 0;
    for (let i = 0; i < length; i++) {
      const face = nodes.values[order[i]];
      if (retired?.[face] === 1) continue;
      if (isEnough !== undefined && out.length > first && boneFace[first] !== face) {
        if (isEnough(first)) return;
        first = out.length;
      }
      boneFace[out.length] = face;
      toolFace[out.length++] = triangles.values[order[i]];
    }
    if (isEnough !== undefined && out.length > first) isEnough(first);
  }
}
