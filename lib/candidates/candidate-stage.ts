// A bone and a tool → stage 1 of their queries.

import type { CandidateStage, ScannedSurface, Surface } from '../records/index.ts';
import { ScanlineCandidates } from './scanline-candidates.ts';

/** The one place that chooses a method for the CPU: every query takes its stage 1 from here. */
export function candidateStage(bone: ScannedSurface, tool: Surface): CandidateStage {
  return new ScanlineCandidates(bone, tool);
}
