// What an exchangeable stage promises to its callers, whichever method it uses.

import type { CandidatePairs } from './tables.ts';

/**
 * Methods for stage 1: by the bone's scanlines and the tool's BVH; by a BVH of each; by a front of the bone's BVH and
 * the tool's triangles; by an image of the overlap, with intervals of depth in its pixels.
 */
export type CandidateMethod = 'scanlines' | 'bvh' | 'bvh-front' | 'image';

/**
 * Stage 1 for one bone and one tool, at the tool's present pose. A report's bytes are the same whichever stage finds
 * its pairs: each finds all that come within a distance, and later stages drop the others.
 */
export interface CandidateStage {
  /**
   * Fills `out` with every pair (bone face, tool face) whose faces come within `maxDistance` (mm, ≥ 0) of each other,
   * each once, and with some that do not. Pairs of one bone face are consecutive. The stored coordinates of the tool
   * faces in `out` are valid on return.
   * @param isEnough called when pairs from row `first` on have been added; if it returns true, the search stops. Which
   * pairs come first depends on earlier poses.
   */
  find(maxDistance: number, out: CandidatePairs, isEnough?: (first: number) => boolean): void;
}
