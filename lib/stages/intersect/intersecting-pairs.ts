// Candidate pairs → the intersecting pairs: those whose faces share a point, ascending, exactly.

import { grown, stopIfUnwanted } from '#core';
import type { CandidatePairs, Surface } from '#records';
import { TriangleIntersector, TrianglePair } from '#triangles';

export class IntersectingPairs {
  /** The number of pairs found since `clear`. */
  length = 0;
  readonly #intersector = new TriangleIntersector();
  readonly #pair = new TrianglePair();
  /**
   * boneFace · (the tool's face count) + toolFace; f64 is exact for such a product of two counts that fit in memory.
   */
  #keys = new Float64Array(256);
  /** Arrays of 2^k numbers for sorting, so that a sort allocates nothing. */
  readonly #sorting: Float64Array[] = [];

  /** Pairs since `clear` that plain f64 did not decide. */
  get escalated(): number {
    return this.#intersector.escalated;
  }

  clear(): void {
    this.length = 0;
    this.#intersector.escalated = 0;
  }

  /**
   * Adds the pairs from `first` on that share a point, until there are `most`. Consecutive pairs of one bone face cost
   * less.
   */
  add(bone: Surface, tool: Surface, pairs: CandidatePairs, first: number, most: number): void {
    const { boneFace, toolFace } = pairs.columns;
    const { positions: P, faces: F } = bone;
    const { positions: Q, faces: G, faceCount } = tool;
    const intersector = this.#intersector;
    const pair = this.#pair;
    let taken = -1;
    for (let i = first; i < pairs.length && this.length < most; i++) {
      const face = boneFace[i];
      if (face !== taken) {
        stopIfUnwanted();
        intersector.take(pair.loadFirstFace(P, F, face));
        taken = face;
      }
      if (!intersector.meets(pair.loadSecondFace(Q, G, toolFace[i]))) continue;
      if (this.length === this.#keys.length) this.#grow();
      this.#keys[this.length++] = face * faceCount + toolFace[i];
    }
  }

  /** Writes the pairs in ascending order, as many as `out` holds: bone, tool, bone, tool, … */
  write(tool: Surface, out: Uint32Array): void {
    const { length } = this;
    const k = 32 - Math.clz32(Math.max(0, length - 1));
    while (this.#sorting.length <= k) this.#sorting.push(new Float64Array(2 ** this.#sorting.length));
    const sorted = this.#sorting[k];
    for (let i = 0; i < length; i++) sorted[i] = this.#keys[i];
    sorted.fill(Number.POSITIVE_INFINITY, length).sort();
    pairsOfKeys(sorted, Math.min(length, out.length >>> 1), tool.faceCount, out);
  }

  #grow(): void {
    this.#keys = grown(this.#keys, this.length, this.length + 1);
  }
}

/** Pairs in the order of their keys, bone face · toolFaces + tool face, → bone, tool, bone, tool, … */
export function pairsOfKeys(keys: Float64Array, count: number, toolFaces: number, out: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const bone = Math.floor(keys[i] / toolFaces);
    out[2 * i] = bone;
    out[2 * i + 1] = keys[i] - bone * toolFaces;
  }
}
