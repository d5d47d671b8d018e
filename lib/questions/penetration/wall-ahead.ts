// The tool × the bone along the feed → the least bone still ahead of the tool, as an interval.
//
//   ▒▒▒▒▒▒▒▒▒▒▒▒ β    ▲ feed    Each line along the feed on which the tool's last point lies in the bone has a
//   ▒▒▒▒▒▒ ▲ ▒▒▒▒▒    │         distance: from that point to where the line leaves the bone. The answer is the least
//   ▒▒┌────┴ τ ─┐▒              over all such lines; 0 if there is none. Lines along a face, or within rounding of an
//   ▒▒│  tool   │▒              edge, count like their neighbours.
//
// Lower bound: if a line leaves the tool through face τ and the bone through face β ahead of it, its distance is at
// least the least distance from τ to β over the overlap of their shadows. Upper bound: one line is followed exactly.
// LastPoints decides whether the tool's point is its last one and lies in the bone, and where the line leaves the bone.
//
// Branch and bound, best first: pairs of nodes of both BVHs are split down to pairs of faces. A pair of faces is tried
// on the line on which β is nearest ahead. If that does not settle it, τ is cut down to the part under β. Such a piece
// is split into four, unless it lies outside the bone (PieceSide), or the tool's other faces cover it (ShadowCover):
// then no last point lies on it.
//
// Invariant: `low` is at most the distance on every line: the items on the queues bound the remaining lines, `high` the
// lines that were followed.
//
// The answer does not depend on the trees: pieces are taken in one order, by bound and then by their faces' numbers;
// before a piece is taken, all nodes that may contain an earlier piece are taken; and only the results of pieces end
// the search.

import { NodePairs } from '#bvh';
import { BestFirst, grown, stopIfUnwanted } from '#core';
import { writeQuarter } from '#triangles';
import { ACROSS, type FeedSpace, PLACED, shadowsMeet } from './feed-space.ts';
import { LastPoints } from './last-points.ts';
import { PieceSide } from './piece-side.ts';
import { ShadowCover } from './shadow-cover.ts';
import { SAMPLE, ShadowOverlap, steepness } from './shadow-overlap.ts';
import { SolidSense } from './solid-sense.ts';
import { eachChild, NodeMarks } from './tool-nodes.ts';
import type { ToolParts } from './tool-parts.ts';

/**
 * The search ends when the interval is at most as wide as NARROW times its upper end (NARROW_OF_MANY times, once more
 * than MANY_PIECES pieces of faces have been made), or NARROW_FOR_SIZE times the largest coordinate. It also ends when
 * more than MOST_PIECES have been made: then the interval is as wide as the remaining items make it.
 */
const NARROW = 2 ** -20;
const NARROW_FOR_SIZE = 2 ** -32;
const MANY_PIECES = 512;
const NARROW_OF_MANY = 2 ** -10;
const MOST_PIECES = 4096;

/**
 * Row of a piece of a tool face: s, u, v of its corners, the tool's face, the bone's face, 1 if all of it lies in the
 * bone, and 1 if all of it lies under the bone's face.
 */
const ROW = PLACED + 4;
const TOOL_FACE = PLACED;
const BONE_FACE = PLACED + 1;
const IS_INSIDE = PLACED + 2;
const IS_UNDER = PLACED + 3;

export class WallAhead {
  /** mm: low ≤ exact ≤ high. */
  low = 0;
  high = 0;
  /** s, u, v of the tool's point from which `high` was measured. */
  readonly at = new Float64Array(3);
  readonly #space: FeedSpace;
  readonly #parts: ToolParts;
  readonly #lines: LastPoints;
  readonly #cover: ShadowCover;
  readonly #side: PieceSide;
  readonly #boneSense: SolidSense;
  readonly #toolSense: SolidSense;
  /** mm: the largest coordinate. */
  #magnitude = 0;
  #boneSign = 0;
  #toolSign = 0;
  readonly #nodes = new NodePairs();
  /** Pieces of tool faces, by their least distance, negated: the heap yields the greatest first. */
  readonly #pieces = new BestFirst();
  readonly #overlap = new ShadowOverlap();
  readonly #sample = new Float64Array(SAMPLE);
  readonly #boneFace = new Float64Array(PLACED);
  /** Marks the tool's nodes that contain a face that may lie in the bone. */
  readonly #marks = new NodeMarks();
  #rows = new Float64Array(ROW * 64);
  #count = 0;
  /** The number of pieces made from faces. */
  #cut = 0;

  constructor(space: FeedSpace, parts: ToolParts) {
    this.#space = space;
    this.#parts = parts;
    this.#lines = new LastPoints(space);
    this.#cover = new ShadowCover(space);
    this.#side = new PieceSide(space);
    this.#boneSense = new SolidSense(space.bone.body);
    this.#toolSense = new SolidSense(space.tool.body);
  }

  /**
   * Searches at the pose of the space's last `begin`, for the parts found last, none of which has emerged.
   * @param touching points of both surfaces, x, y, z each, bone frame: if nothing of the tool lies deeper in the bone,
   * the distance is measured from one of them.
   */
  find(touching: Float64Array): void {
    this.high = Number.POSITIVE_INFINITY;
    this.#nodes.count = 0;
    this.#pieces.clear();
    this.#count = 0;
    this.#cut = 0;
    this.#lines.begin();
    this.#cover.begin();
    this.#side.begin();
    this.#boneSign = this.#boneSense.sign();
    this.#toolSign = this.#toolSense.sign();
    const { bone, tool } = this.#space;
    this.#magnitude = Math.max(bone.body.magnitude, tool.body.magnitude);
    const top = tool.body.bvh.levels.length - 1;
    this.#marks.mark(tool.body, (face) => this.#parts.isWholeInside(face) !== false);
    if (this.#marks.has(top, 0)) {
      this.#tryFarthest();
      this.#pushNodes(bone.body.bvh.levels.length - 1, 0, top, 0);
    }
    const low = this.#search();
    if (low === Number.POSITIVE_INFINITY) {
      // Everything was ruled out: no bone is ahead of the tool.
      this.low = 0;
      this.high = 0;
      return;
    }
    this.low = Math.max(0, low - this.#cover.waived);
    if (this.high === Number.POSITIVE_INFINITY) this.#tryTouching(touching);
    if (this.high === Number.POSITIVE_INFINITY) this.#leaveOpen();
  }

  /** @returns the least distance on the lines that may remain; Infinity if none remains. */
  #search(): number {
    const nodes = this.#nodes;
    const pieces = this.#pieces;
    for (;;) {
      stopIfUnwanted();
      const enough = this.#enough;
      while (nodes.least < enough && nodes.take(-pieces.greatest)) this.#descend();
      const least = Math.min(-pieces.greatest, enough);
      if (least >= enough || this.#cut > MOST_PIECES) return least;
      pieces.take();
      this.#tryPiece(ROW * pieces.item);
    }
  }

  /** mm: a bound not below this makes the interval no wider than allowed. */
  get #enough(): number {
    if (this.high === Number.POSITIVE_INFINITY) return this.high;
    const share = this.#cut > MANY_PIECES ? NARROW_OF_MANY : NARROW;
    return this.high - Math.max(share * this.high, NARROW_FOR_SIZE * this.#magnitude);
  }

  /**
   * A first upper bound, from the line through the middle of the tool's face that is farthest ahead. Without it, if
   * bounds are equal, as for parallel faces, all pairs of nodes would come off the queue before the first piece.
   */
  #tryFarthest(): void {
    const { body } = this.#space.tool;
    const corners = this.#boneFace;
    const middle = [Number.NEGATIVE_INFINITY, 0, 0];
    for (let face = 0; face < body.faceCount; face++) {
      this.#space.placeFace(body, face, corners, 0);
      const [s, u, v] = [0, 1, 2].map((k) => (corners[k] + corners[k + 3] + corners[k + 6]) / 3);
      if (s > middle[0]) middle.splice(0, 3, s, u, v);
    }
    const beyond = 8 * this.#space.slack;
    this.#offer(this.#lines.mostBone(middle[0], middle[1], middle[2], beyond), middle[0], middle[1], middle[2]);
  }

  /**
   * Whether any line's last point lies in the bone is undecided. If none does, the answer is 0; if one does, the answer
   * is at most the bone's extent along the feed ahead of the tool's first point.
   */
  #leaveOpen(): void {
    const { bone, tool } = this.#space;
    const [ofBone, ofTool] = [bone, tool].map(({ boxes: { levels } }) => levels[levels.length - 1]);
    this.low = 0;
    this.high = Math.max(0, ofBone[3] - Math.max(ofBone[0], ofTool[0]));
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
   * Queues the pairs of faces of two leaves through which lines may leave both solids, unless the tool's face lies
   * wholly outside the bone. Faces are left out if rounding decides which way they look: a line that ends on such a
   * face also ends on the rim of a neighbour.
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
        this.#pieces.push(row / ROW, -least, -1, tool.faces[i] * space.bone.body.faceCount + bone.faces[j]);
      }
    }
  }

  /**
   * A lower bound on the distance from a piece of a tool face to a bone face ahead of it, on the lines that meet both;
   * Infinity if there are none.
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
    this.#rows[row + IS_UNDER] = 0;
    return row;
  }

  /**
   * Follows the line on which a piece's bone face is nearest ahead.
   * @returns mm: the bone ahead there; Infinity if that is uncertain.
   */
  #trySample(row: number): number {
    const space = this.#space;
    const B = this.#boneFace;
    const sample = this.#sample;
    space.placeFace(space.bone.body, this.#rows[row + BONE_FACE], B, 0);
    const overlap = this.#overlap;
    overlap.take(this.#rows, row, B, 0, space.slack);
    if (!overlap.leastPoint(sample)) return Infinity;
    const [s, u, v] = sample;
    const most = this.#lines.mostBone(s, u, v, sample[4] - sample[3]);
    this.#offer(most, s, u, v);
    return most;
  }

  #tryPiece(row: number): void {
    const most = this.#trySample(row);
    if (-this.#pieces.bound >= this.#enough) return;
    const rows = this.#rows;
    if (rows[row + IS_UNDER] === 0) {
      this.#cutDown(row, most);
      return;
    }
    if (rows[row + IS_INSIDE] === 0) {
      const side = this.#side.of(rows, row);
      if (side < 0) return;
      rows[row + IS_INSIDE] = side;
    }
    if (!this.#cover.covers(rows, row, rows[row + TOOL_FACE])) this.#split(row, most);
  }

  #offer(most: number, s: number, u: number, v: number): void {
    if (most >= this.high) return;
    this.high = most;
    this.at[0] = s;
    this.at[1] = u;
    this.at[2] = v;
  }

  /** Queues the part of a piece that lies under its bone face, as triangles. */
  #cutDown(row: number, most: number): void {
    const parent = this.#rows.slice(row, row + ROW);
    const corners = this.#overlap.ahead();
    parent[IS_UNDER] = 1;
    for (let at = 3; at + 3 < corners.length; at += 3) {
      const child = this.#newPiece(parent);
      this.#rows.set(corners.slice(0, 3), child);
      this.#rows.set(corners.slice(at, at + 6), child + 3);
      this.#pushPiece(child, most);
    }
  }

  #split(row: number, most: number): void {
    const parent = this.#rows.slice(row, row + ROW);
    for (let quarter = 0; quarter < 4; quarter++) {
      const child = this.#newPiece(parent);
      writeQuarter(parent, quarter, this.#rows, child);
      this.#pushPiece(child, most);
    }
  }

  #newPiece(parent: Float64Array): number {
    const row = this.#newRow(parent[TOOL_FACE], parent[BONE_FACE], parent[IS_INSIDE]);
    this.#rows[row + IS_UNDER] = parent[IS_UNDER];
    return row;
  }

  /**
   * Queues the last row, a part of the piece taken last. Drops it if it cannot lower `high`, or if it is so narrow that
   * all its lines pass within rounding of an edge.
   * @param most mm: the bone ahead on the line on which the piece was tried; Infinity if that settled nothing.
   */
  #pushPiece(row: number, most: number): void {
    const rows = this.#rows;
    const isNarrow = steepness(rows, row, this.#space.slack) === Number.POSITIVE_INFINITY;
    const least = isNarrow ? Infinity : Math.max(-this.#pieces.bound, this.#leastWay(rows, row, this.#boneFace, 0));
    if (least >= this.high) {
      this.#count--;
      return;
    }
    this.#cut++;
    // Among equal bounds, parts of a piece on which a line was followed come first, the latest before the others: they
    // become narrow where they are small. Then come the pairs of faces, and then the other parts.
    const { bone, tool } = this.#space;
    const order = most < Number.POSITIVE_INFINITY ? -row : tool.body.faceCount * bone.body.faceCount + row;
    this.#pieces.push(row / ROW, -least, -1, order);
  }

  /**
   * For a tool that touches the bone and lies nowhere in it: follows lines through touching points. Whether a touching
   * point lies in the bone is undecided, so the distance is measured from slightly ahead of the point (the tool rests
   * on the bone, and the bone begins there), or from slightly behind it (the tool's last point lies on the face through
   * which the line leaves the bone).
   */
  #tryTouching(points: Float64Array): void {
    const space = this.#space;
    const placed = new Float64Array(3);
    for (let p = 0; p < Math.min(points.length, 3 * MOST_TOUCHING); p += 3) {
      space.place(points, p, placed, 0);
      for (const share of STEPS) {
        const step = share * this.#magnitude;
        const behind = this.#lines.mostBone(placed[0] + step, placed[1], placed[2], step) + step;
        const before = Math.max(0, this.#lines.mostBone(placed[0] - step, placed[1], placed[2], 2 * step) - step);
        this.#offer(Math.min(behind, before), placed[0], placed[1], placed[2]);
      }
    }
  }
}

/** Whether a line along the feed may leave a solid of this sense (SolidSense) through a face that looks this way. */
function isLeft(look: number, sense: number): boolean {
  return look !== ACROSS && look !== -sense;
}

/** The most touching points tried, and the distances from each that are tried, as shares of the largest coordinate. */
const MOST_TOUCHING = 64;
const STEPS = [2 ** -32, 2 ** -24] as const;
