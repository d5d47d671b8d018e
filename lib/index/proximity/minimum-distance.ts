// Two surfaces → the smallest distance between them and the two nearest points, by branch and bound over both BVHs, the
// nearest pair of nodes first.
//
// S. Quinlan, "Efficient distance computation between non-convex objects", ICRA 1994, with a heap instead of a stack:
//
//   1. first pairs   down both BVHs by the children whose middles are nearest; the pair of the last answer
//   2. heap          (bone node, tool node) by a lower bound of their distance ──┐ take the least; stop when it
//        ▲           split the node with the larger box, push the children       │ exceeds the limit
//        └────────── that the bounds do not rule out ◄───────────────────────────┘
//   3. two leaves    8 × 8 faces, each pair by its boxes, then NearestPair
//
// There are two lower bounds on the distance between two nodes: the distance between their boxes in the bone's frame,
// and the gap between the nodes along g, the direction between the nearest points so far. For surfaces that face each
// other the second bound decides:
//
//      bone ▒▒▒▒▒│ high              low │▒▒▒▒ tool          gap = low − high along g; for leaf groups, the faces
//                 ──────────── g ───────→                    themselves give low and high (AlignedBoxes)
//
// Invariant: every pair of faces that may be the answer has been tried, or lies in a pair of nodes on the heap, or in
// one whose bound exceeded the limit when it was met. Limits only fall, and ties go to the least face numbers, so no
// bound, first guess or order affects the answer.

import { AlignedBoxes, NodePairs, PosedBoxes } from '#bvh';
import { alignedAxes, stopIfUnwanted } from '#core';
import { BRANCHING, type Surface } from '#records';
import { nearestMiddles, splitsBone } from './nearest-middles.ts';
import { NearestPair } from './nearest-pair.ts';

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * The axes are kept while the cosine of the angle between the direction and the first axis exceeds this. A turn
 * discards everything computed along the axes; larger deviations prune less.
 */
const ALIGNED = 0.9995;

export class MinimumDistance {
  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #nearest: NearestPair;
  readonly #nodes = new NodePairs();
  readonly #toolBoxes: PosedBoxes;
  /** xyz of three perpendicular axes, bone frame; the first points from the bone's nearest point towards the tool's. */
  readonly #axes = Float64Array.from(IDENTITY);
  readonly #boneAligned: AlignedBoxes;
  readonly #toolAligned: AlignedBoxes;
  /** The first axis in the tool's own frame, and the component along it of the translation to the bone's frame. */
  readonly #own = new Float64Array(4);
  /**
   * Offsets into a box, of the coordinates of the bone node's corner farthest along the first axis, and of the tool
   * node's corner least far along it.
   */
  readonly #corners = new Uint8Array(6);
  readonly #middles = new Uint32Array(2);

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
    this.#nearest = new NearestPair(bone, tool);
    this.#toolBoxes = new PosedBoxes(tool);
    this.#boneAligned = new AlignedBoxes(bone, this.#axes);
    this.#toolAligned = new AlignedBoxes(tool, this.#axes);
  }

  /** Points on the bone and on the tool, xyz each, bone frame, mm. */
  get points(): Float64Array {
    return this.#nearest.points;
  }

  /**
   * Among several pairs of faces at the same distance > 0, the pair with the least bone face, then the least tool face;
   * at distance 0, a pair that shares a point.
   */
  get boneFace(): number {
    return this.#nearest.boneFace;
  }

  get toolFace(): number {
    return this.#nearest.toolFace;
  }

  /** 0 if and only if the surfaces share a point. */
  get distance(): number {
    return this.#nearest.distance;
  }

  /** Searches with the coordinates that the two surfaces currently hold. */
  find(): void {
    const nearest = this.#nearest;
    const { boneFace, toolFace, toolGroup } = nearest;
    const { retired } = this.#bone;
    nearest.begin();
    this.#toolBoxes.begin();
    this.#toolAligned.begin();
    this.#tryMiddles();
    if (boneFace >= 0 && (retired === null || retired[boneFace] === 0)) {
      this.#toolAligned.pose(toolGroup);
      nearest.try(boneFace, toolFace, toolGroup);
    }
    this.#turn();
    if (nearest.distance > 0) this.#search();
    if (nearest.distance > 0) return;
    // The surfaces share a point. Which pair showed this depends on the previous answer. A second search for shared
    // points alone makes the reported pair independent of it.
    nearest.beginShared();
    this.#turn();
    this.#search();
  }

  #search(): void {
    const nearest = this.#nearest;
    const nodes = this.#nodes;
    const isTouching = nearest.distance === 0;
    nodes.count = 0;
    nodes.push(this.#bone.bvh.levels.length - 1, 0, this.#tool.bvh.levels.length - 1, 0, 0);
    while (nodes.take(nearest.limit)) {
      stopIfUnwanted();
      const { boneLevel, boneNode, toolLevel, toolNode } = nodes;
      if (boneLevel === 0 && toolLevel === 0) this.#tryLeaves(boneNode, toolNode);
      else if (splitsBone(this.#bone.bvh, boneLevel, boneNode, this.#tool.bvh, toolLevel, toolNode))
        this.#descendBone(boneLevel, boneNode, toolLevel, toolNode);
      else this.#descendTool(boneLevel, boneNode, toolLevel, toolNode);
      if (isTouching ? nearest.isShared : nearest.distance === 0) return;
    }
  }

  /** Tries a first pair: in the leaves that lie below the children whose middles are nearest to each other. */
  #tryMiddles(): void {
    const { bvh: bone, retired } = this.#bone;
    const { bvh: tool } = this.#tool;
    nearestMiddles(bone, tool, this.#toolBoxes, this.#middles);
    const [boneNode, toolNode] = this.#middles;
    const face = bone.order[BRANCHING * boneNode];
    if (retired !== null && retired[face] === 1) return;
    this.#toolAligned.pose(toolNode);
    this.#nearest.try(face, tool.order[BRANCHING * toolNode], toolNode);
  }

  #descendBone(boneLevel: number, boneNode: number, toolLevel: number, toolNode: number): void {
    const { levels, sizes } = this.#bone.bvh;
    const { limit, maxDistance } = this.#nearest;
    const g = this.#axes;
    const corners = this.#corners;
    const parents = levels[boneLevel];
    const low = this.#toolLow(toolLevel, toolNode);
    // The axes may have turned since the pair was put on the heap.
    if (low - along(g, parents, 6 * boneNode, corners, 0) > maxDistance) return;
    const tool = this.#toolBoxes.levels[toolLevel];
    const o = 6 * toolNode;
    const x0 = tool[o];
    const y0 = tool[o + 1];
    const z0 = tool[o + 2];
    const x1 = tool[o + 3];
    const y1 = tool[o + 4];
    const z1 = tool[o + 5];
    const level = boneLevel - 1;
    const boxes = levels[level];
    const end = Math.min(sizes[level], BRANCHING * (boneNode + 1));
    for (let child = BRANCHING * boneNode; child < end; child++) {
      const i = 6 * child;
      const dx = boxes[i] > x1 ? boxes[i] - x1 : x0 > boxes[i + 3] ? x0 - boxes[i + 3] : 0;
      const dy = boxes[i + 1] > y1 ? boxes[i + 1] - y1 : y0 > boxes[i + 4] ? y0 - boxes[i + 4] : 0;
      const dz = boxes[i + 2] > z1 ? boxes[i + 2] - z1 : z0 > boxes[i + 5] ? z0 - boxes[i + 5] : 0;
      const apart = dx * dx + dy * dy + dz * dz;
      if (apart > limit) continue;
      let gap = low - along(g, boxes, i, corners, 0);
      if (gap > maxDistance) continue;
      if (level === 0) {
        gap = low - this.#boneAligned.extents[2 * this.#boneAligned.extent(child) + 1];
        if (gap > maxDistance) continue;
      }
      this.#nodes.push(level, child, toolLevel, toolNode, gap > 0 ? Math.max(apart, gap * gap) : apart);
    }
  }

  #descendTool(boneLevel: number, boneNode: number, toolLevel: number, toolNode: number): void {
    const { levels, sizes } = this.#tool.bvh;
    const { limit, maxDistance } = this.#nearest;
    const own = this.#own;
    const corners = this.#corners;
    const parents = levels[toolLevel];
    const bone = this.#bone.bvh.levels[boneLevel];
    const o = 6 * boneNode;
    const high =
      boneLevel === 0
        ? this.#boneAligned.extents[2 * this.#boneAligned.extent(boneNode) + 1]
        : along(this.#axes, bone, o, corners, 0);
    const shift = own[3] - high;
    if (shift + along(own, parents, 6 * toolNode, corners, 3) > maxDistance) return;
    const x0 = bone[o];
    const y0 = bone[o + 1];
    const z0 = bone[o + 2];
    const x1 = bone[o + 3];
    const y1 = bone[o + 4];
    const z1 = bone[o + 5];
    const level = toolLevel - 1;
    const ownBoxes = levels[level];
    const boxes = this.#toolBoxes.levels[level];
    const end = Math.min(sizes[level], BRANCHING * (toolNode + 1));
    for (let child = BRANCHING * toolNode; child < end; child++) {
      const i = 6 * child;
      let gap = shift + along(own, ownBoxes, i, corners, 3);
      if (gap > maxDistance) continue;
      this.#toolBoxes.make(level, child);
      const dx = boxes[i] > x1 ? boxes[i] - x1 : x0 > boxes[i + 3] ? x0 - boxes[i + 3] : 0;
      const dy = boxes[i + 1] > y1 ? boxes[i + 1] - y1 : y0 > boxes[i + 4] ? y0 - boxes[i + 4] : 0;
      const dz = boxes[i + 2] > z1 ? boxes[i + 2] - z1 : z0 > boxes[i + 5] ? z0 - boxes[i + 5] : 0;
      const apart = dx * dx + dy * dy + dz * dz;
      if (apart > limit) continue;
      if (level === 0) {
        gap = this.#toolAligned.extents[2 * this.#toolAligned.extent(child)] - high;
        if (gap > maxDistance) continue;
      }
      this.#nodes.push(boneLevel, boneNode, level, child, gap > 0 ? Math.max(apart, gap * gap) : apart);
    }
  }

  /** Where a tool's node begins along the first axis: a leaf by its faces, a higher node by its box. */
  #toolLow(level: number, node: number): number {
    if (level === 0) return this.#toolAligned.extents[2 * this.#toolAligned.extent(node)];
    return this.#own[3] + along(this.#own, this.#tool.bvh.levels[level], 6 * node, this.#corners, 3);
  }

  #tryLeaves(boneNode: number, toolNode: number): void {
    const nearest = this.#nearest;
    const bone = this.#boneAligned;
    const tool = this.#toolAligned;
    const gap = tool.extents[2 * tool.extent(toolNode)] - bone.extents[2 * bone.extent(boneNode) + 1];
    if (gap > nearest.maxDistance) return;
    const boneLine = bone.boxes(boneNode);
    const toolLine = tool.boxes(toolNode);
    if (boxDistanceSquared(bone.groups, 6 * boneLine, tool.groups, 6 * toolLine) > nearest.limit) return;
    const { bvh: boneTree, retired } = this.#bone;
    const { bvh: toolTree } = this.#tool;
    const boneEnd = Math.min(boneTree.count, BRANCHING * (boneNode + 1));
    const toolEnd = Math.min(toolTree.count, BRANCHING * (toolNode + 1));
    const before = nearest.distance;
    for (let s = BRANCHING * boneNode, i = 6 * BRANCHING * boneLine; s < boneEnd; s++, i += 6) {
      if (boxDistanceSquared(bone.faces, i, tool.groups, 6 * toolLine) > nearest.limit) continue;
      const face = boneTree.order[s];
      if (retired !== null && retired[face] === 1) continue;
      for (let t = BRANCHING * toolNode, j = 6 * BRANCHING * toolLine; t < toolEnd; t++, j += 6)
        if (boxDistanceSquared(bone.faces, i, tool.faces, j) <= nearest.limit)
          nearest.try(face, toolTree.order[t], toolNode);
    }
    if (nearest.distance < before && !this.#isAligned()) this.#turn();
  }

  #isAligned(): boolean {
    const { points: p } = this.#nearest;
    const x = p[3] - p[0];
    const y = p[4] - p[1];
    const z = p[5] - p[2];
    const g = this.#axes;
    return x * g[0] + y * g[1] + z * g[2] > ALIGNED * Math.sqrt(x * x + y * y + z * z);
  }

  /** Aligns the axes with the nearest points; if these coincide, or there are none, with the frame's axes. */
  #turn(): void {
    const axes = this.#axes;
    const { points: p, distance } = this.#nearest;
    const x = p[3] - p[0];
    const y = p[4] - p[1];
    const z = p[5] - p[2];
    const length = distance > 0 && distance < Number.POSITIVE_INFINITY ? Math.sqrt(x * x + y * y + z * z) : 0;
    if (length > 0) alignedAxes(x / length, y / length, z / length, axes);
    else axes.set(IDENTITY);
    this.#boneAligned.turn();
    this.#toolAligned.turn();
    const m = this.#tool.frame.forward;
    const own = this.#own;
    for (let k = 0; k < 4; k++) own[k] = axes[0] * m[k] + axes[1] * m[4 + k] + axes[2] * m[8 + k];
    for (let k = 0; k < 3; k++) {
      this.#corners[k] = axes[k] > 0 ? 3 + k : k;
      this.#corners[3 + k] = own[k] > 0 ? k : 3 + k;
    }
  }
}

/** The dot product of g and the corner of the box at o that corners[c … c + 2] select. */
function along(g: Float64Array, boxes: Float32Array, o: number, corners: Uint8Array, c: number): number {
  return g[0] * boxes[o + corners[c]] + g[1] * boxes[o + corners[c + 1]] + g[2] * boxes[o + corners[c + 2]];
}

function boxDistanceSquared(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = a[i] > b[j + 3] ? a[i] - b[j + 3] : b[j] > a[i + 3] ? b[j] - a[i + 3] : 0;
  const dy = a[i + 1] > b[j + 4] ? a[i + 1] - b[j + 4] : b[j + 1] > a[i + 4] ? b[j + 1] - a[i + 4] : 0;
  const dz = a[i + 2] > b[j + 5] ? a[i + 2] - b[j + 5] : b[j + 2] > a[i + 5] ? b[j + 2] - a[i + 5] : 0;
  return dx * dx + dy * dy + dz * dz;
}
