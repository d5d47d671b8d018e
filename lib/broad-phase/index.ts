export type { BroadPhase, BroadPhaseMethod, BroadPhaseOptions } from './broad-phase.ts';
export { createBroadPhase } from './create-broad-phase.ts';
