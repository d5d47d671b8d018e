// The emerged parts of the tool × the bone → the distance of their farthest point from the bone, as an interval, and a
// point at least as far as its low end.
//
// Branch and bound, best first: the one-sided Hausdorff distance of M. Tang, M. Lee, Y. J. Kim, "Interactive Hausdorff
// distance computation for general polygonal models", ACM TOG 28(3), 2009, applied to part of a surface.
//
//   queue (greatest bound first)          what happens to an item that is taken off
//     node of the tool's BVH              its children, or a leaf's faces, are bounded and put on
//     triangle, bounded by a near face    it is measured: bounded by the face nearest to its middle, and put on again
//     triangle, measured                  its four quarters are bounded and put on
//
// Two upper bounds, d being the distance to the bone: a ball of radius r about c contains no point farther than d(c) +
// r, since d is 1-Lipschitz; and no point of a triangle is farther from the bone than the triangle's farthest corner is
// from any one bone face, since the distance to a convex set is convex. `low` is the distance of the farthest point
// known to lie in an emerged part.
//
// Invariant: every point of an emerged part lies in an item on the queue, or is not farther than max(low, #left). So
// the greater of that and the greatest bound on the queue is the interval's upper end, and the search may stop as soon
// as the interval is narrow enough.
//
// Of a face that the bone cuts, only some regions have emerged. Its pieces are MIXED until their middle is so far from
// the bone that rounding cannot decide which region it lies in, and no cut passes through them; then they have emerged,
// or are dropped.

import { BestFirst, cornerOffset, crossingSlack, grown, lengthSlack, stopIfUnwanted } from '#core';
import { writeQuarter } from '#triangles';
import { BoneDistance } from './bone-distance.ts';
import type { Solid } from './face-cut.ts';
import { NodeDescent } from './node-descent.ts';
import { eachFace, levelOf, NodeMarks, placeOf, rootItem } from './tool-nodes.ts';
import type { ToolParts } from './tool-parts.ts';

/** The interval is at most as wide as 1/64 of the resolution, or as 1/256 of its upper end … */
const SHARE_OF_RESOLUTION = 1 / 64;
const SHARE_OF_ITSELF = 1 / 256;
/**
 * … unless that takes more triangles than this: then the interval is at most as wide as G4 allows, h/√3. A face
 * parallel to the bone's surface takes many, since all its points are about equally far.
 */
const MOST_TRIANGLES = 2048;

/**
 * The row of a triangle: xyz of three corners and of the middle, its face, its kind, and its radius (0: not measured).
 */
const ROW = 15;
const MIDDLE = 9;
const FACE = 12;
const KIND = 13;
const RADIUS = 14;
/** Kind of a triangle that has emerged entirely. */
const EMERGED = 1;
/** Kind of a triangle that the bone may cut. */
const MIXED = 0;

export class Protrusion {
  /** mm; both 0 if no part has emerged. */
  low = 0;
  high = 0;
  /** Bone frame, mm: at least `low` away from the bone. NaN if no part has emerged. */
  readonly point = new Float64Array(3);
  readonly #tool: Solid;
  readonly #parts: ToolParts;
  readonly #bone: Solid;
  readonly #distance: BoneDistance;
  readonly #queue = new BestFirst();
  readonly #nodes: NodeDescent;
  /** Marks the nodes that contain a wholly or partly emerged face. */
  readonly #marks = new NodeMarks();
  /** mm: the rounding error bound of a piece's points. */
  #slack = 0;
  #rows = new Float64Array(ROW * 64);
  #count = 0;
  /** mm: the greatest bound among pieces too small to be split. */
  #left = 0;
  /** For each vertex the number of the last search that measured it. */
  #seen = new Uint32Array(0);
  #searches = 0;

  constructor(bone: Solid, tool: Solid, parts: ToolParts) {
    this.#bone = bone;
    this.#tool = tool;
    this.#parts = parts;
    this.#distance = new BoneDistance(bone);
    this.#nodes = new NodeDescent(tool, this.#distance);
  }

  /** Searches the parts found last. @param resolution h, mm. */
  find(resolution: number): void {
    this.low = 0;
    this.high = 0;
    this.point.fill(Number.NaN);
    if (!this.#parts.isThrough) return;
    if (this.#seen.length < this.#tool.vertexCount) this.#seen = new Uint32Array(this.#tool.vertexCount);
    this.#searches++;
    this.#distance.begin();
    this.#slack = lengthSlack(Math.max(this.#bone.magnitude, this.#tool.magnitude));
    this.#count = 0;
    this.#left = 0;
    this.#takeSeed();
    this.#marks.mark(this.#tool, (face) => this.#isWanted(face));
    const queue = this.#queue;
    queue.clear();
    queue.push(rootItem(this.#tool), Number.POSITIVE_INFINITY, -1);
    while (queue.take()) {
      stopIfUnwanted();
      const { item, bound, face } = queue;
      if (bound <= Math.max(this.low, this.#left) || this.#isNarrow(bound, resolution)) {
        this.high = Math.max(this.low, this.#left, bound);
        return;
      }
      if (item < 0) this.#refine(-1 - item, bound, face);
      else if (levelOf(item) > 0) this.#nodes.descend(item, bound, this.low, this.#isMarked, this.#push);
      else eachFace(this.#tool, placeOf(item), (toolFace) => this.#pushFace(toolFace, bound, face));
    }
    this.high = Math.max(this.low, this.#left);
  }

  #isNarrow(high: number, resolution: number): boolean {
    const width = high - this.low;
    if (!(width < Number.POSITIVE_INFINITY)) return false;
    if (width <= Math.max(SHARE_OF_RESOLUTION * resolution, SHARE_OF_ITSELF * high)) return true;
    return this.#count > MOST_TRIANGLES && width <= resolution / Math.sqrt(3);
  }

  /** Takes a first point: in an emerged part, or on its rim. */
  #takeSeed(): void {
    for (const cut of this.#parts.cuts)
      for (let region = 0; region < cut.regions; region++) {
        if (!this.#parts.hasRegionEmerged(cut, region)) continue;
        cut.seedOf(region, this.point);
        return;
      }
  }

  #isWanted(face: number): boolean {
    const cut = this.#parts.cutOf(face);
    return cut === null ? this.#parts.hasEmerged(face) : this.#parts.hasEmergedRegion(cut);
  }

  readonly #isMarked = (level: number, node: number): boolean => this.#marks.has(level, node);

  readonly #push = (item: number, bound: number, face: number): void => {
    if (bound > this.low) this.#queue.push(item, bound, face);
  };

  /** Puts a face of the tool on the queue, and offers its emerged corners. @param boneFace one that is near, or −1. */
  #pushFace(face: number, bound: number, boneFace: number): void {
    if (!this.#isWanted(face)) return;
    const parts = this.#parts;
    const { positions: T, faces } = this.#tool;
    const row = this.#newRow(face, parts.cutOf(face) === null ? EMERGED : MIXED);
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++) this.#rows[row + 3 * k + axis] = T[cornerOffset(faces, face, k) + axis];
    const most = boneFace < 0 ? bound : Math.min(bound, this.#distance.mostFrom(boneFace, this.#rows, row, 3));
    if (most <= this.low) return;
    for (let k = 0; k < 3; k++) {
      const vertex = faces[3 * face + k];
      if (this.#seen[vertex] === this.#searches || !parts.hasVertexEmerged(vertex)) continue;
      this.#seen[vertex] = this.#searches;
      if (boneFace < 0 || this.#distance.mostFrom(boneFace, T, 3 * vertex, 1) > this.low) this.#offer(T, 3 * vertex);
    }
    this.#push(-1 - row / ROW, most, boneFace);
  }

  #newRow(face: number, kind: number): number {
    const row = ROW * this.#count++;
    this.#rows = grown(this.#rows, row, row + ROW);
    this.#rows[row + FACE] = face;
    this.#rows[row + KIND] = kind;
    this.#rows[row + RADIUS] = 0;
    return row;
  }

  /** Takes a point of an emerged part if it is farther than the farthest known. */
  #offer(P: Float64Array, at: number): void {
    this.#distance.measure(P, at);
    if (this.#distance.low <= this.low) return;
    this.low = this.#distance.low;
    for (let k = 0; k < 3; k++) this.point[k] = P[at + k];
  }

  /**
   * Measures a triangle the first time it is taken off the queue, and splits it the second time. A triangle as small as
   * the rounding error is not split: its bound goes to #left.
   */
  #refine(triangle: number, bound: number, face: number): void {
    const row = ROW * triangle;
    const radius = this.#rows[row + RADIUS];
    if (radius === 0) this.#measure(row, bound);
    else if (radius > 4 * this.#slack) this.#split(row, bound, face);
    else this.#left = Math.max(this.#left, bound);
  }

  #measure(row: number, bound: number): void {
    const rows = this.#rows;
    const distance = this.#distance;
    for (let k = 0; k < 3; k++) rows[row + MIDDLE + k] = (rows[row + k] + rows[row + 3 + k] + rows[row + 6 + k]) / 3;
    let radius = 0;
    for (let corner = row; corner < row + MIDDLE; corner += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => rows[corner + k] - rows[row + MIDDLE + k]);
      radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z));
    }
    radius += this.#slack;
    rows[row + RADIUS] = radius;
    distance.measure(rows, row + MIDDLE);
    const { low, high, face } = distance;
    if (rows[row + KIND] === MIXED && !this.#classify(row, low, radius)) return;
    const most = Math.min(bound, high + radius, distance.mostFrom(face, rows, row, 3));
    if (rows[row + KIND] === EMERGED) {
      this.#offerMiddle(row, low);
      // The corner that sets the bound.
      let farthest = row;
      let length = 0;
      for (let corner = row; corner < row + MIDDLE; corner += 3) {
        const apart = distance.mostFrom(face, rows, corner, 1);
        if (apart <= length) continue;
        length = apart;
        farthest = corner;
      }
      if (length > this.low) this.#offer(rows, farthest);
    }
    this.#push(-1 - row / ROW, most, face);
  }

  /** @param low a lower bound on the middle's distance from the bone. */
  #offerMiddle(row: number, low: number): void {
    if (low <= this.low) return;
    this.low = low;
    for (let k = 0; k < 3; k++) this.point[k] = this.#rows[row + MIDDLE + k];
  }

  /**
   * Determines how much of a MIXED triangle has emerged. If the middle is farther from the bone than rounding moves the
   * cuts, its region is known. If it is farther than the radius, no cut passes through the triangle: all of it belongs
   * to that region.
   * @param low a lower bound on the middle's distance to the bone.
   * @returns false if none of it has emerged.
   */
  #classify(row: number, low: number, radius: number): boolean {
    const rows = this.#rows;
    const cut = this.#parts.cutOf(rows[row + FACE]);
    if (cut === null || low <= 2 * crossingSlack(Math.max(this.#bone.magnitude, this.#tool.magnitude))) return true;
    const region = cut.regionAt(rows[row + MIDDLE], rows[row + MIDDLE + 1], rows[row + MIDDLE + 2]);
    if (region < 0) return true;
    const hasEmerged = this.#parts.hasRegionEmerged(cut, region);
    if (low > radius) rows[row + KIND] = EMERGED;
    else if (hasEmerged) this.#offerMiddle(row, low);
    return hasEmerged || low <= radius;
  }

  /** Puts a triangle's four quarters on the queue, each with the lesser of its parent's bound and its own. */
  #split(row: number, bound: number, face: number): void {
    const parent = this.#rows.slice(row, row + ROW);
    for (let child = 0; child < 4; child++) {
      const at = this.#newRow(parent[FACE], parent[KIND]);
      writeQuarter(parent, child, this.#rows, at);
      this.#push(-1 - at / ROW, Math.min(bound, this.#distance.mostFrom(face, this.#rows, at, 3)), face);
    }
  }
}
