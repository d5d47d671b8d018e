// The feed under a pose → coordinates along it and across it: s, u, v of faces and boxes of both bodies, mm.
//
//        ▲ feed (s)
//   bone │  ▒▒▒▒▒▒ β       A line along the feed is a point (u, v). The shadow of a face is its projection along the
//        │                 feed, onto (u, v). Where the shadows of a tool face τ and a bone face β overlap, lines meet
//   tool │   ░░░ τ         both, and the distance from τ to β along these lines, s_β − s_τ, is a difference of two
//        └───────▶ u, v    linear functions of (u, v).

import { PosedBoxes } from '#bvh';
import { alignedAxes, cornerOffset, frameSlack, lengthSlack, vectorLength } from '#core';
import { BRANCHING } from '#records';
import type { Solid } from './face-cut.ts';
import { shadowArea, shadowAreaWrong } from './shadow-overlap.ts';
import { eachFace } from './tool-nodes.ts';

/** Numbers per face: s, u, v of each corner. */
export const PLACED = 9;

/** Where a face's normal points: along the feed, against it, or so nearly across it that rounding decides. */
const ALONG = 1;
const AGAINST = -1;
export const ACROSS = 0;

/** The faces of a leaf in these coordinates, except those that an edit has removed. */
interface PlacedLeaf {
  count: number;
  readonly faces: Uint32Array;
  /** PLACED numbers per face. */
  readonly corners: Float64Array;
  /** Low s, u, v and high s, u, v of each, widened by the slack. */
  readonly bounds: Float64Array;
  /** ALONG, AGAINST or ACROSS. */
  readonly looks: Int8Array;
}

/** One body in these coordinates; boxes and leaves are made on demand. */
export interface PlacedBody {
  readonly body: Solid;
  /** Boxes of its nodes: low s, u, v, high s, u, v. */
  readonly boxes: PosedBoxes;
  /** A cache of leaves, by their number modulo LEAVES_KEPT, and which leaf each entry holds at this pose. */
  readonly leaves: (PlacedLeaf | undefined)[];
  readonly leafAt: Int32Array;
}

/** The number of cached leaves: a search returns to the same ones. */
const LEAVES_KEPT = 1024;

export class FeedSpace {
  readonly bone: PlacedBody;
  readonly tool: PlacedBody;
  /** Rows: the feed and two directions across it, bone frame; perpendicular and of length 1 up to rounding. */
  readonly axes = new Float64Array(9);
  /** mm: the error bound of s, u or v of a stored point; it covers rounding of the axes and of the products. */
  slack = 0;
  readonly #feed: readonly number[];

  /** @param feed tool frame, length 1. */
  constructor(bone: Solid, tool: Solid, feed: readonly number[]) {
    this.bone = placedBody(bone);
    this.tool = placedBody(tool);
    this.#feed = feed;
  }

  /** Takes the tool's current pose. Call it before any other query at that pose. */
  begin(): void {
    const { body: bone } = this.bone;
    const { body: tool } = this.tool;
    const m = tool.frame.forward;
    const [x, y, z] = [0, 4, 8].map((r) => this.#feed.reduce((sum, part, k) => sum + m[r + k] * part, 0));
    const length = vectorLength(x, y, z);
    alignedAxes(x / length, y / length, z / length, this.axes);
    this.bone.leafAt.fill(-1);
    this.tool.leafAt.fill(-1);
    const magnitude = Math.max(bone.magnitude, tool.magnitude);
    // A direction with an error ≤ 16u moves a coordinate by ≤ 16√3·u·M; the sum of products adds γ₃·√3·M; the error of
    // a difference of two coordinates is twice that, which is below twice 64u·M.
    this.slack = 2 * lengthSlack(magnitude);
    const slack = this.slack + frameSlack(magnitude);
    this.bone.boxes.begin({ forward: rows(this.axes, IDENTITY), slack });
    this.tool.boxes.begin({ forward: rows(this.axes, m), slack: slack + tool.frame.slack });
  }

  /** Whether the shadows of a node of the bone and one of the tool may overlap; makes both nodes' boxes. */
  nodesMeet(boneLevel: number, boneNode: number, toolLevel: number, toolNode: number): boolean {
    const { boxes: bone } = this.bone;
    const { boxes: tool } = this.tool;
    bone.make(boneLevel, boneNode);
    tool.make(toolLevel, toolNode);
    return shadowsMeet(tool.levels[toolLevel], 6 * toolNode, bone.levels[boneLevel], 6 * boneNode);
  }

  /** The faces of a leaf; valid until another leaf is requested. */
  leaf({ body, leaves, leafAt }: PlacedBody, leaf: number): PlacedLeaf {
    const slot = leaf % LEAVES_KEPT;
    leaves[slot] ??= emptyLeaf();
    const placed = leaves[slot];
    if (leafAt[slot] === leaf) return placed;
    leafAt[slot] = leaf;
    placed.count = 0;
    eachFace(body, leaf, (face) => {
      const n = placed.count++;
      placed.faces[n] = face;
      this.placeFace(body, face, placed.corners, PLACED * n);
      boundFace(placed.corners, PLACED * n, this.slack, placed.bounds, 6 * n);
      placed.looks[n] = lookOf(placed.corners, PLACED * n, this.slack);
    });
    return placed;
  }

  placeFace({ positions: A, faces }: Solid, face: number, out: Float64Array, at: number): void {
    for (let k = 0; k < 3; k++) this.place(A, cornerOffset(faces, face, k), out, at + 3 * k);
  }

  /** Writes s, u, v of a point. */
  place(A: Float64Array, p: number, out: Float64Array, at: number): void {
    const g = this.axes;
    for (let k = 0; k < 3; k++) out[at + k] = g[3 * k] * A[p] + g[3 * k + 1] * A[p + 1] + g[3 * k + 2] * A[p + 2];
  }

  /** Writes x, y, z (bone frame) for s, u, v. The axes are perpendicular up to rounding, which the slack covers. */
  pointAt(s: number, u: number, v: number, out: Float64Array): void {
    const g = this.axes;
    for (let k = 0; k < 3; k++) out[k] = s * g[k] + u * g[3 + k] + v * g[6 + k];
  }
}

function placedBody(body: Solid): PlacedBody {
  return { body, boxes: new PosedBoxes(body), leaves: [], leafAt: new Int32Array(LEAVES_KEPT) };
}

function emptyLeaf(): PlacedLeaf {
  return {
    count: 0,
    faces: new Uint32Array(BRANCHING),
    corners: new Float64Array(PLACED * BRANCHING),
    bounds: new Float64Array(6 * BRANCHING),
    looks: new Int8Array(BRANCHING),
  };
}

function boundFace(A: Float64Array, a: number, slack: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = Math.min(A[a + k], A[a + 3 + k], A[a + 6 + k]) - slack;
    out[at + 3 + k] = Math.max(A[a + k], A[a + 3 + k], A[a + 6 + k]) + slack;
  }
}

/** Whether the shadows of two boxes, low s, u, v, high s, u, v, overlap. */
export function shadowsMeet(A: Float64Array, a: number, B: Float64Array, b: number): boolean {
  return A[a + 1] <= B[b + 4] && B[b + 1] <= A[a + 4] && A[a + 2] <= B[b + 5] && B[b + 2] <= A[a + 5];
}

function lookOf(A: Float64Array, a: number, slack: number): number {
  const area = shadowArea(A, a);
  if (Math.abs(area) <= shadowAreaWrong(A, a, slack)) return ACROSS;
  return area > 0 ? ALONG : AGAINST;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** Three directions × a row-major 3×4 matrix → the same directions for the points that the matrix maps. */
function rows(axes: Float64Array, m: Float64Array): Float64Array {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 4; c++)
      out[4 * r + c] = axes[3 * r] * m[c] + axes[3 * r + 1] * m[4 + c] + axes[3 * r + 2] * m[8 + c];
  return out;
}
