// A bone, a tool and a method → stage 1 of their queries.

import type { CandidateMethod, CandidateStage, ScannedSurface, Surface } from '#records';
import { BvhCandidates } from './bvh-candidates.ts';
import { BvhFrontCandidates } from './bvh-front-candidates.ts';
import { ImageCandidates } from './image-candidates.ts';
import { ScanlineCandidates } from './scanline-candidates.ts';

/**
 * Stage 1 of questions about shared points alone, which need no sign: the BVHs serve them as fast as scanlines do, and
 * are made in a third of the time. A detector that is asked for nothing else makes no scanlines.
 */
export function pairStage(bone: ScannedSurface, tool: Surface, method: CandidateMethod): CandidateStage {
  return candidateStage(bone, tool, method === 'scanlines' ? 'bvh' : method);
}

/** The one place that chooses a method for the CPU: every query gets its stage 1 from here. */
export function candidateStage(
  bone: ScannedSurface,
  tool: Surface,
  method: CandidateMethod = 'scanlines',
): CandidateStage {
  switch (method) {
    case 'scanlines':
      return new ScanlineCandidates(bone, tool);
    case 'bvh':
      return new BvhCandidates(bone, tool);
    case 'bvh-front':
      return new BvhFrontCandidates(bone, tool);
    case 'image':
      return new ImageCandidates(bone, tool);
  }
}
