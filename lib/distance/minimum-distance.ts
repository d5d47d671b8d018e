// Two surfaces → the smallest distance between them and the two nearest points, by branch and bound over both cluster trees.

import { lengthSlack, UNIT_ROUNDOFF } from '../core/index.ts';
import { FAN, type Surface } from '../records/index.ts';
import { exactGap } from './exact-gap.ts';
import { TriangleIntersector } from './intersect-triangles.ts';
import { NearestFace } from './nearest-face.ts';
import { PosedBoxes } from './posed-boxes.ts';
import { SharedSegment } from './shared-segment.ts';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance } from './triangle-distance.ts';

/** 6 numbers a box: low x, y, z, high x, y, z. */
type BoxArray = Float32Array | Float64Array;

const LEVEL_SHIFT = 2 ** 32;

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
  readonly #shared = new SharedSegment();
  readonly #segment = new Float64Array(6);
  readonly #toolBoxes = new PosedBoxes();
  /** Pairs of nodes still to be looked at: level·2^32 + node in either tree, and a lower bound of their faces' distance squared. */
  readonly #boneNodes: number[] = [];
  readonly #toolNodes: number[] = [];
  readonly #bounds: number[] = [];
  #top = 0;
  readonly #faceBox = new Float64Array(6);
  /** Unit, from the bone's nearest point so far to the tool's. */
  readonly #direction = new Float64Array(3);
  #squared = Number.POSITIVE_INFINITY;
  #slack = 0;

  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
    this.#nearestBone = new NearestFace(bone);
    this.#nearestTool = new NearestFace(tool);
  }

  /** For the coordinates that the two surfaces hold now. */
  find(): void {
    const { clusters: boneTree } = this.#bone;
    const { clusters: toolTree } = this.#tool;
    this.#squared = Number.POSITIVE_INFINITY;
    this.#slack = lengthSlack(Math.max(this.#bone.magnitude, this.#tool.magnitude));
    this.#guess();
    if (this.#squared === 0) return;
    this.#toolBoxes.fit(this.#tool);
    this.#top = 0;
    this.#push(0, boneTree.levels.length - 1, 0, toolTree.levels.length - 1, 0, 0);
    while (this.#top > 0 && this.#squared > 0) {
      const top = --this.#top;
      if (this.#bounds[top] > this.#squared) continue;
      const boneLevel = Math.floor(this.#boneNodes[top] / LEVEL_SHIFT);
      const boneNode = this.#boneNodes[top] - boneLevel * LEVEL_SHIFT;
      const toolLevel = Math.floor(this.#toolNodes[top] / LEVEL_SHIFT);
      const toolNode = this.#toolNodes[top] - toolLevel * LEVEL_SHIFT;
      if (boneLevel === 0 && toolLevel === 0) this.#tryLeaves(boneNode, toolNode);
      else this.#descend(boneLevel, boneNode, toolLevel, toolNode);
    }
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

  /** Splits the node with the larger box; pairs that may hold something nearer go on the stack, the nearest on top. */
  #descend(boneLevel: number, boneNode: number, toolLevel: number, toolNode: number): void {
    const { clusters: tree } = this.#bone;
    const tool = this.#toolBoxes;
    const base = this.#top;
    const splitBone =
      toolLevel === 0 ||
      (boneLevel > 0 &&
        longestSide(tree.levels[boneLevel], 6 * boneNode) >= longestSide(tool.levels[toolLevel], 6 * toolNode));
    if (splitBone) {
      const boxes = tree.levels[boneLevel - 1];
      const end = Math.min(tree.sizes[boneLevel - 1], FAN * (boneNode + 1));
      for (let child = FAN * boneNode; child < end; child++) {
        const bound = boxDistanceSquared(boxes, 6 * child, tool.levels[toolLevel], 6 * toolNode);
        if (bound <= this.#squared) this.#push(base, boneLevel - 1, child, toolLevel, toolNode, bound);
      }
      return;
    }
    const end = Math.min(tool.sizes[toolLevel - 1], FAN * (toolNode + 1));
    for (let child = FAN * toolNode; child < end; child++) {
      const bound = boxDistanceSquared(tree.levels[boneLevel], 6 * boneNode, tool.levels[toolLevel - 1], 6 * child);
      if (bound <= this.#squared) this.#push(base, boneLevel, boneNode, toolLevel - 1, child, bound);
    }
  }

  /** Puts a pair on the stack, above those of `base` and up that are nearer. */
  #push(base: number, boneLevel: number, boneNode: number, toolLevel: number, toolNode: number, bound: number): void {
    const boneNodes = this.#boneNodes;
    const toolNodes = this.#toolNodes;
    const bounds = this.#bounds;
    let slot = this.#top++;
    while (slot > base && bounds[slot - 1] < bound) {
      bounds[slot] = bounds[slot - 1];
      boneNodes[slot] = boneNodes[slot - 1];
      toolNodes[slot] = toolNodes[slot - 1];
      slot--;
    }
    bounds[slot] = bound;
    boneNodes[slot] = boneLevel * LEVEL_SHIFT + boneNode;
    toolNodes[slot] = toolLevel * LEVEL_SHIFT + toolNode;
  }

  #tryLeaves(boneNode: number, toolNode: number): void {
    const bone = this.#bone;
    const tool = this.#tool;
    const boneEnd = Math.min(bone.clusters.count, FAN * (boneNode + 1));
    const toolEnd = Math.min(tool.clusters.count, FAN * (toolNode + 1));
    const toolLeaf = this.#toolBoxes.levels[0];
    const box = this.#faceBox;
    for (let s = FAN * boneNode; s < boneEnd; s++) {
      const f = bone.clusters.order[s];
      if (bone.retired !== null && bone.retired[f] === 1) continue;
      faceBox(bone, f, box);
      if (boxDistanceSquared(box, 0, toolLeaf, 6 * toolNode) > this.#squared) continue;
      let reach = this.#support(bone, f, 1) + this.distance + this.#slack;
      for (let t = FAN * toolNode; t < toolEnd; t++) {
        const g = tool.clusters.order[t];
        if (-this.#support(tool, g, -1) > reach || faceBoxDistanceSquared(tool, g, box) > this.#squared) continue;
        this.#tryPair(f, g);
        // A better pair has a direction of its own.
        reach = this.#support(bone, f, 1) + this.distance + this.#slack;
      }
    }
  }

  /** Greatest extent of a face along sign × the direction of the nearest points so far: two faces are at least as far apart as their extents. */
  #support(surface: Surface, face: number, sign: number): number {
    const { positions: A, faces } = surface;
    const a = 3 * faces[3 * face];
    const b = 3 * faces[3 * face + 1];
    const c = 3 * faces[3 * face + 2];
    const x = sign * this.#direction[0];
    const y = sign * this.#direction[1];
    const z = sign * this.#direction[2];
    return Math.max(
      x * A[a] + y * A[a + 1] + z * A[a + 2],
      x * A[b] + y * A[b + 1] + z * A[b + 2],
      x * A[c] + y * A[c + 1] + z * A[c + 2],
    );
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
      const segment = this.#segment;
      this.#shared.find(P, a, b, c, Q, d, e, f, segment, 0);
      pair.set(segment.subarray(0, 3), 0);
      pair.set(segment.subarray(0, 3), 3);
      pair[PAIR_SQUARED] = 0;
    } else if (pair[PAIR_SQUARED] === 0) pair[PAIR_SQUARED] = exactGap(P, a, b, c, Q, d, e, f) ** 2 || Number.MIN_VALUE;
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
    this.distance = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) this.#direction[k] = squared > 0 ? (pair[3 + k] - pair[k]) / this.distance : 0;
  }
}

/** Squared, with the few roundings of the sum taken off. */
function boxDistanceSquared(a: BoxArray, i: number, b: BoxArray, j: number): number {
  const dx = Math.max(0, a[i] - b[j + 3], b[j] - a[i + 3]);
  const dy = Math.max(0, a[i + 1] - b[j + 4], b[j + 1] - a[i + 4]);
  const dz = Math.max(0, a[i + 2] - b[j + 5], b[j + 2] - a[i + 5]);
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

function longestSide(boxes: BoxArray, o: number): number {
  return Math.max(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
}
