// The tool × the bone along the feed → the insertion: the greatest distance from where a line enters the bone to the
// last point of the tool on it, as an interval.
//
//   ▒▒▒▒▒▒▒▒▒▒▒▒▒▒ bone    ▲ s, the feed
//   ▒▒▒▒▒▒ ▲ τ ▒▒▒▒         │            On one line, it is the greatest s of the tool minus the least s of the bone.
//   ▒▒▒▒▒▒ │ ▒▒▒▒▒▒                      So the greatest over all lines is the greatest s_τ − s_β over all pairs of a
//   ▒▒▒▒▒▒ │ β ▒▒▒▒                      tool face τ and a bone face β, and over all lines that meet both. Neither
//          └ the way in                  surface's envelope is needed.
//
// Branch and bound over pairs of nodes of both BVHs, best first: a pair whose shadows overlap is bounded by the
// greatest s of the tool's node minus the least s of the bone's. A pair of faces is bounded over the overlap of their
// shadows (ShadowOverlap), and gives a lower bound on one line that certainly meets both. `high` is the greatest upper
// bound over all pairs of faces, `low` the greatest lower bound. Skipped pairs can raise neither, so both are the same
// for any trees.
//
// Invariant: on every line the insertion is at most `high`, or the bound of a pair on the queue, or at most `low`.

import { NodePairs } from '#bvh';
import { stopIfUnwanted } from '#core';
import { type FeedSpace, PLACED, type PlacedBody, shadowsMeet } from './feed-space.ts';
import { SAMPLE, ShadowOverlap } from './shadow-overlap.ts';
import { eachChild } from './tool-nodes.ts';

export class Insertion {
  /** mm: low ≤ exact ≤ high. Both are 0 if no line enters the bone before the tool ends. */
  low = 0;
  high = 0;
  readonly #space: FeedSpace;
  readonly #pairs = new NodePairs();
  readonly #overlap = new ShadowOverlap();
  readonly #sample = new Float64Array(SAMPLE);

  constructor(space: FeedSpace) {
    this.#space = space;
  }

  /** Searches at the pose of the space's last `begin`. */
  find(): void {
    this.low = 0;
    this.high = 0;
    const { bone, tool } = this.#space;
    const pairs = this.#pairs;
    pairs.count = 0;
    this.#push(bone.body.bvh.levels.length - 1, 0, tool.body.bvh.levels.length - 1, 0);
    // The heap yields the least first, so bounds are negated.
    while (pairs.take(-this.low)) {
      stopIfUnwanted();
      const { boneLevel, boneNode, toolLevel, toolNode } = pairs;
      if (boneLevel === 0 && toolLevel === 0) this.#tryLeaves(boneNode, toolNode);
      else if (toolLevel === 0 || (boneLevel > 0 && isWider(bone, boneLevel, boneNode, tool, toolLevel, toolNode)))
        eachChild(bone.body, boneLevel, boneNode, (child) => this.#push(boneLevel - 1, child, toolLevel, toolNode));
      else eachChild(tool.body, toolLevel, toolNode, (child) => this.#push(boneLevel, boneNode, toolLevel - 1, child));
    }
  }

  #push(boneLevel: number, boneNode: number, toolLevel: number, toolNode: number): void {
    const { bone, tool } = this.#space;
    if (!this.#space.nodesMeet(boneLevel, boneNode, toolLevel, toolNode)) return;
    const most = tool.boxes.levels[toolLevel][6 * toolNode + 3] - bone.boxes.levels[boneLevel][6 * boneNode];
    if (most > this.low) this.#pairs.push(boneLevel, boneNode, toolLevel, toolNode, -most);
  }

  #tryLeaves(boneNode: number, toolNode: number): void {
    const space = this.#space;
    const bone = space.leaf(space.bone, boneNode);
    const tool = space.leaf(space.tool, toolNode);
    for (let i = 0; i < tool.count; i++) {
      const most = tool.bounds[6 * i + 3];
      for (let j = 0; j < bone.count; j++) {
        const way = most - bone.bounds[6 * j];
        if (way <= this.low) continue;
        if (!shadowsMeet(tool.bounds, 6 * i, bone.bounds, 6 * j)) continue;
        this.#tryFaces(tool.corners, PLACED * i, bone.corners, PLACED * j, way);
      }
    }
  }

  /** @param way mm: the bound from their boxes. A node's bound is no less, but the overlap's may be, by rounding. */
  #tryFaces(T: Float64Array, t: number, B: Float64Array, b: number, way: number): void {
    const overlap = this.#overlap;
    const sample = this.#sample;
    if (!overlap.take(T, t, B, b, this.#space.slack)) return;
    const most = Math.min(way, -overlap.least);
    if (most <= this.low) return;
    this.high = Math.max(this.high, most);
    if (overlap.leastPoint(sample)) this.low = Math.max(this.low, -sample[4]);
  }
}

/** Whether the bone's node is the wider one. */
function isWider(
  bone: PlacedBody,
  boneLevel: number,
  boneNode: number,
  tool: PlacedBody,
  toolLevel: number,
  toolNode: number,
): boolean {
  return widthOf(bone.boxes.levels[boneLevel], 6 * boneNode) >= widthOf(tool.boxes.levels[toolLevel], 6 * toolNode);
}

function widthOf(boxes: Float64Array, o: number): number {
  return Math.max(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
}
