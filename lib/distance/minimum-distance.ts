// Two surfaces → the smallest distance between them and the two nearest points, by branch and bound over both cluster trees.

import { lengthSlack, type RigidPose, UNIT_ROUNDOFF } from '../core/index.ts';
import { FAN, type Surface } from '../records/index.ts';
import { TriangleIntersector } from './intersect-triangles.ts';
import { NearestFace } from './nearest-face.ts';
import { SharedSegment } from './shared-segment.ts';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance } from './triangle-distance.ts';

/** Nodes of the two trees and a lower bound of the squared distance between their faces. */
interface NodePair {
  boneLevel: number;
  boneNode: number;
  toolLevel: number;
  toolNode: number;
  bound: number;
}

/** Times that the first guess is projected from one surface to the other. */
const PROJECTIONS = 3;

export class MinimumDistance {
  /** The answer: points on the bone and on the tool, xyz each, bone frame, mm. */
  readonly points = new Float64Array(6);
  boneFace = -1;
  toolFace = -1;
  /** 0 exactly where the surfaces share a point. */
  distance = Number.POSITIVE_INFINITY;

  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #nearestBone: NearestFace;
  readonly #nearestTool: NearestFace;
  readonly #pairs = new TriangleDistance();
  readonly #pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  readonly #intersector = new TriangleIntersector();
  readonly #stack: NodePair[] = [];
  readonly #toolBox = new Float64Array(6);
  #squared = Number.POSITIVE_INFINITY;
  #slack = 0;

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
    this.#nearestBone = new NearestFace(bone);
    this.#nearestTool = new NearestFace(tool);
  }

  /** @param pose the tool's, whose posed coordinates `tool` already holds. */
  find(pose: RigidPose): void {
    this.#squared = Number.POSITIVE_INFINITY;
    this.#slack = lengthSlack(Math.max(this.#bone.magnitude, this.#tool.magnitude));
    this.#guess();
    const stack = this.#stack;
    const boxSlack = this.#tool.frame.slack;
    const boneLevel = this.#bone.clusters.levels.length - 1;
    const toolLevel = this.#tool.clusters.levels.length - 1;
    stack.length = 0;
    stack.push({ boneLevel, boneNode: 0, toolLevel, toolNode: 0, bound: 0 });
    const children: NodePair[] = [];
    for (let top = stack.pop(); top !== undefined && this.#squared > 0; top = stack.pop()) {
      if (top.bound > this.#squared) continue;
      if (top.boneLevel === 0 && top.toolLevel === 0) {
        this.#tryLeaves(top.boneNode, top.toolNode);
        continue;
      }
      children.length = 0;
      this.#descend(top, pose, boxSlack, children);
      // Nearest on top.
      children.sort((a, b) => b.bound - a.bound);
      for (const child of children) stack.push(child);
    }
    this.distance = Math.sqrt(this.#squared);
  }

  /** A first upper bound: projections from one surface to the other and back, from the middle of the tool. */
  #guess(): void {
    const { bounds } = this.#tool;
    let x = (bounds[0] + bounds[3]) / 2;
    let y = (bounds[1] + bounds[4]) / 2;
    let z = (bounds[2] + bounds[5]) / 2;
    const bone = this.#nearestBone;
    const tool = this.#nearestTool;
    for (let i = 0; i < PROJECTIONS; i++) {
      bone.find(x, y, z, bone.face);
      tool.find(bone.x, bone.y, bone.z, tool.face);
      x = tool.x;
      y = tool.y;
      z = tool.z;
    }
    this.#tryPair(bone.face, tool.face);
  }

  /** Splits the node with the larger box, and appends the pairs that may hold something nearer. */
  #descend(top: NodePair, pose: RigidPose, boxSlack: number, out: NodePair[]): void {
    const { clusters: boneTree } = this.#bone;
    const { clusters: toolTree } = this.#tool;
    const box = this.#toolBox;
    const bone = boneTree.levels[top.boneLevel];
    const o = 6 * top.boneNode;
    const tool = toolTree.levels[top.toolLevel];
    const splitBone =
      top.toolLevel === 0 || (top.boneLevel > 0 && longestSide(bone, o) >= longestSide(tool, 6 * top.toolNode));
    if (splitBone) {
      posedBox(tool, top.toolNode, pose.matrix, boxSlack, box);
      const boxes = boneTree.levels[top.boneLevel - 1];
      const end = Math.min(boneTree.sizes[top.boneLevel - 1], FAN * (top.boneNode + 1));
      for (let child = FAN * top.boneNode; child < end; child++) {
        const bound = boxDistanceSquared(boxes, 6 * child, box);
        if (bound <= this.#squared) out.push({ ...top, boneLevel: top.boneLevel - 1, boneNode: child, bound });
      }
      return;
    }
    const end = Math.min(toolTree.sizes[top.toolLevel - 1], FAN * (top.toolNode + 1));
    for (let child = FAN * top.toolNode; child < end; child++) {
      posedBox(toolTree.levels[top.toolLevel - 1], child, pose.matrix, boxSlack, box);
      const bound = boxDistanceSquared(bone, o, box);
      if (bound <= this.#squared) out.push({ ...top, toolLevel: top.toolLevel - 1, toolNode: child, bound });
    }
  }

  #tryLeaves(boneNode: number, toolNode: number): void {
    const bone = this.#bone;
    const tool = this.#tool;
    const boneEnd = Math.min(bone.clusters.count, FAN * (boneNode + 1));
    const toolEnd = Math.min(tool.clusters.count, FAN * (toolNode + 1));
    const box = this.#toolBox;
    for (let t = FAN * toolNode; t < toolEnd; t++) {
      const g = tool.clusters.order[t];
      faceBox(tool, g, box);
      if (boxDistanceSquared(bone.clusters.levels[0], 6 * boneNode, box) > this.#squared) continue;
      for (let s = FAN * boneNode; s < boneEnd; s++) {
        const f = bone.clusters.order[s];
        if (bone.retired !== null && bone.retired[f] === 1) continue;
        if (faceBoxDistanceSquared(bone, f, box) <= this.#squared) this.#tryPair(f, g);
      }
    }
  }

  #tryPair(boneFace: number, toolFace: number): void {
    const { positions: P, faces: F } = this.#bone;
    const { positions: Q, faces: G } = this.#tool;
    const a = 3 * F[3 * boneFace];
    const b = 3 * F[3 * boneFace + 1];
    const c = 3 * F[3 * boneFace + 2];
    const d = 3 * G[3 * toolFace];
    const e = 3 * G[3 * toolFace + 1];
    const f = 3 * G[3 * toolFace + 2];
    const pair = this.#pair;
    this.#pairs.measure(P, a, b, c, Q, d, e, f, false, pair);
    if (pair[PAIR_LOWER] <= this.#slack && this.#intersector.share(P, a, b, c, Q, d, e, f)) {
      const segment = new Float64Array(6);
      new SharedSegment().find(P, a, b, c, Q, d, e, f, segment, 0);
      pair.set(segment.subarray(0, 3), 0);
      pair.set(segment.subarray(0, 3), 3);
      pair[PAIR_SQUARED] = 0;
    }
    const squared = pair[PAIR_SQUARED];
    if (squared > this.#squared) return;
    if (
      squared === this.#squared &&
      (boneFace > this.boneFace || (boneFace === this.boneFace && toolFace >= this.toolFace))
    )
      return;
    this.#squared = squared;
    this.boneFace = boneFace;
    this.toolFace = toolFace;
    this.points.set(pair.subarray(0, 6));
  }
}

/** A node's box (tool frame) → a box about it in the bone's frame, widened by the slack of posing. */
function posedBox(boxes: Float32Array, node: number, m: Float64Array, slack: number, out: Float64Array): void {
  const o = 6 * node;
  const cx = (boxes[o] + boxes[o + 3]) / 2;
  const cy = (boxes[o + 1] + boxes[o + 4]) / 2;
  const cz = (boxes[o + 2] + boxes[o + 5]) / 2;
  const ex = boxes[o + 3] - cx;
  const ey = boxes[o + 4] - cy;
  const ez = boxes[o + 5] - cz;
  for (let k = 0; k < 3; k++) {
    const centre = m[k] * cx + m[4 + k] * cy + m[8 + k] * cz + m[12 + k];
    const extent = Math.abs(m[k]) * ex + Math.abs(m[4 + k]) * ey + Math.abs(m[8 + k]) * ez + slack;
    out[k] = centre - extent;
    out[3 + k] = centre + extent;
  }
}

/** Squared, with the few roundings of the sum taken off. */
function boxDistanceSquared(boxes: Float32Array, o: number, box: Float64Array): number {
  const dx = Math.max(0, boxes[o] - box[3], box[0] - boxes[o + 3]);
  const dy = Math.max(0, boxes[o + 1] - box[4], box[1] - boxes[o + 4]);
  const dz = Math.max(0, boxes[o + 2] - box[5], box[2] - boxes[o + 5]);
  return (dx * dx + dy * dy + dz * dz) * (1 - 8 * UNIT_ROUNDOFF);
}

function faceBox(surface: Surface, face: number, out: Float64Array): void {
  const { positions: A, faces } = surface;
  const a = 3 * faces[3 * face];
  const b = 3 * faces[3 * face + 1];
  const c = 3 * faces[3 * face + 2];
  for (let k = 0; k < 3; k++) {
    out[k] = Math.min(A[a + k], A[b + k], A[c + k]);
    out[3 + k] = Math.max(A[a + k], A[b + k], A[c + k]);
  }
}

function faceBoxDistanceSquared(surface: Surface, face: number, box: Float64Array): number {
  const { positions: A, faces } = surface;
  const a = 3 * faces[3 * face];
  const b = 3 * faces[3 * face + 1];
  const c = 3 * faces[3 * face + 2];
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(
      0,
      Math.min(A[a + k], A[b + k], A[c + k]) - box[3 + k],
      box[k] - Math.max(A[a + k], A[b + k], A[c + k]),
    );
    squared += gap * gap;
  }
  return squared * (1 - 8 * UNIT_ROUNDOFF);
}

function longestSide(boxes: Float32Array, o: number): number {
  return Math.max(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
}
