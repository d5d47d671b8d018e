// Bone scanlines × the tool's BVH under a pose → the pairs of faces that may come within maxDistance of each other,
// each once.
//
//   tool's BVH                       (1) Top down, a node whose box covers many cells passes the search on to its
//          root                          children.
//         ╱    ╲                     (2) A node whose box covers few queries the bone's scanlines for the faces near
//     node      node ─(2)─▶ spans        the box (FacesNearBox).
//     ╱  ╲      ╱  ╲          │      (3) Each bone face not found before is transformed to the tool's frame, and
//   leaf leaf leaf leaf ◀─(3)─┘          descends the whole BVH to the tool faces near it (FaceDescent).
//
// Complete: if two faces come within maxDistance, the tool face lies in a node of step 2, whose inflated box contains a
// point of the bone face, so step 2 finds the bone face; and no box on the way down to the tool face separates the two.
// Each pair once: a bone face descends the BVH once per query, from the root, and a tool face lies in one leaf.

import { stopIfUnwanted } from '#core';
import { BRANCHING, type CandidatePairs, type CandidateStage, type ScannedSurface, type Surface } from '#records';
import { FacesNearBox, OrientedBox } from '#scanlines';
import { FaceDescent } from './face-descent.ts';

/**
 * A node of the tool's BVH whose bounds cover more cells than this passes the search on to its children: if all pairs
 * are wanted, and if the search ends at the first that is enough, which a small node around the likely face usually
 * has.
 */
const MOST_CELLS = 128;
const FEW_CELLS = 16;

export class ScanlineCandidates implements CandidateStage {
  readonly #bone: ScannedSurface;
  readonly #tool: Surface;
  readonly #near = new FacesNearBox();
  readonly #box = new OrientedBox();
  readonly #descent = new FaceDescent();
  /** The place in the BVH of a tool face near which isEnough ended the last search: the next begins there. */
  #likely = 0;

  constructor(bone: ScannedSurface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /**
   * As specified in CandidateStage. Moreover, two faces are not a pair if their boxes in the tool's frame are farther
   * apart than maxDistance, or if the bone face's plane separates them. The tool faces of a bone face come in BVH
   * order.
   */
  find(maxDistance: number, out: CandidatePairs, isEnough?: (first: number) => boolean): void {
    const bone = this.#bone;
    const tool = this.#tool;
    const { bvh, frame } = tool;
    this.#box.setFrame(frame, maxDistance);
    this.#descent.begin(tool, maxDistance);
    this.#near.clear(bone.faceCount);
    out.clear();
    this.#visit(bvh.levels.length - 1, 0, out, isEnough);
    if (isEnough === undefined) tool.poseFaces?.(out.columns.toolFace, 0, out.length);
  }

  /** Steps 1 to 3 for a node. @returns whether isEnough said so. */
  #visit(
    level: number,
    node: number,
    out: CandidatePairs,
    isEnough: ((first: number) => boolean) | undefined,
  ): boolean {
    const bone = this.#bone;
    const tool = this.#tool;
    const box = this.#box;
    const { bounds, scanlines } = bone;
    const { bvh } = tool;
    stopIfUnwanted();
    box.take(bvh.levels[level], 6 * node);
    for (let k = 0; k < 3; k++) if (box.bounds[k] > bounds[3 + k] || box.bounds[3 + k] < bounds[k]) return false;
    const mostCells = isEnough === undefined ? MOST_CELLS : FEW_CELLS;
    if (level > 0 && this.#near.cellsOf(scanlines, box.bounds) > mostCells) {
      const begin = BRANCHING * node;
      const count = Math.min(BRANCHING, bvh.sizes[level - 1] - begin);
      const likely = isEnough === undefined ? 0 : this.#childTowards(begin, count, level - 1);
      for (let i = 0; i < count; i++)
        if (this.#visit(level - 1, begin + ((likely + i) % count), out, isEnough)) return true;
      return false;
    }
    const seen = this.#near.faces.length;
    this.#near.add(scanlines, box);
    const { values, length } = this.#near.faces;
    const { positions, faces } = bone;
    const top = bvh.levels.length - 1;
    for (let i = seen; i < length; i++) {
      if (i % 16 === 0) stopIfUnwanted();
      const f = 3 * values[i];
      if (!this.#descent.take(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2])) continue;
      const first = out.length;
      this.#descent.descend(values[i], top, 0, out);
      if (isEnough === undefined || out.length === first) continue;
      tool.poseFaces?.(out.columns.toolFace, first, out.length);
      if (!isEnough(first)) continue;
      this.#likely = node * BRANCHING ** (level + 1);
      return true;
    }
    return false;
  }

  /** Which of `count` nodes from `begin` on, as an offset, contains the likely face; 0 if none does. */
  #childTowards(begin: number, count: number, level: number): number {
    const child = Math.floor(this.#likely / BRANCHING ** (level + 1)) - begin;
    return child > 0 && child < count ? child : 0;
  }
}
