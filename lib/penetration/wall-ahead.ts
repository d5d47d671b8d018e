// The tool × the bone along the feed → the least bone still ahead of the tool, as an interval.
//
//   ▒▒▒▒▒▒▒▒▒▒▒▒ β    ▲ feed    On each line along the feed whose last point of the tool lies in the bone, it is the
//   ▒▒▒▒▒▒ ▲ ▒▒▒▒▒    │         way from that point to where the line leaves the bone. The answer is the least over
//   ▒▒┌────┴ τ ─┐▒              all lines.
//   ▒▒│  tool   │▒
//
// Lower bound: if a line leaves the tool through face τ and the bone through face β ahead of it, its way is at least
// the least way from τ to β over the overlap of their shadows. Upper bound: one line is followed exactly. Is the tool's
// point its last one, does it lie in the bone, and where does the line leave the bone (LastPoints)?
//
// Branch and bound, best first: pairs of nodes of both BVHs are split down to pairs of faces. A pair of faces is tried
// on the line on which β is least far ahead. If that does not settle it, the tool's face is split into four pieces,
// unless the piece lies outside the bone, or another face of the tool covers it: then no last point lies on it.
//
// Invariant: `low` is at most the way on every line: what is on the queues bounds the lines that are left, `high` those
// that were followed.

import { NodePairs } from '../bvh/index.ts';
import { grown } from '../core/index.ts';
import { BestFirst } from './best-first.ts';
import { ACROSS, type FeedSpace, PLACED, shadowsMeet } from './feed-space.ts';
import { LastPoints } from './last-points.ts';
import { writeQuarter } from './quarter.ts';
import { SAMPLE, ShadowOverlap } from './shadow-overlap.ts';
import { SolidSense } from './solid-sense.ts';
import { eachChild, NodeMarks } from './tool-nodes.ts';
import type { ToolParts } from './tool-parts.ts';

/**
 * The search ends when the interval is at most as wide as this share of its upper end, or when MOST_PIECES pieces of
 * faces have been made: then the interval stays as wide as it is.
 */
const NARROW = 2 ** -10;
const MOST_PIECES = 4096;

/**
 * Row of a piece of a tool face: s, u, v of its corners, the tool's face, the bone's face, and 1 if all lies in the
 * bone.
 */
const ROW = PLACED + 3;
const TOOL_FACE = PLACED;
const BONE_FACE = PLACED + 1;
const IS_INSIDE = PLACED + 2;

export class WallAhead {
  /** mm: low ≤ exact ≤ high. Both are Infinity if the tool's last point lies in the bone on no line. */
  low = 0;
  high = 0;
  /** s, u, v of the tool's point from which `high` was measured. */
  readonly at = new Float64Array(3);
  readonly #space: FeedSpace;
  readonly #parts: ToolParts;
  readonly #lines: LastPoints;
  readonly #boneSense: SolidSense;
  readonly #toolSense: SolidSense;
  #boneSign = 0;
  #toolSign = 0;
  readonly #nodes = new NodePairs();
  /** Pieces of tool faces, by their least way, negated: the heap gives the greatest first. */
  readonly #pieces = new BestFirst();
  readonly #overlap = new ShadowOverlap();
  readonly #sample = new Float64Array(SAMPLE);
  readonly #boneFace = new Float64Array(PLACED);
  /** Marks the tool's nodes that hold a face that may lie in the bone. */
  readonly #marks = new NodeMarks();
  #rows = new Float64Array(ROW * 64);
  #count = 0;
  /** How many of the rows splitting has made. */
  #cut = 0;

  constructor(space: FeedSpace, parts: ToolParts) {
    this.#space = space;
    this.#parts = parts;
    this.#lines = new LastPoints(space);
    this.#boneSense = new SolidSense(space.bone.body);
    this.#toolSense = new SolidSense(space.tool.body);
  }

  /**
   * Searches at the pose that the space was begun with, for the parts found last, of which none has emerged.
   * @param touching points of both surfaces, x, y, z each, bone frame: if nothing of the tool lies deeper in the bone,
   * the way begins at one of them.
   */
  find(touching: Float64Array): void {
    this.low = Number.POSITIVE_INFINITY;
    this.high = Number.POSITIVE_INFINITY;
    this.#nodes.count = 0;
    this.#pieces.clear();
    this.#count = 0;
    this.#cut = 0;
    this.#lines.begin();
    this.#boneSign = this.#boneSense.sign();
    this.#toolSign = this.#toolSense.sign();
    const { bone, tool } = this.#space;
    const top = tool.body.bvh.levels.length - 1;
    this.#marks.mark(tool.body, (face) => this.#parts.isWholeInside(face) !== false);
    if (this.#marks.has(top, 0)) this.#pushNodes(bone.body.bvh.levels.length - 1, 0, top, 0);
    this.#search();
    if (this.high === Number.POSITIVE_INFINITY && this.low < this.high) this.#tryTouching(touching);
  }

  #search(): void {
    const nodes = this.#nodes;
    const pieces = this.#pieces;
    for (;;) {
      this.low = Math.min(nodes.least, -pieces.greatest, this.high);
      if (this.low >= this.high - NARROW * this.high || this.#cut > MOST_PIECES) return;
      if (this.low === Number.POSITIVE_INFINITY) return;
      if (nodes.take(-pieces.greatest)) this.#descend();
      else if (pieces.take()) this.#tryPiece(ROW * pieces.item);
    }
  }

  #descend(): void {
    const { bone, tool } = this.#space;
    const { boneLevel, boneNode, toolLevel, toolNode } = this.#nodes;
    if (boneLevel === 0 && toolLevel === 0) this.#pushFaces(boneNode, toolNode);
    else if (toolLevel === 0 || (boneLevel > 0 && boneLevel >= toolLevel))
      eachChild(bone.body, boneLevel, boneNode, (child) => this.#pushNodes(boneLevel - 1, child, toolLevel, toolNode));
    else
      eachChild(tool.body, toolLevel, toolNode, (child) => {
        if (this.#marks.has(toolLevel - 1, child)) this.#pushNodes(boneLevel, boneNode, toolLevel - 1, child);
      });
  }

  #pushNodes(boneLevel: number, boneNode: number, toolLevel: number, toolNode: number): void {
    const { bone, tool } = this.#space;
    if (!this.#space.nodesMeet(boneLevel, boneNode, toolLevel, toolNode)) return;
    const [B, b] = [bone.boxes.levels[boneLevel], 6 * boneNode];
    const [T, t] = [tool.boxes.levels[toolLevel], 6 * toolNode];
    if (B[b + 3] < T[t]) return;
    const least = Math.max(0, B[b] - T[t + 3]);
    if (least < this.high) this.#nodes.push(boneLevel, boneNode, toolLevel, toolNode, least);
  }

  /**
   * Puts the pairs of faces of two leaves on the queue through which lines may leave both solids, unless the tool's
   * lies wholly outside the bone. Faces across which rounding decides are left out: a line that ends on one ends on the
   * rim of a neighbour as well.
   */
  #pushFaces(boneNode: number, toolNode: number): void {
    const space = this.#space;
    const bone = space.leaf(space.bone, boneNode);
    const tool = space.leaf(space.tool, toolNode);
    for (let i = 0; i < tool.count; i++) {
      if (!isLeft(tool.looks[i], this.#toolSign)) continue;
      const isInside = this.#parts.isWholeInside(tool.faces[i]);
      if (isInside === false) continue;
      for (let j = 0; j < bone.count; j++) {
        if (!isLeft(bone.looks[j], this.#boneSign) || bone.bounds[6 * j + 3] < tool.bounds[6 * i]) continue;
        if (!shadowsMeet(tool.bounds, 6 * i, bone.bounds, 6 * j)) continue;
        const least = this.#leastWay(tool.corners, PLACED * i, bone.corners, PLACED * j);
        if (least >= this.high) continue;
        const row = this.#newRow(tool.faces[i], bone.faces[j], isInside === true ? 1 : 0);
        for (let n = 0; n < PLACED; n++) this.#rows[row + n] = tool.corners[PLACED * i + n];
        this.#pieces.push(row / ROW, -least, -1);
        // A first upper bound at once: if bounds are equal, as those of parallel faces are, all pairs of nodes would
        // come off the queue before the first piece.
        if (this.high === Number.POSITIVE_INFINITY) this.#trySample(row);
      }
    }
  }

  /**
   * The way from a piece of a tool face to a bone face ahead of it, at least, on the lines that meet both; Infinity if
   * there are none.
   */
  #leastWay(T: Float64Array, t: number, B: Float64Array, b: number): number {
    const overlap = this.#overlap;
    if (Math.max(B[b], B[b + 3], B[b + 6]) + 2 * this.#space.slack < Math.min(T[t], T[t + 3], T[t + 6]))
      return Infinity;
    return overlap.take(T, t, B, b, this.#space.slack) && overlap.most >= 0 ? Math.max(0, overlap.least) : Infinity;
  }

  #newRow(toolFace: number, boneFace: number, isInside: number): number {
    const row = ROW * this.#count++;
    this.#rows = grown(this.#rows, row, row + ROW);
    this.#rows[row + TOOL_FACE] = toolFace;
    this.#rows[row + BONE_FACE] = boneFace;
    this.#rows[row + IS_INSIDE] = isInside;
    return row;
  }

  /** Follows the line on which a piece's bone face is least far ahead. */
  #trySample(row: number): void {
    const space = this.#space;
    const B = this.#boneFace;
    const sample = this.#sample;
    space.placeFace(space.bone.body, this.#rows[row + BONE_FACE], B, 0);
    const overlap = this.#overlap;
    overlap.take(this.#rows, row, B, 0, space.slack);
    if (!overlap.leastPoint(sample)) return;
    const [s, u, v] = sample;
    this.#offer(this.#lines.mostBone(s, u, v, sample[4] - sample[3]), s, u, v);
  }

  #tryPiece(row: number): void {
    this.#trySample(row);
    if (-this.#pieces.bound >= this.high - NARROW * this.high) {
      this.#pieces.push(row / ROW, this.#pieces.bound, -1);
      return;
    }
    if (this.#rows[row + IS_INSIDE] === 0) {
      const side = this.#lines.sideOf(this.#rows, row);
      if (side < 0) return;
      this.#rows[row + IS_INSIDE] = side;
    }
    if (!this.#lines.isCovered(this.#rows, row)) this.#split(row, this.#boneFace);
  }

  #offer(most: number, s: number, u: number, v: number): void {
    if (most >= this.high) return;
    this.high = most;
    this.at[0] = s;
    this.at[1] = u;
    this.at[2] = v;
  }

  #split(row: number, B: Float64Array): void {
    this.#cut += 4;
    const parent = this.#rows.slice(row, row + ROW);
    for (let child = 0; child < 4; child++) {
      const at = this.#newRow(parent[TOOL_FACE], parent[BONE_FACE], parent[IS_INSIDE]);
      writeQuarter(parent, child, this.#rows, at);
      const least = this.#leastWay(this.#rows, at, B, 0);
      if (least < this.high) this.#pieces.push(at / ROW, -least, -1);
      else {
        this.#count--;
        this.#cut--;
      }
    }
  }

  /**
   * The tool touches the bone and lies nowhere in it: follows lines through points where it touches. Whether a touching
   * point lies in the bone is undecided, so the way is taken from a little ahead of the point (the tool rests on the
   * bone, and the bone begins there), or from a little behind it (its last point lies on the face through which the
   * line leaves).
   */
  #tryTouching(points: Float64Array): void {
    const space = this.#space;
    const placed = new Float64Array(3);
    const magnitude = Math.max(space.bone.body.magnitude, space.tool.body.magnitude);
    for (let p = 0; p < Math.min(points.length, 3 * MOST_TOUCHING); p += 3) {
      space.place(points, p, placed, 0);
      for (const share of STEPS) {
        const step = share * magnitude;
        const behind = this.#lines.mostBone(placed[0] + step, placed[1], placed[2], step) + step;
        const before = Math.max(0, this.#lines.mostBone(placed[0] - step, placed[1], placed[2], 2 * step) - step);
        this.#offer(Math.min(behind, before), placed[0], placed[1], placed[2]);
      }
    }
  }
}

/** Whether a line along the feed may leave a solid of this sense (SolidSense) through a face with this look. */
function isLeft(look: number, sense: number): boolean {
  return look !== ACROSS && look !== -sense;
}

/** How many touching points are tried, and how far from them, in shares of the largest coordinate. */
const MOST_TOUCHING = 64;
const STEPS = [2 ** -32, 2 ** -24] as const;
